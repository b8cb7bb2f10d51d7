import { Checkbox } from '@mantine/core'
import type { FindingRow } from '#domain/conflicts/contract.ts'
import { CONFLICT_KINDS, FINDING_KINDS, STRENGTHS } from '#domain/conflicts/status.ts'
import type { Selection } from '#web/lib/lists/selection.ts'
import classes from './conflicts.module.css'

export const keyOf = ({ user, proposal, kind }: FindingRow) => `${user.id} ${proposal.id} ${kind}`

export const kindLabel = (kind: FindingRow['kind']): string => ({ ...FINDING_KINDS, ...CONFLICT_KINDS })[kind]

/** Whom on the proposal a finding is about; its proposer where that is not said. */
export function otherOf({ people: [first, ...more], proposal }: FindingRow) {
  if (!first)
    return { label: `Proposer of ${proposal.id}`, name: proposal.name, affiliation: proposal.affiliation }
  const role = first.role === 'proposer' ? 'Proposer' : 'Collaborator'
  const label = more.length === 0 ? `${role} of ${proposal.id}` : `On ${proposal.id}`
  const name = more.length === 0 ? first.name : `${first.name} and ${more.length} more`
  return { label, name, affiliation: first.affiliation }
}

/** Three bars and a word: never a colour of a score. */
export const StrengthBars = ({ of }: { of: FindingRow['strength'] }) => (
  <span className={classes.bars} data-strong={of === 3 || undefined}>
    <span aria-hidden>
      {[1, 2, 3].map((bar) => (
        <i key={bar} data-on={bar <= of || undefined} />
      ))}
    </span>
    {STRENGTHS[of]}
  </span>
)

interface FindingTableProps {
  rows: readonly FindingRow[]
  shown: FindingRow | undefined
  show: (row: FindingRow) => void
  /** Null where nothing is judged. */
  selection: Selection<FindingRow> | null
}

/** Findings, one a row; the one that the pane shows is marked. */
export const FindingTable = ({ rows, shown, show, selection }: FindingTableProps) => (
  <table className={classes.table} aria-label="Findings, strongest first">
    <thead>
      <tr>
        {selection && (
          <td className={classes.select}>
            <Checkbox
              size="xs"
              aria-label="Select all"
              checked={rows.length > 0 && rows.every(selection.has)}
              indeterminate={rows.some(selection.has) && !rows.every(selection.has)}
              onChange={(event) => selection.selectAll(rows, event.currentTarget.checked)}
            />
          </td>
        )}
        <th scope="col">Person</th>
        <th scope="col">Proposal</th>
        <th scope="col">Finding, evidence</th>
        {selection && (
          <th scope="col" className={classes.strength}>
            Strength
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => {
        const other = otherOf(row)
        const name = `${row.user.name} and ${row.proposal.id}, ${kindLabel(row.kind)}`
        const isShown = shown !== undefined && keyOf(shown) === keyOf(row)
        return (
          <tr
            key={keyOf(row)}
            data-finding={keyOf(row)}
            data-shown={isShown || undefined}
            onClick={() => show(row)}
          >
            {selection && (
              <td className={classes.select}>
                <Checkbox
                  size="xs"
                  aria-label={`Select ${name}`}
                  checked={selection.has(row)}
                  onClick={(event) => event.stopPropagation()}
                  onChange={(event) =>
                    selection.select(
                      row,
                      event.currentTarget.checked,
                      rows,
                      (event.nativeEvent as PointerEvent).shiftKey,
                    )
                  }
                />
              </td>
            )}
            <th scope="row" className={classes.person}>
              <button
                type="button"
                className={classes.name}
                aria-label={`Show ${name}`}
                aria-pressed={isShown}
                title={row.user.name}
              >
                {row.user.name}
              </button>
              <span className={classes.second} title={row.user.affiliation}>
                {row.user.affiliation}
              </span>
            </th>
            <td className={classes.proposal}>
              <span className={classes.first} title={other.name}>
                <span className={classes.id}>{`${row.proposal.id}: `}</span>
                {other.name}
              </span>
              <span className={classes.second} title={other.affiliation}>
                {other.affiliation}
              </span>
            </td>
            <td className={classes.kind}>
              <span className={classes.first}>{kindLabel(row.kind)}</span>
              <span className={classes.second} title={row.summary}>
                {row.question?.answer === true ? 'Says: a conflict. ' : ''}
                {row.question?.answer === false ? 'Says: none. ' : ''}
                {row.summary}
              </span>
            </td>
            {selection && (
              <td>
                <StrengthBars of={row.strength} />
              </td>
            )}
          </tr>
        )
      })}
    </tbody>
  </table>
)
