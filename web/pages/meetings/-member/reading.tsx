import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { address } from '#domain/address.ts'
import { ENTRIES_AT_ONCE } from '#domain/discussions/rules.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { time } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { Discussion, useDiscussionCount } from '#web/ui/discussion/discussion.tsx'
import { NewTab } from '#web/ui/home/information_list.tsx'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { ReportBlocks, submittedReports, TotalsLine } from '#web/ui/meeting/reports.tsx'
import { RequestsAtHand, requestedText } from '#web/ui/meeting/requested_samples.tsx'
import { ProposalText } from '#web/ui/proposal/proposal_text.tsx'
import { AssignedSamples } from '#web/ui/proposal/sample_tables.tsx'
import classes from './reading.module.css'

/** What a member reads of the proposal that is on: reports, proposal, samples, discussion, PDF. */
export function Reading({ id }: { id: number }) {
  const proposal = useCall(api.staff.get, { params: { id: String(id) } })
  return (
    <article className={classes.card} aria-label={`Proposal ${id}`}>
      <Loaded
        query={proposal}
        skeleton={
          <div className={classes.part}>
            <Lines />
          </div>
        }
      >
        {(loaded) => <Parts of={loaded} />}
      </Loaded>
    </article>
  )
}

function Parts({ of: proposal }: { of: StaffProposal }) {
  const reports = submittedReports(proposal)
  const requests = proposal.requested_samples.length
  const entries = useDiscussionCount(proposal.id, true)
  return (
    <Tabs defaultValue="reports" keepMounted={false}>
      <Tabs.List className={classes.tabs!}>
        <Tabs.Tab value="reports">
          Reports <Count of={reports.length} />
        </Tabs.Tab>
        <Tabs.Tab value="proposal">Proposal</Tabs.Tab>
        <Tabs.Tab value="sample">
          Sample <Count of={requests} />
        </Tabs.Tab>
        <Tabs.Tab value="discussion">Discussion {entries !== undefined && <Count of={entries} />}</Tabs.Tab>
        <Tabs.Tab value="pdf">PDF</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="reports">
        <TotalsLine proposal={proposal} />
        <ReportBlocks proposal={proposal} />
        <Requests of={proposal} />
        <LastEntry id={proposal.id} />
      </Tabs.Panel>
      <Tabs.Panel value="proposal" className={classes.part}>
        <ProposalText proposal={proposal} />
      </Tabs.Panel>
      <Tabs.Panel value="sample">
        <Requests of={proposal} />
        <section className={classes.part}>
          <h3>Assigned samples</h3>
          <AssignedSamples rows={proposal.assigned_samples} />
        </section>
      </Tabs.Panel>
      <Tabs.Panel value="discussion" className={classes.part}>
        <Discussion proposal_id={proposal.id} />
      </Tabs.Panel>
      <Tabs.Panel value="pdf" className={classes.part}>
        <CsvButton call={api.proposals.pdfWithAttachment} input={{ params: { id: proposal.id } }}>
          PDF of the proposal with its attachment
        </CsvButton>{' '}
        <NewTab to={address('/proposals/detail/$id', { id: proposal.id })}>All details</NewTab>
      </Tabs.Panel>
    </Tabs>
  )
}

const Count = ({ of: count }: { of: ReactNode }) => <span className={classes.count}>{count}</span>

const Requests = ({ of: proposal }: { of: StaffProposal }) => (
  <section className={classes.part}>
    <h3>
      Requested samples <small>{requestedText(proposal)}</small>
    </h3>
    <RequestsAtHand proposal={proposal} />
  </section>
)

/** The last word of the discussion; all of it is in its own tab. */
function LastEntry({ id }: { id: number }) {
  const { data } = useCall(
    api.discussions.get,
    { params: { id }, query: { last: ENTRIES_AT_ONCE } },
    { own: ['forbidden', 'missing'] },
  )
  const last = data?.entries.findLast(({ withdrawn_at }) => withdrawn_at === null)
  if (!data || !last) return null
  return (
    <section className={classes.part}>
      <h3>
        Discussion <small>{`${data.count} ${data.count === 1 ? 'entry' : 'entries, the last one'}`}</small>
      </h3>
      <p className={classes.entry}>
        <b>{last.author.name}</b> <small>{time(last.written_at)}</small>
        <br />
        {last.text}
      </p>
    </section>
  )
}
