import { CloseButton } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import type { Obstacle } from '#domain/allocation/rules.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Note } from '#web/ui/text/note.tsx'
import classes from './-assigned.module.css'
import { gridAt, proposalAt } from './-links.ts'

/** Why nothing was done, and each sample that was in the way. */
export interface Refusal {
  says: string
  obstacles: readonly Obstacle[]
}

interface RefusalNoteProps {
  refusal: Refusal
  rows: readonly AssignedRow[]
  close: () => void
}

/** What was refused: every clash with the ways to its proposals, its sample and the grid. It stays until it is closed. */
export const RefusalNote = ({ refusal: { says, obstacles }, rows, close }: RefusalNoteProps) => (
  <div className={classes.refusal}>
    <CloseButton className={classes.close!} size="sm" aria-label="Close" onClick={close} />
    <Note kind="bad">
      <b>{says}</b>
      {obstacles.length > 0 && (
        <ul>
          {obstacles.map((obstacle) => (
            <li key={`${obstacle.sample_id} ${obstacle.why}`}>
              {obstacle.why} <Ways of={obstacle} row={rows.find(({ id }) => id === obstacle.sample_id)} />
            </li>
          ))}
        </ul>
      )}
    </Note>
  </div>
)

const Ways = ({ of: { sample_id, proposal_ids }, row }: { of: Obstacle; row: AssignedRow | undefined }) => (
  <>
    {proposal_ids.map((id) => (
      <ScreenLink key={id} inherit to={proposalAt(id)}>{`Proposal ${id}`}</ScreenLink>
    ))}
    <ScreenLink inherit to={address('/samples/history/$id', { id: sample_id })}>
      {row ? `History of ${row.name}` : 'History of the sample'}
    </ScreenLink>
    {row && (
      <ScreenLink inherit to={gridAt(row)}>
        {`${row.name} in the grid`}
      </ScreenLink>
    )}
  </>
)
