import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { termLabel } from '#domain/masters/values.ts'
import { startPage } from '#domain/session/rules.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { useUser } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { ObjectTitle, Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ProposalSummary } from '#web/ui/proposal/proposal_head.tsx'
import { ProposalText } from '#web/ui/proposal/proposal_text.tsx'
import { RequestedSamples } from '#web/ui/proposal/sample_tables.tsx'

export const Route = createFileRoute('/proposals/shared/$id')({
  loader: loadById(api.proposals.sharedOne),
  component: SharedProposal,
})

/** A proposal that its proposer lets a collaborator read. */
function SharedProposal() {
  const { id } = Route.useParams()
  const back = startPage(useUser().role)
  const query = useCall(api.proposals.sharedOne, { params: { id } })
  const proposal = query.data
  return (
    <Page
      title={proposal ? <ObjectTitle id={proposal.id} title={proposal.title} /> : 'Shared proposal'}
      object={proposal && `${proposal.id}: ${proposal.title}`}
      breadcrumbs={[['Home', address(back === '/mypage' ? '/mypage' : '/')], ['Shared proposal']]}
      actions={
        <>
          <CsvButton call={api.proposals.sharedPdf} input={{ params: { id: Number(id) } }}>
            Download PDF
          </CsvButton>
          <LinkButton to={back} variant="default">
            Back
          </LinkButton>
        </>
      }
    >
      <Loaded query={query} skeleton={<Lines count={12} />}>
        {(data) => (
          <>
            <ProposalSummary proposal={data} before={[['Term', termLabel(data.term_id)]]} />
            <Section>
              <ProposalText proposal={data} attachment={data.file?.original_file_name ?? '-'} />
            </Section>
            <Section title="Requested samples">
              <RequestedSamples rows={data.requested_samples} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}
