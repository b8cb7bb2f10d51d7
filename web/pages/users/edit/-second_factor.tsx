import { Group, Text } from '@mantine/core'
import { endsAccessText } from '#domain/session/ended_access.ts'
import { whyNotResetSecondFactor } from '#domain/session/second_factor.ts'
import type { UserDetail } from '#domain/users/contract.ts'
import { isStaffAccount } from '#domain/users/staff_accounts.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useOtherAdministrators } from '../-other_administrators.tsx'
import { secondFactorText } from '../-status.tsx'

/** The user's second factors, and a reset for a user who has lost them. */
export function SecondFactor({ user }: { user: UserDetail }) {
  const me = useUser()
  const ask = useConfirm()
  const reset = useAction(api.users.resetSecondFactor)
  const { others, waits, waiting } = useOtherAdministrators()
  const recipients = {
    user: isStaffAccount(user) && waits ? [] : [user],
    other_administrators: isStaffAccount(user) ? others.filter(({ id }) => waits || id !== user.id) : [],
  }
  const staff = isStaffAccount(user)
  return (
    <Section title="Second factor">
      <Group gap="md">
        <Text>{secondFactorText(user)}</Text>
        <ButtonWithReason
          variant="default"
          why={whyNotResetSecondFactor(me, user, user.second_factor)}
          onClick={() =>
            void ask({
              question: `Remove the passkeys, the authenticator app and the recovery codes of ${user.name}? This ${endsAccessText(user)}. Linked accounts and the calendar address stay as they are. Make sure that the request comes from them.${staff ? waiting : ''}`,
              details: <MailRecipients of={api.users.resetSecondFactor} to={recipients} />,
              act: () => reset.run({ params: { id: user.id } }),
            })
          }
        >
          RESET SECOND FACTOR
        </ButtonWithReason>
      </Group>
    </Section>
  )
}
