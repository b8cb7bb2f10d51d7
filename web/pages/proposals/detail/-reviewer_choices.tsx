import { Checkbox } from '@mantine/core'
import { Tag } from '#web/ui/text/chips.tsx'
import type { Weighed } from './-weighing.ts'
import classes from './add_reviewer.module.css'

interface ChoicesProps {
  rows: readonly Weighed[]
  ticked: ReadonlySet<number>
  tick: (id: number, on: boolean) => void
  disabled: boolean
}

/** Everyone who could review, with what is to be weighed before they are ticked. */
export const ReviewerChoices = ({ rows, ticked, tick, disabled }: ChoicesProps) => (
  <table className={classes.table} aria-label="Reviewers to choose from">
    <thead>
      <tr>
        <td />
        <th scope="col">Reviewer</th>
        <th scope="col">Load</th>
        <th scope="col">Declined</th>
        <th scope="col">Shared keywords</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id} data-ticked={ticked.has(row.id) || undefined}>
          <td>
            <Checkbox
              size="xs"
              aria-label={`Select ${row.name}`}
              title={row.why ?? undefined}
              disabled={disabled || row.why !== null}
              checked={ticked.has(row.id) && row.why === null}
              onChange={(event) => tick(row.id, event.currentTarget.checked)}
            />
          </td>
          <th scope="row">
            <div>{row.name}</div>
            <div className={classes.quiet} title={row.email}>
              {row.affiliation}
            </div>
            {row.why !== null && <div className={classes.not}>{row.why}</div>}
            {row.why === null && row.colleagues.length > 0 && (
              <div className={classes.shares}>The same affiliation as {row.colleagues.join(', ')}</div>
            )}
          </th>
          <td>{row.assigned === 0 ? '-' : `${row.open} open of ${row.assigned}`}</td>
          <td>{row.declined === 0 ? '-' : row.declined}</td>
          <td>
            <Keywords of={row} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

function Keywords({ of: { own_keywords, reviewed_keywords, fit } }: { of: Weighed }) {
  if (fit === 0) return '-'
  return (
    <dl className={classes.keywords}>
      {(
        [
          ['Own', own_keywords],
          ['Reviewed', reviewed_keywords],
        ] as const
      ).map(
        ([from, names]) =>
          names.length > 0 && (
            <div key={from}>
              <dt>{from}</dt>
              {names.map((name) => (
                <dd key={name}>
                  <Tag>{name}</Tag>
                </dd>
              ))}
            </div>
          ),
      )}
    </dl>
  )
}
