import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Note } from '#web/ui/text/note.tsx'
import type { SelectableUser } from '../-destinations.tsx'
import { EMPTY_VALUES, GroupMailForm, reconcileDestinations } from '../-form.tsx'

export const Route = createFileRoute('/group-mail/add/')({ component: AddGroupMail })

function AddGroupMail() {
  const everybody = useCall(api.users.all)
  return (
    <Page title="Add Group Mail" breadcrumbs={[['Group Mail', address('/group-mail')], ['Add']]}>
      <Loaded query={everybody}>{(users) => <Add everybody={users} />}</Loaded>
    </Page>
  )
}

function Add({ everybody }: { everybody: readonly SelectableUser[] }) {
  const go = useGo()
  const mailTo = useLocation({ select: ({ state }) => state.mailTo })
  const known = mailTo ? destinationsOf(mailTo, everybody) : null
  const [saved, setSaved] = useState<number | null>(null)
  const form = useEndpointForm(api.mail.add, {
    initial: known ? { ...EMPTY_VALUES, destinations: known.ids } : EMPTY_VALUES,
    draft: known ? `group-mail/add/${known.ids.join()}` : 'group-mail/add',
    reconcile: (values) => reconcileDestinations(values, everybody),
    success: false,
    onDone: ({ id }) => setSaved(id ?? null),
  })
  return (
    <>
      {known && <PreselectedNote people={known.ids.length} unknown={known.unknown} />}
      <GroupMailForm
        form={form}
        allUsers={everybody}
        cancel={address('/group-mail')}
        saved={saved !== null}
        onBack={() => void go(address('/group-mail/detail/$id', { id: saved! }))}
      />
    </>
  )
}

/** The ids of the users with these addresses, and the addresses without an active user. */
function destinationsOf(addresses: readonly string[], everybody: readonly SelectableUser[]) {
  const users = new Map(
    everybody.filter(({ disabled }) => !disabled).map((user) => [user.email.toLowerCase(), user.id]),
  )
  return {
    ids: [...new Set(addresses.flatMap((one) => users.get(one.toLowerCase()) ?? []))],
    unknown: addresses.filter((one) => !users.has(one.toLowerCase())),
  }
}

/** How many of the people selected in a list became destinations, and who has no active account. */
const PreselectedNote = ({ people, unknown }: { people: number; unknown: readonly string[] }) => (
  <Note kind={unknown.length > 0 ? 'warn' : 'info'}>
    {`${people} of the chosen people ${people === 1 ? 'is' : 'are'} listed under Destination.`}
    {unknown.length > 0 &&
      ` No user has the address of these, or the user is disabled: ${unknown.join(', ')}.`}
  </Note>
)
