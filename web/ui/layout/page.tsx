import { Text, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, type ReactNode, useRef } from 'react'
import type { Address } from '#domain/address.ts'
import { useTabTitle } from '#web/lib/routing/tab_title.ts'
import { ScreenLink } from '../actions/links.tsx'
import { InlineMessage } from './message.tsx'
import classes from './page.module.css'
import { Section } from './section.tsx'

/** A breadcrumb; without an address for the current screen. */
export type Crumb = readonly [label: string, to?: Address]

interface PageProps {
  title: ReactNode
  breadcrumbs?: readonly Crumb[]
  /** For the document title, if the heading does not say it: '63: Soluble organics'. */
  object?: string | undefined
  /** Next to the heading in grey. */
  beside?: ReactNode
  /** Buttons at the right of the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** The layout of a screen: breadcrumbs, heading, actions, content. */
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

/** A narrow page for a short form, such as a password. */
export const SmallPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={classes.small}>
    <Page title={title}>
      <Section>{children}</Section>
    </Page>
  </div>
)

/** '63: Soluble organic compounds', with the number in grey. */
export const ObjectTitle = ({ id, title }: { id: number | string; title: string }) => (
  <>
    <Text span inherit c="var(--ao-ink-3)" fw={500}>{`${id}:`}</Text> {title || '(no title)'}
  </>
)
