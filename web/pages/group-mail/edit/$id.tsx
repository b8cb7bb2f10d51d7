import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { GroupMailDetail } from '#domain/mail/contract.ts'
import { whyNotChange } from '#domain/mail/rules.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Note } from '#web/ui/text/note.tsx'
import type { SelectableUser } from '../-destinations.tsx'
import { GroupMailForm, reconcileDestinations, valuesOf } from '../-form.tsx'

export const Route = createFileRoute('/group-mail/edit/$id')({
  loader: loadById(api.mail.get),
  component: EditGroupMail,
})

/** Where the form leads: to the group mail, or to the dashboard for panel members, who may not open that screen. */
const useBack = (id: number | string) =>
  useIsOffice() ? address('/group-mail/detail/$id', { id }) : address('/')

function EditGroupMail() {
  const { id } = Route.useParams()
  const office = useIsOffice()
  const back = useBack(id)
  const mail = useCall(api.mail.get, { params: { id } })
  const everybody = useCall(api.users.all)
  return (
    <Page
      title="Edit Group Mail"
      breadcrumbs={office ? [['Group Mail', address('/group-mail')], ['Detail', back], ['Edit']] : []}
    >
      <Loaded query={mail} fresh>
        {(data) => (
          <Loaded query={everybody}>{(users) => <Edit key={data.id} mail={data} everybody={users} />}</Loaded>
        )}
      </Loaded>
    </Page>
  )
}

const namesOf = (users: readonly SelectableUser[]) =>
  new Map(users.map(({ id, name, email }) => [id, `${name} (${email})`]))

function Edit({ mail, everybody }: { mail: GroupMailDetail; everybody: readonly SelectableUser[] }) {
  const { id } = mail
  const [names] = useState(() => namesOf([...everybody, ...mail.users]))
  const go = useGo()
  const back = useBack(id)
  const [saved, setSaved] = useState(false)
  const form = useEndpointForm(api.mail.save, {
    initial: valuesOf(mail),
    input: { params: { id } },
    draft: `group-mail/${id}`,
    conflict: {
      load: async () => {
        const theirs = await api.mail.get({ params: { id } })
        for (const [user, name] of namesOf(theirs.users)) names.set(user, name)
        return valuesOf(theirs)
      },
      words: { destinations: (ids) => ids.map((user) => names.get(user) ?? user).join('\n') },
      labels: { destinations: 'Destination' },
    },
    reconcile: (values) => reconcileDestinations(values, [...everybody, ...mail.users]),
    success: false,
    onDone: () => setSaved(true),
  })
  const why = whyNotChange({ ...mail, disabled: mail.disabled === 1 })
  // If someone else sent it meanwhile, keep showing what was typed.
  if (why && !form.dirty()) return <Note kind="warn" title={why} />
  return (
    <>
      {why && <Note kind="warn" title={why} />}
      <GroupMailForm
        form={form}
        allUsers={everybody}
        savedDestinations={mail.users}
        cancel={back}
        saved={saved}
        onBack={() => void go(back)}
      />
    </>
  )
}
