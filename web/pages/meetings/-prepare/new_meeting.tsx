import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { Hours } from '#domain/meetings/schemas.ts'
import { time } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { bodyOf, MeetingForm, type MeetingValues } from './settings_form.tsx'

interface NewMeetingProps {
  term: { id: number }
  close: () => void
}

/** A new meeting: the whole panel, on the day on which the panel of the call meets. */
export function NewMeeting({ term, close }: NewMeetingProps) {
  const settings = useCall(api.masters.settings)
  const row = useCall(api.terms.get, { params: { id: term.id } })
  const people = useCall(api.meetings.people)
  return (
    <Loaded query={settings}>
      {({ panel_quorum }) => (
        <Loaded query={row}>
          {({ panel_meets_at }) => (
            <Loaded query={people}>
              {(list) => (
                <Form
                  {...{ term, close }}
                  initial={{
                    ...{ name: 'Panel Meeting', place: '', chair_id: null, deputy_id: null },
                    ...{ quorum: panel_quorum, minutes_each: 10, version: 1 },
                    sessions: panel_meets_at ? dayFrom(panel_meets_at) : [],
                    members: list
                      .filter(({ is_panel }) => is_panel)
                      .map(({ id }) => ({ user_id: id, hours: [] })),
                  }}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function Form({ term, close, initial }: NewMeetingProps & { initial: MeetingValues }) {
  const go = useGo()
  const [values] = useState(initial)
  const form = useEndpointForm(api.meetings.add, {
    initial: values,
    draft: 'meetings/add',
    toBody: (now) => {
      const { version: _, ...body } = bodyOf(now)
      return { ...body, term_id: term.id }
    },
    onDone: ({ id }) => {
      if (id) void go(address('/meetings/$id', { id }))
    },
  })
  return <MeetingForm form={form} close={close} save="Prepare the meeting" />
}

/** A day with a break at noon, in the viewer's zone. */
function dayFrom(instant: string): Hours[] {
  const day = time(instant).slice(0, 10)
  const at = (clock: string) => new Date(`${day}T${clock}:00`).toISOString()
  return [
    { starts_at: at('09:00'), ends_at: at('12:00') },
    { starts_at: at('13:00'), ends_at: at('17:00') },
  ]
}
