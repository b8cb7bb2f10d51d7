import { Checkbox } from '@mantine/core'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { UserDetail } from '#domain/users/contract.ts'
import { ROLE_LABEL } from '#domain/users/fields.ts'
import { type AccessLoss, accessLossOf, DELETED } from '#domain/users/rules.ts'
import { type StaffChange, staffChangesOf } from '#domain/users/staff_accounts.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { failureKind } from '#web/lib/http/failures.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { target, useGo } from '#web/lib/routing/navigation.ts'
import { useAfterPause } from '#web/lib/screen/timing.ts'
import { ConfirmDialog, useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { type AccountValues, UserForm } from '../-form.tsx'
import { WithOtherAdministrators } from '../-other_administrators.tsx'
import { AccessLossQuestion } from './-access_loss.tsx'
import { LinkedAccounts } from './-linked_accounts.tsx'
import { SecondFactor } from './-second_factor.tsx'

export const Route = createFileRoute('/users/edit/$id')({
  loader: loadById(api.users.get),
  component: EditUser,
})

const detail = (id: number | string) => address('/users/detail/$id', { id })

function EditUser() {
  const { id } = Route.useParams()
  const user = useCall(api.users.get, { params: { id } }, { own: ['missing'] })
  if (user.error && failureKind(user.error) === 'missing')
    return <Navigate {...target(address('/404'))} replace />
  return (
    <Page
      title="Edit User"
      breadcrumbs={[['User', address('/users')], ['User Detail', detail(id)], ['Edit']]}
    >
      <Loaded query={user} fresh>
        {(data) => (data.deleted ? <Note kind="warn" title={DELETED} /> : <Edit key={data.id} user={data} />)}
      </Loaded>
    </Page>
  )
}

interface Values extends AccountValues {
  disabled: boolean
  version: number
}

const valuesOf = (user: UserDetail): Values => ({
  first_name: user.first_name,
  middle_name: user.middle_name,
  last_name: user.last_name,
  suffix: user.suffix,
  email: user.email,
  affiliation: user.affiliation,
  is_administration_office: user.is_administration_office,
  is_panel: user.is_panel,
  is_reviewer: user.is_reviewer,
  is_curation: user.is_curation,
  disabled: user.disabled === 1,
  version: user.version,
})

const QUESTIONS: Record<StaffChange, string> = {
  role: 'a new role of the office, the panel or curation',
  email: 'another e-mail address',
  password: 'another password',
  second_factor: 'no second factor',
}

function Edit({ user }: { user: UserDetail }) {
  const go = useGo()
  const leave = useAfterPause(() => void go(detail(user.id)))
  const [accessLoss, setAccessLoss] = useState<AccessLoss | null>(null)
  const ask = useConfirm()
  const form = useEndpointForm(api.users.save, {
    initial: valuesOf(user),
    input: { params: { id: user.id } },
    draft: `users/${user.id}`,
    conflict: {
      load: async () => valuesOf(await api.users.get({ params: { id: user.id } })),
      labels: ROLE_LABEL,
    },
    onDone: leave.begin,
  })
  const next = form.fields.getValues()
  /** Asks first if saving ends access, or changes a staff account in a way that others are told of. */
  function save() {
    const loss = accessLossOf(user, next)
    if (loss) setAccessLoss(loss)
    else saveStaffAccount()
  }
  function saveStaffAccount() {
    const changes = staffChangesOf(user, next)
    if (changes.length === 0) return form.submit()
    const list = new Intl.ListFormat('en-GB').format(changes.map((change) => QUESTIONS[change]))
    const newAddress = changes.includes('email')
    void ask({
      question: (
        <WithOtherAdministrators>
          {({ waiting }) => `Save ${user.name} with ${list}?${waiting}`}
        </WithOtherAdministrators>
      ),
      details: (
        <WithOtherAdministrators>
          {({ office, others, waits }) => (
            <MailRecipients
              of={api.users.save}
              to={{
                user: newAddress && !waits ? [user] : [],
                office: newAddress && !waits ? office.filter(({ id }) => id !== user.id) : [],
                other_administrators:
                  newAddress && !waits ? [] : others.filter(({ id }) => waits || id !== user.id),
              }}
            />
          )}
        </WithOtherAdministrators>
      ),
      act: async () => form.submit(),
    })
  }
  return (
    <>
      <UserForm form={form} leaving={leave.pausing} back={detail(user.id)} save={save}>
        <Checkbox
          label="Disabled"
          description="A disabled user cannot sign in, and their calendar address does not work. Disabling revokes their API tokens for good."
          {...form.fields.getInputProps('disabled', { type: 'checkbox' })}
        />
      </UserForm>
      <SecondFactor user={user} />
      <LinkedAccounts user={user} />
      <ConfirmDialog
        open={accessLoss !== null}
        question={
          accessLoss && (
            <AccessLossQuestion
              user={user}
              accessLoss={accessLoss}
              disabled={next.disabled && user.disabled === 0}
            />
          )
        }
        onYes={() => {
          setAccessLoss(null)
          saveStaffAccount()
        }}
        onNo={() => setAccessLoss(null)}
      />
    </>
  )
}
