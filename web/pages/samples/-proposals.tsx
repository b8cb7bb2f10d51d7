import { IconLock } from '@tabler/icons-react'
import { address } from '#domain/address.ts'
import type { CurrentSample } from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { priorityColour } from '#domain/colours.ts'
import { ScreenLink } from '#web/ui/screen_link.tsx'
import { StatusChip } from '#web/ui/status_chip.tsx'

/** The proposals that ask for a sample by name, each with its priority. */
export const Requested = ({ sample }: { sample: CurrentSample }) =>
  sample.requested_sample.map(({ proposal_id, title, priority }) => (
    <div key={`${proposal_id} ${priority}`}>
      <StatusChip colour={priorityColour(priority)}>{priority}</StatusChip>{' '}
      <ScreenLink
        inherit
        to={address('/proposals/detail/$id', { id: proposal_id })}
      >{`${proposal_id}: ${title}`}</ScreenLink>
    </div>
  ))

/** The proposals that a sample is assigned to; a lock where it is confirmed. */
export const Assigned = ({ sample }: { sample: CurrentSample }) =>
  sample.assigned_sample.map(({ proposal_id, title, status }) => (
    <div key={proposal_id}>
      {status === CONFIRMED && <IconLock size={14} aria-label="Confirmed" role="img" />}{' '}
      <ScreenLink
        inherit
        to={address('/proposals/detail/$id', { id: proposal_id })}
      >{`${proposal_id}: ${title}`}</ScreenLink>
    </div>
  ))
