import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { EditedProposal } from '#domain/proposals/contract.ts'
import { CONSENTS, CONSENTS_LABEL, LABEL } from '#domain/proposals/fields.ts'
import { proposalStatus } from '#domain/proposals/status.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { OwnTabs } from '#web/ui/proposal/own_tabs.tsx'
import { ProposalSummary } from '#web/ui/proposal/proposal_head.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { UnsavedDraft } from './-draft.tsx'
import { EditForm } from './-edit_form.tsx'

export const Route = createFileRoute('/proposals/edit/$id')({
  loader: loadById(api.proposals.edit),
  component: EditProposal,
})

function EditProposal() {
  const { id } = Route.useParams()
  const proposal = useCall(api.proposals.edit, { params: { id } }, { staleTime: 0 })
  const status = proposal.data?.status
  return (
    <Page
      title={titleOf(proposal.data)}
      beside={
        status !== undefined && (
          <StatusChip colour={proposalStatus.colour(status)}>{proposalStatus.label(status)}</StatusChip>
        )
      }
      breadcrumbs={[
        ['Home', address('/mypage')],
        ['MyProposal', address('/proposals/myproposal')],
        ['Proposal edit'],
      ]}
    >
      <Loaded query={proposal} skeleton={<Skeleton />}>
        {(data) => <FormOrClosed key={id} proposal={data} />}
      </Loaded>
    </Page>
  )
}

/** 'Proposal edit' while it can be edited, otherwise 'Proposal'. */
const titleOf = (proposal: EditedProposal | undefined) => {
  const head = proposal && proposal.why_not_edit !== null ? 'Proposal' : 'Proposal edit'
  return proposal?.title ? `${head}: ${proposal.title}` : head
}

/** The form, or the read-only proposal if it is closed; an open form stays open after the deadline. */
function FormOrClosed({ proposal }: { proposal: EditedProposal }) {
  const [formOpen, setFormOpen] = useState(proposal.why_not_edit === null)
  if (!formOpen && proposal.why_not_edit === null) setFormOpen(true)
  return formOpen ? <EditForm proposal={proposal} /> : <ClosedProposal proposal={proposal} />
}

const Skeleton = () => (
  <>
    <Section title="Proposer">
      <Lines count={3} />
    </Section>
    <Section title="Request Sample">
      <Lines count={10} />
    </Section>
    <Section title="Proposal">
      <Lines count={12} />
    </Section>
  </>
)

const consentsText = (proposal: EditedProposal) =>
  CONSENTS.filter((name) => proposal[name] === 1)
    .map((name) => LABEL[name])
    .join('; ')

/** A read-only proposal: why it cannot be edited, what can be done, and the unsaved draft. */
const ClosedProposal = ({ proposal }: { proposal: EditedProposal }) => {
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
      <UnsavedDraft proposal={proposal} />
      <ProposalSummary proposal={proposal} more={[[CONSENTS_LABEL, consentsText(proposal)]]} />
      <OwnTabs proposal={proposal} />
    </>
  )
}
