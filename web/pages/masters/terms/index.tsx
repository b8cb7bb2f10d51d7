import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { TermRow } from '#domain/terms/contract.ts'
import { NO_TERM } from '#domain/terms/rules.ts'
import { termState, termStateOf } from '#domain/terms/status.ts'
import { termLabel, time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { load } from '#web/lib/routing/loaders.ts'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { LoadError } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { DetailButton } from '#web/ui/lists/row_parts.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { masterBreadcrumbs } from '../-breadcrumbs.ts'
import { CheckList } from './-check_list.tsx'
import { TermSteps } from './-term_parts.tsx'

export const Route = createFileRoute('/masters/terms/')({ loader: load(api.terms.list), component: Terms })

const ADD = address('/masters/terms/add')

function Terms() {
  const terms = useCall(api.terms.list, {}, { staleTime: 0 })
  const current = terms.data?.find(({ is_current }) => is_current)
  const drafts = terms.data?.filter(({ disabled, is_current }) => !disabled && !is_current) ?? []
  return (
    <Page
      title="Terms"
      breadcrumbs={masterBreadcrumbs(['Terms'])}
      actions={<LinkButton to={ADD}>{current ? 'New call' : 'ADD'}</LinkButton>}
    >
      {/* The list comes first: what follows it cannot move it when it appears. */}
      {terms.error ? (
        <LoadError error={terms.error} retry={() => void terms.refetch()} />
      ) : (
        <DataTable
          label="Terms"
          rows={terms.data}
          rowKey={({ id }) => id}
          muted={({ disabled }) => disabled}
          columns={COLUMNS}
          empty={
            <EmptyState title={NO_TERM}>
              <ScreenLink to={ADD}>Open the first call</ScreenLink>
            </EmptyState>
          }
        />
      )}
      {drafts.map(({ id }) => (
        <CheckList key={id} term_id={id} />
      ))}
      {current && <TermSteps term={current} />}
    </Page>
  )
}

const span = (from: string, to: string) => (
  <>
    {time(from)} –<br />
    {time(to)}
  </>
)
const hint = `Times are in ${zoneName()}.`

const COLUMNS = [
  {
    header: 'Edit',
    action: true,
    width: 90,
    cell: ({ id }: TermRow) => (
      <DetailButton to={address('/masters/terms/edit/$id', { id })} name={termLabel(id)}>
        Edit
      </DetailButton>
    ),
  },
  { header: 'Term', cardTitle: true, cell: ({ id }: TermRow) => termLabel(id) },
  {
    header: 'State',
    cell: (term: TermRow) => (
      <StatusChip colour={termState.colour(termStateOf(term))}>
        {termState.label(termStateOf(term))}
      </StatusChip>
    ),
  },
  {
    header: 'Notices',
    hint,
    nowrap: true,
    cell: (term: TermRow) => span(term.noi_opens_at, term.noi_closes_at),
  },
  {
    header: 'Proposals',
    hint,
    nowrap: true,
    cell: (term: TermRow) => span(term.proposals_open_at, term.proposals_close_at),
  },
  {
    header: 'Reviews due',
    hint,
    hides: 'first',
    cell: (term: TermRow) => time(term.reviews_due_at),
  },
  {
    header: 'Panel',
    hint,
    hides: 'first',
    cell: (term: TermRow) => time(term.panel_meets_at),
  },
  {
    header: 'Allocation',
    hint,
    hides: 'first',
    cell: (term: TermRow) => time(term.allocation_due_at),
  },
  {
    header: 'Filed',
    hint: 'Notices of Intent',
    align: 'right',
    hides: 'second',
    cell: (term: TermRow) => term.notices,
  },
  {
    header: 'Written',
    hint: 'Proposals',
    align: 'right',
    hides: 'second',
    cell: (term: TermRow) => term.proposals,
  },
] as const
