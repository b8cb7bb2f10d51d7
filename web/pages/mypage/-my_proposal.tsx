import { Group, Text } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { CallState } from '#domain/call_state/contract.ts'
import type { OwnProgress } from '#domain/proposals/contract.ts'
import { proposalStatus } from '#domain/proposals/status.ts'
import { stepState } from '#domain/terms/status.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { unlockedText } from '#web/ui/proposal/call_closed.tsx'
import { ProposalProgress } from '#web/ui/proposal/own_progress.tsx'
import { Note } from '#web/ui/text/note.tsx'

/** What the proposer can do now: file a notice, write a proposal, or wait. */
export function MyProposal({ state }: { state: CallState }) {
  const proposal = state.proposer?.proposal
  if (state.term && proposal) return <OwnProposal state={state} proposal={proposal} />
  return (
    <Section title="My proposal">
      <Group gap="sm">
        {state.term && <NoProposal state={state} term={state.term} />}
        <MyProfile />
      </Group>
    </Section>
  )
}

const MyProfile = () => (
  <LinkButton to={address('/myprofile')} variant="default">
    My Profile
  </LinkButton>
)

const stepOf = ({ steps }: CallState, key: CallState['steps'][number]['key']) =>
  steps.find((step) => step.key === key)

/** Without a proposal the proposer begins with a Notice of Intent. */
function NoProposal({ state, term }: { state: CallState; term: NonNullable<CallState['term']> }) {
  const notices = stepOf(state, 'notices')
  if (notices?.state !== stepState.code.OPEN) {
    const text = `You have no proposal in ${term.label}, and Notices of Intent are not accepted at the moment.`
    return <Text w="100%">{text + datesOf(notices)}</Text>
  }
  return (
    <>
      <Text w="100%">
        {`${term.label} is open. To request samples, file a Notice of Intent by ${time(notices.to)} (${zoneName()}).`}
      </Text>
      <LinkButton to={address('/applicants/create')}>{`Notice of Intent for ${term.label}`}</LinkButton>
    </>
  )
}

const datesOf = (step: CallState['steps'][number] | undefined) =>
  step?.state === stepState.code.COMING ? ` They are accepted from ${time(step.from)} (${zoneName()}).` : ''

/** After the term is closed only the result is shown. */
const TermClosed = ({ term, submitted }: { term: string; submitted: boolean }) => (
  <>
    {term} is closed.
    {submitted && (
      <>
        {' '}
        Your allocation is shown in <ScreenLink to={address('/proposals/myproposal')}>MyProposal</ScreenLink>.
      </>
    )}
  </>
)

function OwnProposal({ state, proposal }: { state: CallState; proposal: OwnProgress }) {
  const { proposals_open_at, proposals_close_at } = state.proposer!
  const accepted = !state.term!.disabled && stepOf(state, 'proposals')?.state !== stepState.code.COMING
  const { started, submitted } = proposalStatus.of(proposal.status)
  return (
    <>
      {!accepted && (
        <Note title="Proposals are not accepted at the moment.">
          {state.term!.disabled ? (
            <TermClosed term={state.term!.label} submitted={submitted} />
          ) : (
            `They are accepted from ${time(proposals_open_at)} to ${time(proposals_close_at)} (${zoneName()}).`
          )}
        </Note>
      )}
      {accepted && !submitted && proposal.why_not_edit && (
        <Note kind="warn" title="Your proposal was not submitted.">
          {proposal.why_not_edit}
        </Note>
      )}
      {accepted && proposal.is_unlocked && proposal.editable_until !== null && (
        <Note kind="info">{unlockedText(submitted, `${time(proposal.editable_until)} (${zoneName()})`)}</Note>
      )}
      <ProposalProgress
        proposal={proposal}
        missing={proposal.missing.map(({ field }) => field)}
        emptySections={proposal.empty_sections}
        collaborators={proposal.collaborators}
        unlocked={proposal.is_unlocked}
      >
        {accepted && (
          <LinkButton
            to={
              started ? address('/proposals/myproposal') : address('/proposals/edit/$id', { id: proposal.id })
            }
          >
            {started ? 'MY PROPOSAL' : 'CREATE PROPOSAL'}
          </LinkButton>
        )}
        <MyProfile />
      </ProposalProgress>
    </>
  )
}
