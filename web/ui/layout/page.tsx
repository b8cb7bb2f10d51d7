import { Text, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, type ReactNode, useRef } from 'react'
import type { Address } from '#domain/address.ts'
import { useTabTitle } from '#web/lib/routing/tab_title.ts'
import { ScreenLink } from '../actions/links.tsx'
import { InlineMessage } from './message.tsx'
import classes from './page.module.css'
import { Section } from './section.tsx'

/** A step of the way here: its label, and its address unless it is this very screen. */
export type Crumb = readonly [label: string, to?: Address]

interface PageProps {
  title: ReactNode
  breadcrumbs?: readonly Crumb[]
  /** What is shown, for the browser's tab, where the heading does not say it: '63: Soluble organics'. */
  object?: string | undefined
  /** Beside the heading, quietly: how many, since when. */
  beside?: ReactNode
  /** Buttons at the right of the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of a screen: where we are, its heading, its actions, its content. */
export function Page({ title, object, breadcrumbs, beside, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTabTitle(() => object ?? heading.current?.textContent ?? undefined)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        {breadcrumbs && <Trail crumbs={breadcrumbs} />}
        <div className={classes.line}>
          <Title order={1} ref={heading} id="heading" tabIndex={-1} className={classes.title}>
            {title}
          </Title>
          {beside && <div className={classes.beside}>{beside}</div>}
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      </header>
      <InlineMessage />
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

/** A short form in the middle of the screen: signing in and passwords. */
export const SmallPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={classes.small}>
    <Page title={title}>
      <Section>{children}</Section>
    </Page>
  </div>
)

/** The heading of an object: '63: Soluble organic compounds'; the number is quiet. */
export const ObjectTitle = ({ id, title }: { id: number; title: string }) => (
  <>
    <Text span inherit c="var(--ao-ink-3)" fw={500}>{`${id}:`}</Text> {title || '(no title)'}
  </>
)
