import { Text } from '@mantine/core'
import type { GroupMailDetail } from '#domain/mail/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { EmptyPlaceholders } from './-empty_placeholders.tsx'

/** Recipients, disabled users and empty placeholders, before a group mail is sent. */
export function SendDetails({ mail }: { mail: Pick<GroupMailDetail, 'content' | 'users' | 'bcc'> }) {
  const { content, users, bcc } = mail
  const skipped = users.filter(({ disabled }) => disabled)
  const reached = users.filter(({ disabled }) => !disabled)
  return (
    <>
      <MailRecipients of={api.mail.send} to={{ destinations: reached }} />
      {bcc && (
        <Text size="sm" mt="xs">{`One copy, in which placeholders are not replaced, goes to ${bcc}.`}</Text>
      )}
      {skipped.length > 0 && (
        <Text size="sm" mt="xs">
          {`Left out because disabled: ${skipped.map(({ name }) => name).join(', ')}.`}
        </Text>
      )}
      <EmptyPlaceholders content={content} users={reached} named />
    </>
  )
}
