import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { CallState } from '#domain/call_state/contract.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { load } from '#web/lib/routing/loaders.ts'
import { useHasRole, useIsOffice } from '#web/lib/session/session.ts'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { InformationList } from '#web/ui/home/information_list.tsx'
import { SetupSteps } from '#web/ui/home/setup_steps.tsx'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { PanelMeets } from '#web/ui/meeting/next_meeting.tsx'
import { CallSoFar, Material, ReviewedSince, TopScored } from './-call_panels.tsx'
import classes from './-dashboard.module.css'
import { Exports } from './-exports.tsx'
import { NewEntries } from './-new_entries.tsx'
import { ReviewerDesk } from './-reviewer_desk.tsx'
import { Speaking } from './-speaking.tsx'
import { TodoList, TodoSkeleton } from './-todo_list.tsx'

export const Route = createFileRoute('/')({ loader: load(api.callState.get), component: Dashboard })

function Dashboard() {
  const office = useIsOffice()
  const custodian = useHasRole('admin', 'curation')
  const staff = useHasRole('admin', 'panel')
  const panel = useHasRole('panel')
  const reviewer = useHasRole('reviewer')
  const reading = useCall(api.callState.get)
  const { data: call, dataUpdatedAt } = reading
  return (
    <Page
      title="Dashboard"
      beside={call && staff && `${time(new Date(dataUpdatedAt).toISOString())} ${zoneName()}`}
      actions={office && call?.term && <Dates term={call.term} />}
    >
      <div className={staff ? classes.columns : classes.stack}>
        <div className={classes.stack}>
          {office && <SetupSteps />}
          {custodian && (
            <Loaded query={reading} skeleton={<TodoSkeleton />}>
              {/* Before the first call there is what the setting up asks for. */}
              {({ term, todo }) => (term || todo.length > 0) && <TodoList todo={todo} />}
            </Loaded>
          )}
          {staff && call?.term && <PanelMeets term_id={call.term.id} />}
          {panel && <Speaking />}
          {staff && <NewEntries />}
          {call?.panel && <ReviewedSince panel={call.panel} />}
          {reviewer && <ReviewerDesk />}
          {staff && <Exports />}
        </div>
        <div className={classes.stack}>
          {staff && (
            <Loaded query={reading} skeleton={<Lines count={8} />}>
              {(state) => state.staff && <CallPanels staff={state.staff} />}
            </Loaded>
          )}
          <InformationList
            aside={
              office && (
                <ScreenLink to={address('/information/add')} fz="inherit">
                  Write
                </ScreenLink>
              )
            }
          />
        </div>
      </div>
    </Page>
  )
}

const Dates = ({ term: { id, label } }: { term: NonNullable<CallState['term']> }) => (
  <LinkButton to={address('/masters/terms/edit/$id', { id })} variant="default">
    Dates of {label}
  </LinkButton>
)

const CallPanels = ({ staff }: { staff: NonNullable<CallState['staff']> }) => (
  <>
    <CallSoFar staff={staff} />
    <Material material={staff.material} />
    <TopScored top={staff.top} scored={staff.funnel.scored} />
  </>
)
