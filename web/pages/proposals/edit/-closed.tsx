import { address } from '#domain/address.ts'
import type { EditedProposal } from '#domain/proposals/contract.ts'
import { CONSENTS, NEEDED_TO_SUBMIT } from '#domain/proposals/rules.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { OwnTabs } from '#web/ui/proposal/own_tabs.tsx'
import { ProposalSummary } from '#web/ui/proposal/proposal_summary.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { Typed } from './-typed.tsx'

const consentsOf = (proposal: EditedProposal) =>
  CONSENTS.filter((name) => proposal[name] === 1)
    .map((name) => NEEDED_TO_SUBMIT[name])
    .join('; ')

/** A proposal that can not be edited now, to read: why, what can be done, and what was typed and is not saved. */
export const Closed = ({ proposal }: { proposal: EditedProposal }) => {
  const { proposals_open_at, proposals_close_at } = proposal.term
  return (
    <>
      <div>
        <ScreenLink to={address('/proposals/myproposal')}>Back to MyProposal</ScreenLink>
      </div>
      <Note kind="warn" title={proposal.why_not_edit}>
        {proposal.what_next}{' '}
        {`Proposals are accepted from ${time(proposals_open_at)} to ${time(proposals_close_at)} (${zoneName()}).`}
      </Note>
      <Typed proposal={proposal} />
      <ProposalSummary proposal={proposal} more={[['Consents', consentsOf(proposal)]]} />
      <OwnTabs proposal={proposal} />
    </>
  )
}
