import { List } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import { Fault, type FieldErrors } from '#domain/errors.ts'
import { termLabel } from '#domain/masters/values.ts'
import type { OwnProposal } from '#domain/proposals/contract.ts'
import { missingForSubmit } from '#domain/proposals/rules.ts'
import { api } from '#web/lib/api.ts'
import { useGo } from '#web/lib/go.ts'
import { useAction, useCall } from '#web/lib/query.ts'
import { Caution } from '#web/ui/caution.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { DataTable } from '#web/ui/data_table.tsx'
import { EmptyState } from '#web/ui/empty_state.tsx'
import { Lines, Loaded } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { CallClosed } from '#web/ui/proposal/call_closed.tsx'
import { OwnTabs } from '#web/ui/proposal/own_tabs.tsx'
import { ProposalSummary } from '#web/ui/proposal/proposal_summary.tsx'
import { RuledButton } from '#web/ui/ruled_button.tsx'
import { LinkButton, ScreenLink } from '#web/ui/screen_link.tsx'
import { Section } from '#web/ui/section.tsx'

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
        {({ id }) => (id === null ? <None /> : <Current id={id} />)}
      </Loaded>
      <Previous />
    </Page>
  )
}

const None = () => (
  <EmptyState title="You have no proposal in the current call.">
    <ScreenLink to={address('/mypage')}>Home</ScreenLink> tells how to take part in it.
  </EmptyState>
)

function Current({ id }: { id: number }) {
  const proposal = useCall(api.proposals.edit, { params: { id } }, { staleTime: 0 })
  return (
    <Loaded query={proposal} skeleton={<Lines count={10} />}>
      {(data) => <Mine proposal={data} />}
    </Loaded>
  )
}

function Mine({ proposal }: { proposal: OwnProposal }) {
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
  const missing = Object.keys({ ...missingForSubmit(proposal), ...errors })
  const whyNotSubmit =
    proposal.why_not_submit ?? (complete === false ? 'Something that is required is missing.' : null)
  return (
    <>
      <CallClosed proposal={proposal} />
      <ProposalSummary proposal={proposal} />
      {missing.length > 0 && proposal.why_not_edit === null && <Missing names={missing} id={proposal.id} />}
      <div style={{ display: 'flex', gap: 8 }}>
        <RuledButton
          why={proposal.why_not_edit}
          onClick={() => go(address('/proposals/edit/$id', { id: proposal.id }))}
        >
          Edit
        </RuledButton>
        <RuledButton
          why={whyNotSubmit}
          onClick={() => ask({ question: 'Do you submit this Proposal?', act: () => submit.run({ params }) })}
        >
          Submit
        </RuledButton>
      </div>
      <OwnTabs proposal={proposal} />
    </>
  )
}

/** The required parts as their fields are called in the form. */
const LABELS: Record<string, string> = {
  title: 'Title',
  abstract: 'Abstract',
  keywords: 'Keywords',
  methods: 'Analysis methods',
  samples: 'Request Sample',
  check_organization: 'My organization approves this proposal',
  check_collaborators: 'All collaborators have agreed',
}

const Missing = ({ names, id }: { names: readonly string[]; id: number }) => (
  <Caution title="Before you can submit, this is required:">
    <List>
      {names.map((name) => (
        <List.Item key={name} c="var(--mantine-color-error)">
          {LABELS[name] ?? name}: This field is required.
        </List.Item>
      ))}
    </List>
    <ScreenLink to={address('/proposals/edit/$id', { id })}>Fill it in</ScreenLink>
  </Caution>
)

function Previous() {
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
