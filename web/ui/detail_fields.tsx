import type { ReactNode } from 'react'
import classes from './detail_fields.module.css'

type Row = readonly [label: string, value: ReactNode]

/** Labelled facts: `<DetailFields rows={[['Name', user.name], admin && ['Rank', rank]]} />`; what is empty shows '-'. */
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
