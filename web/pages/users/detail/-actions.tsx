import { Group } from '@mantine/core'
import { address } from '#domain/address.ts'
import { IMPERSONATION_MINUTES, whyNotImpersonated } from '#domain/impersonation/rules.ts'
import { durationText } from '#domain/session/durations.ts'
import { endsAccessText } from '#domain/session/ended_access.ts'
import type { UserDetail } from '#domain/users/contract.ts'
import { whyNotDelete, whyNotResetPassword } from '#domain/users/rules.ts'
import { isStaffAccount } from '#domain/users/staff_accounts.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { reloadFromStartPage, useUser } from '#web/lib/session/session.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { useOtherAdministrators } from '../-other_administrators.tsx'

/** Delete is offered for disabled users only; a deleted user has no actions. */
export function Actions({ user }: { user: UserDetail }) {
  const go = useGo()
  const me = useUser()
  const ask = useConfirm()
  const reset = useAction(api.users.resetPassword)
  const { others, waits, waiting } = useOtherAdministrators()
  const recipients = {
    user: isStaffAccount(user) && waits ? [] : [user],
    other_administrators: isStaffAccount(user) ? others.filter(({ id }) => waits || id !== user.id) : [],
  }
  const impersonate = useAction(api.acting.start, {
    success: false,
    onDone: () => void reloadFromStartPage(),
    refresh: false,
  })
  // The dialog says whether the user is e-mailed: it waits for the setting.
  const told = useCall(api.masters.settings).data?.tell_acting
  const remove = useAction(api.users.remove, {
    onDone: () => void go(address('/users'), { replace: true }),
    refresh: false,
  })
  if (user.deleted) return null
  const account = { ...user, disabled: user.disabled === 1 }
  const call = { params: { id: user.id } }
  const isLinked = user.identities.some(({ confirmed_at }) => confirmed_at !== null)
  const using = ` Using the link ${endsAccessText(user)}.${isLinked ? ' Linked accounts then stop signing them in until confirmed with the new password.' : ''}`
  return (
    <Group gap="sm">
      <LinkButton to={address('/users/edit/$id', { id: user.id })}>EDIT</LinkButton>
      <ButtonWithReason
        variant="default"
        why={whyNotResetPassword(account)}
        onClick={() =>
          void ask({
            question: `E-mail ${user.email} a link that resets the password, valid for ${durationText('reset_link')}?${using}${isStaffAccount(user) ? waiting : ''}`,
            details: <MailRecipients of={api.users.resetPassword} to={recipients} />,
            act: () => reset.run(call),
          })
        }
      >
        PASSWORD RESET
      </ButtonWithReason>
      <ButtonWithReason
        variant="default"
        why={whyNotImpersonated(me, account)}
        disabled={told === undefined}
        onClick={() =>
          void ask({
            question: `View as ${user.name}? You will have ${IMPERSONATION_MINUTES} minutes, read-only: nothing can be saved, sent or downloaded. It is recorded in the audit log.`,
            details: (
              <MailRecipients
                of={api.acting.start}
                to={{ user: told ? [user] : [] }}
                saying="your name and until when"
              />
            ),
            act: () => impersonate.run(call),
          })
        }
      >
        View as this user
      </ButtonWithReason>
      {whyNotDelete(me, account) === null && (
        <ButtonWithReason
          variant="default"
          why={null}
          onClick={() =>
            void ask({
              question: `Delete ${user.name}? What the user did is kept, without name and address. Linked accounts and the calendar address are deleted. This cannot be undone.`,
              details: <MailRecipients of={api.users.remove} to={{}} />,
              act: () => remove.run(call),
            })
          }
        >
          Delete
        </ButtonWithReason>
      )}
    </Group>
  )
}
