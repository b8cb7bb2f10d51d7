import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import { api } from '#web/lib/api.ts'
import { useCallForm } from '#web/lib/form.ts'
import { useGo } from '#web/lib/go.ts'
import { useCall } from '#web/lib/query.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Chosen } from '../-destinations.tsx'
import { GroupMailForm } from '../-form.tsx'
import { EMPTY } from '../-values.ts'

export const Route = createFileRoute('/group-mail/add/')({ component: AddGroupMail })

function AddGroupMail() {
  const everybody = useCall(api.users.all)
  return (
    <Page title="Add Group Mail" breadcrumbs={[['Group Mail', address('/group-mail')], ['Add']]}>
      <Loaded query={everybody}>{(users) => <Add everybody={users} />}</Loaded>
    </Page>
  )
}

function Add({ everybody }: { everybody: readonly Chosen[] }) {
  const go = useGo()
  const [saved, setSaved] = useState<number | null>(null)
  const form = useCallForm(api.mail.add, {
    initial: EMPTY,
    draft: 'group-mail/add',
    success: false,
    onDone: ({ id }) => setSaved(id ?? null),
  })
  return (
    <GroupMailForm
      form={form}
      everybody={everybody}
      cancel={address('/group-mail')}
      saved={saved !== null}
      onBack={() => void go(address('/group-mail/detail/$id', { id: saved! }))}
    />
  )
}
