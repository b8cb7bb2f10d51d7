import { List } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import { Fault, type FieldErrors } from '#domain/errors.ts'
import { type Asteroid, BENNU, RYUGU, termLabel } from '#domain/masters/values.ts'
import type { EditedProposal, OwnProposal } from '#domain/proposals/contract.ts'
import { participantsOf } from '#domain/proposals/participants.ts'
import type { RequestedSample } from '#domain/proposals/requested_samples.ts'
import { missingForSubmission, requestedTotal } from '#domain/proposals/rules.ts'
import { countEmptySections } from '#domain/proposals/sections.ts'
import { isSubmitted } from '#domain/proposals/status.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { DetailFields, Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { CallClosed } from '#web/ui/proposal/call_closed.tsx'
import { ProposalProgress } from '#web/ui/proposal/own_progress.tsx'
import { OwnSubmission } from '#web/ui/proposal/own_submission.tsx'
import { OwnTabs } from '#web/ui/proposal/own_tabs.tsx'
import { ProposalSummary } from '#web/ui/proposal/proposal_head.tsx'
import { OwnResult } from '#web/ui/result/own_result.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'

export const Route = createFileRoute('/proposals/myproposal/')({ component: MyProposal })

function MyProposal() {
  const mine = useCall(api.proposals.mine)
  return (
    <Page
      title="MyProposal"
      breadcrumbs={[['Home', address('/mypage')], ['MyProposal']]}
      actions={
        <LinkButton to={address('/mypage')} variant="default">
          Back
        </LinkButton>
      }
    >
      <Loaded query={mine} skeleton={<Lines count={10} />}>
        {({ id }) => (id === null ? <NoProposal /> : <CurrentProposal id={id} />)}
      </Loaded>
      <PreviousProposals />
    </Page>
  )
}

const NoProposal = () => (
  <EmptyState title="You have no proposal in the current call.">
    See <ScreenLink to={address('/mypage')}>Home</ScreenLink> for how to take part.
  </EmptyState>
)

function CurrentProposal({ id }: { id: number }) {
  const proposal = useCall(api.proposals.edit, { params: { id } }, { staleTime: 0 })
  return (
    <Loaded query={proposal} skeleton={<Lines count={10} />}>
      {(data) => <OwnProposalView proposal={data} />}
    </Loaded>
  )
}

function OwnProposalView({ proposal }: { proposal: EditedProposal }) {
  const go = useGo()
  const ask = useConfirm()
  const params = { id: proposal.id }
  const complete = useCall(api.proposals.check, { params }, { staleTime: 0 }).data
  const [errors, setErrors] = useState<FieldErrors>({})
  const submit = useAction(api.proposals.submit, {
    invalid: false,
    onDone: () => setErrors({}),
    onFault: (fault) => fault instanceof Fault && setErrors(fault.errors ?? {}),
  })
  const missing = [...new Set([...missingForSubmission(proposal), ...Object.keys(errors)])]
  const whyNotSubmit =
    proposal.why_not_submit ?? (complete === false ? 'Something that is required is missing.' : null)
  const ready = proposal.why_not_submit === null && missing.length === 0
  const toEdit = !ready && proposal.why_not_edit === null && !isSubmitted(proposal.status)
  return (
    <>
      <OwnResult id={proposal.id} />
      <CallClosed proposal={proposal} />
      <ProposalProgress
        proposal={proposal}
        missing={missing}
        emptySections={countEmptySections(proposal)}
        collaborators={proposal.proposal_collaborator.length}
        unlocked={proposal.is_unlocked === 1}
      >
        <ButtonWithReason
          saves={false}
          why={proposal.why_not_edit}
          variant={
            toEdit || (isSubmitted(proposal.status) && proposal.is_unlocked === 1) ? 'filled' : 'default'
          }
          onClick={() => go(address('/proposals/edit/$id', { id: proposal.id }))}
        >
          Edit
        </ButtonWithReason>
        <ButtonWithReason
          why={whyNotSubmit}
          variant={ready ? 'filled' : 'default'}
          onClick={() =>
            ask({
              question: 'Do you submit this Proposal?',
              details: <SubmitSummary proposal={proposal} />,
              act: () => submit.run({ params }),
            })
          }
        >
          Submit
        </ButtonWithReason>
      </ProposalProgress>
      <OwnSubmission proposal={proposal} />
      <ProposalSummary proposal={proposal} />
      <OwnTabs proposal={proposal} />
    </>
  )
}

function PreviousProposals() {
  const past = useCall(api.proposals.myAll)
  return (
    <Section title="Previous proposals">
      <DataTable
        label="Previous proposals"
        rows={past.data}
        rowKey={(row) => row.id}
        empty={<EmptyState title="You have no proposals in earlier calls." />}
        columns={[
          { header: 'Term', cell: (row) => termLabel(row.term_id), width: 90 },
          {
            header: 'Title',
            cell: (row) => (
              <ScreenLink to={address('/proposals/oldProposal/$id', { id: row.id })}>{row.title}</ScreenLink>
            ),
          },
          { header: 'Abstract', cell: (row) => row.shortAbstract },
        ]}
      />
    </Section>
  )
}

/** Shown before Submit: what is submitted, who gets an e-mail, and until when it can be changed. */
function SubmitSummary({ proposal }: { proposal: OwnProposal }) {
  const { requested_samples, term, why_not_edit_submitted } = proposal
  return (
    <>
      <DetailFields
        rows={[
          ['Title', proposal.title],
          ['Samples', <RequestedList key="samples" rows={requested_samples} />],
          [
            'After that',
            why_not_edit_submitted === null
              ? `You can edit it until ${time(term.proposals_close_at)} (${zoneName()}) or until a review is requested, whichever is earlier.`
              : `Submitting locks it. ${why_not_edit_submitted}`,
          ],
        ]}
      />
      <MailRecipients of={api.proposals.submit} to={{ participants: participantsOf(proposal) }} />
    </>
  )
}

const RequestedList = ({ rows }: { rows: readonly RequestedSample[] }) => (
  <List listStyleType="none">
    {([RYUGU, BENNU] as const)
      .map((asteroid) => [asteroid, rows.filter(({ db_type }) => db_type === asteroid)] as const)
      .filter(([, requested]) => requested.length > 0)
      .map(([asteroid, requested]) => (
        <List.Item key={asteroid}>
          <SampleName asteroid={asteroid} name={amountText(asteroid, requested)} />
        </List.Item>
      ))}
  </List>
)

const amountText = (asteroid: Asteroid, rows: readonly RequestedSample[]) =>
  `${asteroid === BENNU ? 'Bennu' : 'Ryugu'}: ${rows.length === 1 ? '1 row' : `${rows.length} rows`}, ${requestedTotal(rows).toFixed(1)} mg`
