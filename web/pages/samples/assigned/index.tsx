import { Checkbox, Group, Select, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { termLabel } from '#domain/masters/values.ts'
import { api } from '#web/lib/api.ts'
import { useCall } from '#web/lib/query.ts'
import { useIsOffice, useUser } from '#web/lib/session.tsx'
import { useTermChoice, useTick } from '#web/lib/term_choice.ts'
import { useTerms } from '#web/ui/choices.ts'
import { CsvButton } from '#web/ui/csv_button.tsx'
import { DataTable } from '#web/ui/data_table.tsx'
import { EmptyState } from '#web/ui/empty_state.tsx'
import { LoadError, Loaded } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { useChosen } from './-chosen.ts'
import { assignedColumns } from './-columns.tsx'
import { ConfirmButton } from './-confirm.tsx'

export const Route = createFileRoute('/samples/assigned/')({ component: AssignedList })

function AssignedList() {
  const current = useCall(api.terms.current)
  return (
    <Page
      title="Assigned Sample List"
      breadcrumbs={[['Sample List', address('/samples')], ['Assigned Sample List']]}
    >
      <Loaded query={current}>{(now) => <TermAssigned current={String(now ?? '')} />}</Loaded>
    </Page>
  )
}

function TermAssigned({ current }: { current: string }) {
  const [term_id, choose] = useTermChoice('/samples/assigned', current)
  return <AssignedOf key={term_id} term_id={term_id} choose={choose} />
}

function AssignedOf({ term_id, choose }: { term_id: string; choose: (term_id: string) => void }) {
  const office = useIsOffice()
  const terms = useCall(api.terms.all).data
  const open = term_id !== '' && terms?.[term_id]?.disabled === false
  // With no term chosen the list holds the terms that are still open.
  const [toConfirm, setToConfirm] = useTick('/samples/assigned', 'to_confirm')
  const ofTerm = term_id === '' ? { open: '1' as const } : { term_id }
  const query = { ...ofTerm, ...(toConfirm && { to_confirm: '1' as const }) }
  const list = useCall(api.allocation.assigned, { query }, { keep: true })
  const settings = useCall(api.masters.settings, {}, { enabled: office, staleTime: 0 }).data
  const two = settings?.two_to_confirm ?? false
  const rows = list.data
  const { chosen, choice } = useChosen(rows ?? [], term_id, two, useUser().id)
  const confirms = open && settings !== undefined
  return (
    <>
      <Group align="end" gap="sm">
        <Select
          label="Term"
          w={140}
          value={term_id}
          data={[{ value: '', label: 'All open terms' }, ...useTerms()]}
          allowDeselect={false}
          onChange={(value) => choose(value ?? '')}
        />
        <Checkbox
          label="Only what is to be confirmed"
          checked={toConfirm}
          onChange={(event) => setToConfirm(event.currentTarget.checked)}
          mb={8}
        />
        <CsvButton call={api.allocation.assignedDownload} input={{ query }} />
        {confirms && <ConfirmButton pairs={chosen} term_id={term_id} two={two} />}
      </Group>
      {term_id !== '' && terms && !open && (
        <Text size="sm">
          {termLabel(Number(term_id))} is closed: its assignments can be read and not changed.
        </Text>
      )}
      <Text role="status" fw={600}>
        {rows
          ? `${rows.length} results, ${rows.filter(({ status }) => status === CONFIRMED).length} confirmed`
          : 'Loading…'}
      </Text>
      {list.error && !rows ? (
        <LoadError error={list.error} retry={() => void list.refetch()} />
      ) : (
        <DataTable
          label="Assigned samples"
          columns={assignedColumns({ cancels: open, choice: confirms ? choice : null })}
          rows={rows}
          rowKey={(row) => row.main_key}
          busy={list.isPlaceholderData}
          empty={
            <EmptyState title={toConfirm ? 'Nothing is to be confirmed.' : 'No sample is assigned yet.'}>
              Tick samples for proposals on the Assign Samples screens and save them; they then stand here to
              be confirmed.
            </EmptyState>
          }
        />
      )}
    </>
  )
}
