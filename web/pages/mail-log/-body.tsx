import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { MailRow } from '#domain/mail/log.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'

/** Shows the text of a mail, read when it is asked for. */
export function BodyButton({ mail }: { mail: MailRow }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Text of ${mail.subject}`}
        onClick={() => setOpen(true)}
      >
        Text
      </Button>
      <Dialog open={open} message={<b>{mail.subject}</b>} onClose={close} size="lg">
        {mail.secret ? (
          <EmptyState title="This mail holds a password or a link.">Its text is never shown.</EmptyState>
        ) : (
          open && <Body id={mail.id} />
        )}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close} data-autofocus>
            Close
          </Button>
        </Group>
      </Dialog>
    </>
  )
}

function Body({ id }: { id: number }) {
  const query = useCall(api.mail.log, { query: { id } })
  return (
    <Loaded query={query}>
      {({ data: [mail] }) =>
        mail?.body ? (
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{mail.body}</Text>
        ) : (
          <EmptyState title="The text of this mail is not kept." />
        )
      }
    </Loaded>
  )
}
