import { Group } from '@mantine/core'
import { address } from '#domain/address.ts'
import { whyNotDelete, whyNotResetPassword } from '#domain/users/rules.ts'
import type { UserDetail } from '#domain/users/user.ts'
import { api } from '#web/lib/api.ts'
import { useGo } from '#web/lib/go.ts'
import { useAction } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { MailGoesTo } from '#web/ui/mail_goes_to.tsx'
import { RuledButton } from '#web/ui/ruled_button.tsx'
import { LinkButton } from '#web/ui/screen_link.tsx'

/** EDIT, PASSWORD RESET, and Delete once the user is disabled; nothing of one who is deleted. */
export function Actions({ user }: { user: UserDetail }) {
  const go = useGo()
  const me = useUser()
  const ask = useConfirm()
  const reset = useAction(api.users.resetPassword)
  const remove = useAction(api.users.remove, {
    onDone: () => void go(address('/users'), { replace: true }),
    refresh: false,
  })
  if (user.deleted) return null
  const account = { ...user, disabled: user.disabled === 1 }
  const call = { params: { id: user.id } }
  return (
    <Group gap="sm">
      <LinkButton to={address('/users/edit/$id', { id: user.id })}>EDIT</LinkButton>
      <RuledButton
        variant="default"
        why={whyNotResetPassword(account)}
        onClick={() =>
          void ask({
            question: `Do you mail ${user.email} a link that resets the password?`,
            details: <MailGoesTo to={[user]} saying="the link, valid for 60 minutes" />,
            act: () => reset.run(call),
          })
        }
      >
        PASSWORD RESET
      </RuledButton>
      {whyNotDelete(me, account) === null && (
        <RuledButton
          variant="default"
          why={null}
          onClick={() =>
            void ask({
              question: `Do you delete ${user.name}? What the user did stays, without name and address. This can not be undone.`,
              details: <MailGoesTo to={[]} />,
              act: () => remove.run(call),
            })
          }
        >
          Delete
        </RuledButton>
      )}
    </Group>
  )
}
