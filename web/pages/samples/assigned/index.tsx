import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { ALL_TERMS } from '#domain/allocation/assigned_list.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { termLabel } from '#domain/masters/values.ts'
import { resultCount } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useTermParam } from '#web/lib/routing/navigation.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { LoadError, Loaded } from '#web/ui/layout/loaded.tsx'
import { type Crumb, Page } from '#web/ui/layout/page.tsx'
import { ListViewSwitch } from '#web/ui/lists/view_switch.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { useView } from './-list_view.ts'
import { AssignedRows } from './-rows.tsx'
import { Tools } from './-toolbar.tsx'

export const Route = createFileRoute('/samples/assigned/')({ component: AssignedList })

const TITLE = 'Assigned Sample List'
const CRUMBS: readonly Crumb[] = [['Sample List', address('/samples')], [TITLE]]

function AssignedList() {
  const current = useCall(api.terms.current)
  if (current.data !== undefined) return <TermAssigned current={String(current.data ?? '')} />
  return (
    <Page title={TITLE} breadcrumbs={CRUMBS}>
      <Loaded query={current}>{() => null}</Loaded>
    </Page>
  )
}

function TermAssigned({ current }: { current: string }) {
  const [term_id, choose] = useTermParam('/samples/assigned', current)
  return <AssignedOf key={term_id} term_id={term_id} choose={choose} />
}

function AssignedOf({ term_id, choose }: { term_id: string; choose: (term_id: string) => void }) {
  const office = useIsOffice()
  const terms = useCall(api.terms.all).data
  const open = terms?.[term_id]?.disabled === false
  const one = term_id !== '' && term_id !== ALL_TERMS
  const ofTerm = term_id === '' ? {} : { term_id }
  const list = useCall(api.allocation.assigned, { query: ofTerm })
  const settings = useCall(api.masters.settings, {}, { enabled: office, staleTime: 0 }).data
  const dates = useCall(api.terms.list, {}, { enabled: office }).data
  // Shown at once with what can be done, so that nothing moves.
  const rows = terms && (!office || (settings && dates)) ? list.data : undefined
  const view = useView(rows)
  const { show, find } = view
  const narrowed = { ...ofTerm, ...(show !== 'all' && { show }), ...(find !== '' && { find }) }
  const confirmed = view.found?.filter(({ status }) => status === CONFIRMED).length
  return (
    <Page
      title={TITLE}
      breadcrumbs={CRUMBS}
      beside={
        <span role="status">
          {view.found
            ? `${resultCount(view.found.length)}, ${confirmed} confirmed`
            : !list.error && 'Loading…'}
        </span>
      }
      actions={
        <>
          <ListViewSwitch list="assigned" view={view.view} choose={view.setView} />
          {one && (
            <CsvButton call={api.allocation.downloadOf} input={{ params: { grid: '0' }, query: { term_id } }}>
              Distribution plan
            </CsvButton>
          )}
          <CsvButton call={api.allocation.assignedDownload} input={{ query: narrowed }} />
        </>
      }
    >
      <Tools term_id={term_id} choose={choose} rows={rows} view={view} />
      {one && terms && !open && (
        <Note>{`${termLabel(Number(term_id))} is closed: its assignments cannot be changed.`}</Note>
      )}
      {list.error && !rows ? (
        <LoadError error={list.error} retry={() => void list.refetch()} />
      ) : (
        <AssignedRows
          rows={rows}
          view={view}
          term_id={term_id}
          cancels={open}
          confirms={open && office}
          two={settings?.two_persons ?? false}
          closesAt={dates?.find(({ id }) => String(id) === term_id)?.proposals_close_at ?? null}
          severalTerms={!one}
        />
      )}
    </Page>
  )
}
