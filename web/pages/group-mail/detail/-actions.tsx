import { Button, Group, Text } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { GroupMailDetail } from '#domain/mail/contract.ts'
import { whyNotSend } from '#domain/mail/rules.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'

/** What can be done with a group mail until it is sent. */
export function Actions({ mail }: { mail: GroupMailDetail }) {
  const { id, users, version } = mail
  const go = useGo()
  const ask = useConfirm()
  const send = useAction(api.mail.send)
  const remove = useAction(api.mail.remove, { onDone: () => void go(address('/group-mail')) })
  return (
    <Group gap="sm">
      <LinkButton to={address('/group-mail/edit/$id', { id })} variant="default">
        Edit
      </LinkButton>
      <ButtonWithReason
        why={whyNotSend({ ...mail, disabled: mail.disabled === 1 }, users)}
        onClick={() =>
          ask({
            question: 'Do you send this group mail?',
            details: <Reach users={users} bcc={mail.bcc} />,
            act: () => send.run({ params: { id }, body: { version } }),
          })
        }
      >
        Send
      </ButtonWithReason>
      <Button
        variant="default"
        color="red"
        onClick={() =>
          ask({
            question:
              'Do you delete this group mail? It stays in the list, and can neither be changed nor sent any more.',
            details: <MailRecipients of={api.mail.remove} to={{}} />,
            act: () => remove.run({ params: { id } }),
          })
        }
      >
        Delete
      </Button>
    </Group>
  )
}

/** Who will get it, and who is left out. */
function Reach({ users, bcc }: Pick<GroupMailDetail, 'users' | 'bcc'>) {
  const out = users.filter(({ disabled }) => disabled)
  return (
    <>
      <MailRecipients of={api.mail.send} to={{ destinations: users.filter(({ disabled }) => !disabled) }} />
      {bcc && <Text size="sm" mt="xs">{`One copy goes to ${bcc}.`}</Text>}
      {out.length > 0 && (
        <Text size="sm" mt="xs">
          {`Left out, because disabled: ${out.map(({ name }) => name).join(', ')}.`}
        </Text>
      )}
    </>
  )
}
