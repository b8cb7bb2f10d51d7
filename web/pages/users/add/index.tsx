import { Checkbox } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { NO_PERSON } from '#domain/users/person.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useAfterPause } from '#web/lib/screen/timing.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { UserForm } from '../-form.tsx'

export const Route = createFileRoute('/users/add/')({ component: AddUser })

function AddUser() {
  const go = useGo()
  const back = address('/users')
  const leave = useAfterPause(() => void go(back))
  const form = useEndpointForm(api.users.add, {
    initial: {
      ...NO_PERSON,
      is_administration_office: false,
      is_panel: false,
      is_reviewer: false,
      send_mail: true,
    },
    draft: 'users/add',
    onDone: leave.begin,
  })
  return (
    <Page title="Add User" breadcrumbs={[['User', back], ['Add']]}>
      <UserForm form={form} leaving={leave.pausing} back={back}>
        <Checkbox
          label="Mail a generated password"
          description="Otherwise PASSWORD RESET on the user's page lets the user in."
          {...form.fields.getInputProps('send_mail', { type: 'checkbox' })}
        />
      </UserForm>
    </Page>
  )
}
