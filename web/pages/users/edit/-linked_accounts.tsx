import { Group, Stack } from '@mantine/core'
import { endsAccessText } from '#domain/session/ended_access.ts'
import { whyNotUnlink } from '#domain/session/providers.ts'
import type { UserDetail } from '#domain/users/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Identities } from '#web/ui/text/identities.tsx'

/** The user's accounts at sign-in providers, each with a button that unlinks it; nothing without any. */
export function LinkedAccounts({ user }: { user: UserDetail }) {
  const me = useUser()
  const ask = useConfirm()
  const unlink = useAction(api.providers.unlinkOf)
  if (user.identities.length === 0) return null
  return (
    <Section title="Sign-in providers">
      <Stack gap="sm">
        {user.identities.map((identity) => (
          <Group key={identity.id} gap="md">
            <Identities of={[identity]} />
            <ButtonWithReason
              variant="default"
              why={whyNotUnlink(me, user)}
              onClick={() =>
                void ask({
                  question: `Unlink ${identity.provider} from ${user.name}? This ${endsAccessText(user)}. Their password and their calendar address stay valid.`,
                  details: <MailRecipients of={api.providers.unlinkOf} to={{ user: [user] }} />,
                  act: () => unlink.run({ params: { id: user.id }, body: { identity: identity.id } }),
                })
              }
            >
              {`UNLINK ${identity.provider.toUpperCase()}`}
            </ButtonWithReason>
          </Group>
        ))}
      </Stack>
    </Section>
  )
}
