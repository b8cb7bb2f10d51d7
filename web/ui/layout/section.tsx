import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { InlineMessage } from './message.tsx'
import classes from './section.module.css'

interface SectionProps {
  title?: ReactNode
  aside?: ReactNode
  /** Without padding: a table or list that goes from edge to edge. */
  flush?: boolean
  children: ReactNode
}

/** A card with a heading. */
export const Section = ({ title, aside, flush = false, children }: SectionProps) => (
  <section className={classes.card}>
    {title && (
      <header className={classes.head}>
        <Title order={2}>{title}</Title>
        {aside && <div className={classes.aside}>{aside}</div>}
      </header>
    )}
    <div className={classes.body} data-flush={flush || undefined} data-headed={title ? true : undefined}>
      {children}
    </div>
    <InlineMessage />
  </section>
)

type Row = readonly [label: string, value: ReactNode]

/** Labelled values: `<DetailFields rows={[['Name', user.name], admin && ['Rank', rank]]} />`; empty ones show '-'. */
export const DetailFields = ({ rows }: { rows: readonly (Row | false | null | undefined)[] }) => (
  <dl className={classes.list}>
    {rows.map(
      (row) =>
        row && (
          <div key={row[0]} className={classes.row}>
            <dt>{row[0]}</dt>
            <dd>{row[1] === null || row[1] === undefined || row[1] === '' ? '-' : row[1]}</dd>
          </div>
        ),
    )}
  </dl>
)
