import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { termLabel } from '#domain/masters/values.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { OwnSubmission } from '#web/ui/proposal/own_submission.tsx'
import { OwnTabs } from '#web/ui/proposal/own_tabs.tsx'
import { ProposalSummary } from '#web/ui/proposal/proposal_head.tsx'
import { OwnResult } from '#web/ui/result/own_result.tsx'

export const Route = createFileRoute('/proposals/oldProposal/$id')({
  loader: loadById(api.proposals.myOld),
  component: OldProposal,
})

function OldProposal() {
  const { id } = Route.useParams()
  const proposal = useCall(api.proposals.myOld, { params: { id } })
  return (
    <Page
      title="Proposals from the past"
      breadcrumbs={[
        ['Home', address('/mypage')],
        ['MyProposal', address('/proposals/myproposal')],
        ['Proposals from the past'],
      ]}
      actions={
        <LinkButton to={address('/proposals/myproposal')} variant="default">
          Back
        </LinkButton>
      }
    >
      <Loaded query={proposal} skeleton={<Lines count={12} />}>
        {(data) => (
          <>
            <OwnResult id={data.id} />
            <ProposalSummary proposal={data} before={[['Term', termLabel(data.term_id)]]} />
            <OwnSubmission proposal={data} />
            <OwnTabs proposal={data} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
