import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { EditedProposal } from '#domain/proposals/contract.ts'
import { isSubmitted } from '#domain/proposals/status.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useAtInstants } from '#web/lib/screen/timing.ts'
import { Note } from '../text/note.tsx'

const ALREADY_OPEN = 'Proposal submission page is already open. Please proceed to make a proposal.'

/** What the proposer can do with an unlocked proposal. */
export const unlockedText = (submitted: boolean, until: string) =>
  `The office has unlocked this proposal: it can be ${submitted ? 'changed' : 'changed and submitted'} until ${until}.`

/**
 * When a proposal can be edited, and why not now. Reloads the screen's data when the call opens or closes, and when an
 * unlock ends.
 */
export function CallClosed({ proposal }: { proposal: EditedProposal }) {
  const accepted = useCall(api.terms.proposalAccepted, {}, { staleTime: 0 }).data
  const { proposals_open_at, proposals_close_at } = proposal.term
  const queries = useQueryClient()
  const reload = useCallback(() => void queries.invalidateQueries(), [queries])
  useAtInstants(
    [
      proposals_open_at,
      proposals_close_at,
      ...(proposal.unlocked_until === null ? [] : [proposal.unlocked_until]),
    ],
    reload,
  )
  const dates = `Proposals are accepted from ${time(proposals_open_at)} to ${time(proposals_close_at)} (${zoneName()}).`
  if (accepted === false)
    return (
      <Note kind="warn" title={ALREADY_OPEN}>
        {dates}
      </Note>
    )
  if (proposal.why_not_edit)
    return (
      <Note kind="warn" title={proposal.why_not_edit}>
        {proposal.what_next} {dates}
      </Note>
    )
  return (
    <Note>
      {dates}
      {proposal.is_unlocked === 1 &&
        ` ${unlockedText(isSubmitted(proposal.status), `${time(proposal.editable_until)} (${zoneName()})`)}`}
    </Note>
  )
}
