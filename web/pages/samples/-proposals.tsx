import { IconLock } from '@tabler/icons-react'
import { address } from '#domain/address.ts'
import type { CurrentSample } from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Tag } from '#web/ui/text/chips.tsx'
import { gridAt } from './-grid_at.ts'
import classes from './-proposals.module.css'

/** The proposals that ask for a sample by name, each with its priority. */
export const Requested = ({ sample }: { sample: CurrentSample }) =>
  sample.requested_sample.map(({ priority, ...proposal }) => (
    <div key={`${proposal.proposal_id} ${priority}`} className={classes.line}>
      <Tag>{priority}</Tag>
      <Title of={proposal} />
    </div>
  ))

/** The proposals that a sample is assigned to in a term; a lock where it is confirmed, and the way to settle a clash. */
export const Assigned = ({ sample, term_id }: { sample: CurrentSample; term_id: string }) => (
  <>
    {sample.assigned_sample.map(({ status, ...proposal }) => (
      <div key={proposal.proposal_id} className={classes.line}>
        {status === CONFIRMED && <IconLock size={14} aria-label="Confirmed" role="img" />}
        <Title of={proposal} />
      </div>
    ))}
    {sample.assigned_sample.length > 1 && (
      <div className={classes.way}>
        <ScreenLink
          inherit
          to={gridAt(sample, term_id)}
          aria-label={`Resolve the clash of ${sample.name} in the grid`}
        >
          Resolve the clash
        </ScreenLink>
      </div>
    )}
  </>
)

/** On one line, however long the title is. */
const Title = ({ of: { proposal_id, title } }: { of: { proposal_id: number; title: string } }) => (
  <span className={classes.title} title={title}>
    <ScreenLink inherit to={address('/proposals/detail/$id', { id: proposal_id })}>
      {`${proposal_id}: ${title}`}
    </ScreenLink>
  </span>
)
