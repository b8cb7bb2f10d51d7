import { Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import type { Address } from '#domain/address.ts'
import classes from './page.module.css'
import { ScreenLink } from './screen_link.tsx'

/** A step of the way here: its label, and its address unless it is this very screen. */
export type Crumb = readonly [label: string, to?: Address]

interface PageProps {
  title: ReactNode
  breadcrumbs?: readonly Crumb[]
  /** Beside the heading, quietly: how many, since when. */
  beside?: ReactNode
  /** Buttons at the right of the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of a screen: where we are, its heading, its actions, its content. */
export function Page({ title, breadcrumbs, beside, actions, children }: PageProps) {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        {breadcrumbs && <Trail crumbs={breadcrumbs} />}
        <div className={classes.line}>
          <Title order={1} id="heading" tabIndex={-1} className={classes.title}>
            {title}
          </Title>
          {beside && <div className={classes.beside}>{beside}</div>}
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      </header>
      {children}
    </div>
  )
}

const Trail = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav aria-label="Breadcrumb" className={classes.trail}>
    {crumbs.map(([label, to], position) => (
      <Fragment key={label}>
        {position > 0 && <IconChevronRight size={12} aria-hidden />}
        {to ? (
          <ScreenLink to={to} fz="inherit">
            {label}
          </ScreenLink>
        ) : (
          <span aria-current="page">{label}</span>
        )}
      </Fragment>
    ))}
  </nav>
)
