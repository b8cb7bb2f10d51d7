import { createFileRoute } from '@tanstack/react-router'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { load } from '#web/lib/routing/loaders.ts'
import { InformationList } from '#web/ui/home/information_list.tsx'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { SharedProposals } from '#web/ui/proposal/shared_proposals.tsx'
import classes from './-home.module.css'
import { PastProposals, RequestedSamples, SampleDatabases } from './-home_sections.tsx'
import { MyProposal } from './-my_proposal.tsx'
import { MySamples } from './-my_samples.tsx'
import { NextSteps } from './-next_steps.tsx'
import { ResultNotes } from './-results.tsx'

export const Route = createFileRoute('/mypage/')({ loader: load(api.callState.get), component: Home })

function Home() {
  const call = useCall(api.callState.get, {}, { staleTime: 0 })
  const proposal = call.data?.proposer?.proposal
  const results = useCall(api.results.mine, {}, { staleTime: 0 }).data ?? []
  return (
    <Page title="Home">
      <div className={classes.columns}>
        <div className={classes.column}>
          <ResultNotes results={results} term_id={call.data?.term?.id} />
          <MySamples />
          <Loaded query={call} skeleton={<Lines count={8} />}>
            {(state) => <MyProposal state={state} />}
          </Loaded>
          {proposal && proposal.samples > 0 && <RequestedSamples id={proposal.id} />}
          <SampleDatabases />
        </div>
        <div className={classes.column}>
          {call.data?.term && proposal && (
            <NextSteps
              state={call.data}
              proposal={proposal}
              result={results.find(({ proposal_id }) => proposal_id === proposal.id)}
            />
          )}
          <InformationList />
          <PastProposals />
          <SharedProposals />
        </div>
      </div>
    </Page>
  )
}
