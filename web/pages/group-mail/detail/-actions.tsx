import { Button, Group, Text } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { GroupMailDetail } from '#domain/mail/contract.ts'
import { whyNotSend } from '#domain/mail/rules.ts'
import { api } from '#web/lib/api.ts'
import { useGo } from '#web/lib/go.ts'
import { useAction } from '#web/lib/query.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { RuledButton } from '#web/ui/ruled_button.tsx'
import { LinkButton } from '#web/ui/screen_link.tsx'

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
      <RuledButton
        why={whyNotSend({ ...mail, disabled: mail.disabled === 1 }, users)}
        onClick={() =>
          ask({
            question: (
              <>
                Do you send this group mail?
                <Reach users={users} />
              </>
            ),
            act: () => send.run({ params: { id }, body: { version } }),
          })
        }
      >
        Send
      </RuledButton>
      <Button
        variant="default"
        color="red"
        onClick={() =>
          ask({ question: 'Do you delete this group mail?', act: () => remove.run({ params: { id } }) })
        }
      >
        Delete
      </Button>
    </Group>
  )
}

/** How many will get it, and how many are left out. */
function Reach({ users }: Pick<GroupMailDetail, 'users'>) {
  const out = users.filter(({ disabled }) => disabled).length
  const reached = users.length - out
  return (
    <Text c="dimmed" mt="xs">
      {`It goes to ${reached} ${reached === 1 ? 'destination' : 'destinations'}.`}
      {out > 0 && ` ${out} disabled ${out === 1 ? 'user is' : 'users are'} left out.`}
    </Text>
  )
}
