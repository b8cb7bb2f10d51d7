import { whyNotContent } from '#domain/mail/rules.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'

/** The words of a group mail, saved or not. */
export interface GroupMailWords {
  title: string
  content: string
  reply_to_address: string
  reply_to_name: string
}

interface SendTestProps {
  words: GroupMailWords
  /** The recipient whose values it has. */
  user: { id: number; name: string }
}

/** E-mails the user what one recipient would get. */
export function SendTest({ words, user }: SendTestProps) {
  const send = useAction(api.mail.test, { refresh: false })
  const { title, content, reply_to_address, reply_to_name } = words
  return (
    <ButtonWithReason
      variant="default"
      why={title.trim() === '' ? 'Type a title first.' : whyNotContent(content)}
      loading={send.pending}
      onClick={() =>
        void send.run({ body: { title, content, reply_to_address, reply_to_name, user_id: user.id } })
      }
    >
      Send me a test
    </ButtonWithReason>
  )
}
