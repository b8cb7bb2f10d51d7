import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { EditedProposal } from '#domain/proposals/contract.ts'
import { proposalStatus } from '#domain/proposals/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { Closed } from './-closed.tsx'
import { EditForm } from './-edit_form.tsx'

export const Route = createFileRoute('/proposals/edit/$id')({ component: EditProposal })

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
        {(data) => <Opened key={id} proposal={data} />}
      </Loaded>
    </Page>
  )
}

/** 'Proposal edit' while it can be edited; what can only be read is not called so. */
const titleOf = (proposal: EditedProposal | undefined) => {
  const head = proposal && proposal.why_not_edit !== null ? 'Proposal' : 'Proposal edit'
  return proposal?.title ? `${head}: ${proposal.title}` : head
}

/** The form, or the proposal to read where it is closed; a form that is open stays, whatever becomes of the deadline. */
function Opened({ proposal }: { proposal: EditedProposal }) {
  const [form, setForm] = useState(proposal.why_not_edit === null)
  if (!form && proposal.why_not_edit === null) setForm(true)
  return form ? <EditForm proposal={proposal} /> : <Closed proposal={proposal} />
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
