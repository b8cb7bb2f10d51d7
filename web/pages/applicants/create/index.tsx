import { Group, Stack, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { address } from '#domain/address.ts'
import type { NoticeIdentity } from '#domain/session/provider_contract.ts'
import { windowsOf } from '#domain/terms/rules.ts'
import { NAME_LENGTH } from '#domain/users/person_schemas.ts'
import { termLabel, time, zoneName } from '#web/lib/format/format.ts'
import { type EndpointFormState, useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useCurrentTerm } from '#web/lib/session/current_term.ts'
import { useOptionalUser } from '#web/lib/session/session.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { NO_NOTICE, NoticeFields, type NoticeValues } from '#web/ui/forms/notice_fields.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { Help, useExits } from '../-notice_page.tsx'
import { FillFromOrcid } from './-orcid.tsx'

export const Route = createFileRoute('/applicants/create/')({ component: CreateNotice })

function CreateNotice() {
  const user = useOptionalUser()
  const { back } = useExits()
  const open = useCall(api.terms.noticeAccepted, {}, { staleTime: 0 }).data
  return (
    <Page
      title="Registration Form (Notice of Intent)"
      actions={
        <>
          <Help />
          <LinkButton to={back} variant="default">
            Back
          </LinkButton>
        </>
      }
    >
      <NoticeDeadline />
      {open === false && <NoticesClosed />}
      {user ? <PrefilledForm /> : <NoticeForm initial={NO_NOTICE} />}
    </Page>
  )
}

/** Why no notice is accepted now, with the dates. */
function NoticesClosed() {
  const dates = useCurrentTerm()?.dates
  const window =
    dates &&
    `${termLabel(dates.id)} accepts them from ${time(dates.noi_opens_at)} to ${time(dates.noi_closes_at)} (${zoneName()}).`
  return (
    <Note kind="warn" title="Notices of Intent are not accepted at the moment.">
      {dates?.disabled ? `${termLabel(dates.id)} is closed.` : window}
      {' What you type is kept on this device, but cannot be sent now.'}
    </Note>
  )
}

/** The call, its deadline for notices, and what happens after sending. */
function NoticeDeadline() {
  const term = useCurrentTerm()
  if (!term?.dates) return null
  const { notices } = windowsOf(term.dates, new Date())
  if (notices.state !== 'open') return null
  return (
    <Text c="dimmed" maw="44rem">
      {termLabel(term.id)} accepts Notices of Intent until {time(notices.at)} ({zoneName()}). The office will
      register you and e-mail you a password; then you write the proposal. Nothing is sent until you press
      Send on the next page.
    </Text>
  )
}

/** The form with the initial values from the user's profile. */
function PrefilledForm() {
  const profile = useCall(api.users.myProfile)
  return (
    <Loaded query={profile} fresh>
      {(data) => <NoticeForm initial={{ ...NO_NOTICE, ...data }} />}
    </Loaded>
  )
}

function NoticeForm({ initial }: { initial: NoticeValues }) {
  const go = useGo()
  const { cancel } = useExits()
  const identity = useCall(api.providers.noticeIdentity, {}, { staleTime: 0 }).data ?? null
  // The draft is stored, and the visit to ORCID returns to this page.
  const leaving = useRef(false)
  const form = useEndpointForm(api.applicants.create, {
    initial,
    toBody: (values: NoticeValues) => ({ ...values, methods: 'validate', orcid: identity?.orcid }),
    draft: 'notice',
    success: false,
    invalid: false,
    refresh: false,
    // Only validated: the confirm screen reads the draft, and Return restores it.
    saves: false,
    onDone: () => void go(address('/applicants/confirm')),
  })
  useFilledName(identity, form)
  return (
    <EndpointForm form={form} guardsLeaving={() => !leaving.current}>
      <Stack gap="md">
        <FillFromOrcid
          identity={identity}
          beforeLeaving={() => {
            form.draft.flush()
            leaving.current = true
          }}
        />
        <NoticeFields form={form.fields} own />
        <Group gap="sm">
          <WriteButton type="submit" disabled={form.waiting}>
            Confirm
          </WriteButton>
          <LinkButton to={cancel} variant="default" disabled={form.waiting}>
            Cancel
          </LinkButton>
        </Group>
      </Stack>
      <WaitingDialog open={form.waiting} />
    </EndpointForm>
  )
}

/** Fills the empty names in once the iD is there; what was typed stays. */
function useFilledName(identity: NoticeIdentity | null, { fields }: EndpointFormState<NoticeValues>) {
  const filled = useRef<string | null>(null)
  useEffect(() => {
    if (!identity || filled.current === identity.orcid) return
    filled.current = identity.orcid
    const { first_name, last_name } = fields.getValues()
    fields.setValues({
      first_name: first_name || identity.first_name.slice(0, NAME_LENGTH),
      last_name: last_name || identity.last_name.slice(0, NAME_LENGTH),
    })
  })
}
