import { Skeleton } from '@mantine/core'
import { Fragment } from 'react'
import classes from './data_table.module.css'
import type { DataTableProps } from './table_props.ts'

/** The rows of a table as cards, for narrow screens. */
export function DataCards<Row>({ label, columns, rows, rowKey, quiet, busy }: DataTableProps<Row>) {
  if (!rows) return <Waiting />
  const facts = columns.filter(({ action }) => !action)
  const actions = columns.filter(({ action }) => action)
  return (
    <ul className={classes.cards} aria-label={label} aria-busy={busy}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={`${classes.card} ${quiet?.(row) ? classes.quiet : ''}`}>
          <dl>
            {facts.map(({ header, cell }) => (
              <Fragment key={header}>
                <dt>{header}</dt>
                <dd>{cell(row)}</dd>
              </Fragment>
            ))}
          </dl>
          {actions.length > 0 && (
            <div className={classes.cardActions}>
              {actions.map(({ header, cell }) => (
                <Fragment key={header}>{cell(row)}</Fragment>
              ))}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

const Waiting = () => (
  <div className={classes.cards} role="status" aria-label="Loading" aria-busy="true">
    {[0, 1, 2].map((card) => (
      <div key={card} className={classes.card}>
        <Skeleton h={14} mb={8} w="60%" />
        <Skeleton h={14} mb={8} w="80%" />
        <Skeleton h={14} w="45%" />
      </div>
    ))}
  </div>
)
