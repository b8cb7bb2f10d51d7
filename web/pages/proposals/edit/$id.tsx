import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { proposalStatus } from '#domain/proposals/status.ts'
import { api } from '#web/lib/api.ts'
import { useCall } from '#web/lib/query.ts'
import { Lines, Loaded } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { Section } from '#web/ui/section.tsx'
import { StatusChip } from '#web/ui/status_chip.tsx'
import { EditForm } from './-edit_form.tsx'

export const Route = createFileRoute('/proposals/edit/$id')({ component: EditProposal })

function EditProposal() {
  const { id } = Route.useParams()
  const proposal = useCall(api.proposals.edit, { params: { id } }, { staleTime: 0 })
  const status = proposal.data?.status
  return (
    <Page
      title={proposal.data?.title ? `Proposal edit: ${proposal.data.title}` : 'Proposal edit'}
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
        {(data) => <EditForm key={id} proposal={data} />}
      </Loaded>
    </Page>
  )
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
