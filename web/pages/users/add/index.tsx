import { Checkbox } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { fullName, NO_PERSON } from '#domain/users/person.ts'
import { staffChangesOf } from '#domain/users/staff_accounts.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useAfterPause } from '#web/lib/screen/timing.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { UserForm } from '../-form.tsx'
import { WithOtherAdministrators } from '../-other_administrators.tsx'

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
      is_curation: false,
      send_mail: true,
    },
    draft: 'users/add',
    onDone: leave.begin,
  })
  const ask = useConfirm()
  /** Asks first if the account is one of the staff. */
  function save() {
    const account = form.fields.getValues()
    if (staffChangesOf(null, { ...account, disabled: false }).length === 0) return form.submit()
    void ask({
      question: (
        <WithOtherAdministrators>
          {({ waiting }) =>
            `Give ${fullName(account) || 'this user'} a role of the office, the panel or curation?${waiting}`
          }
        </WithOtherAdministrators>
      ),
      details: (
        <WithOtherAdministrators>
          {({ others, waits }) => (
            <MailRecipients
              of={api.users.add}
              to={{
                user: account.send_mail && !waits ? [{ name: fullName(account), email: account.email }] : [],
                other_administrators: others,
              }}
            />
          )}
        </WithOtherAdministrators>
      ),
      act: async () => form.submit(),
    })
  }
  return (
    <Page title="Add User" breadcrumbs={[['User', back], ['Add']]}>
      <UserForm form={form} leaving={leave.pausing} back={back} save={save}>
        <Checkbox
          label="E-mail a temporary password"
          description="Otherwise PASSWORD RESET on the user's page lets the user in."
          {...form.fields.getInputProps('send_mail', { type: 'checkbox' })}
        />
      </UserForm>
    </Page>
  )
}
