import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { MailRow } from '#domain/mail/contract.ts'
import { whyNotRetryAll } from '#domain/mail/rules.ts'
import { mailState } from '#domain/mail/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'

/** Sends one failed mail again. */
export function RetryButton({ mail: { id, subject } }: { mail: MailRow }) {
  const retry = useAction(api.mail.retry)
  return (
    <WriteButton
      size="compact-sm"
      aria-label={`Retry ${subject}`}
      loading={retry.pending}
      onClick={() => void retry.run({ params: { id }, body: {} })}
    >
      Retry
    </WriteButton>
  )
}

/** Sends all failed mails that match the search again; the dialog says how many. */
export function RetryAllButton({ query }: { query: Record<string, unknown> }) {
  const ask = useConfirm()
  const retry = useAction(api.mail.retry)
  const { FAILED } = mailState.code
  const excludesFailed = query.state !== '' && query.state !== FAILED
  const failedMails = useCall(
    api.mail.log,
    { query: { ...query, state: FAILED, per_page: 1 } },
    { enabled: !excludesFailed },
  )
  const failed = excludesFailed ? 0 : failedMails.data?.total
  return (
    <ButtonWithReason
      variant="default"
      why={failed === undefined ? null : whyNotRetryAll(failed)}
      disabled={failed === undefined}
      onClick={() =>
        void ask({
          question: `Send ${failed === 1 ? 'one failed e-mail' : `${failed} failed e-mails`} again?`,
          act: () => retry.run({ params: { id: 'all' }, body: query }),
        })
      }
    >
      {failed ? `Retry all failed (${failed})` : 'Retry all failed'}
    </ButtonWithReason>
  )
}

/** Shows the body of a mail, loaded when the dialog opens. */
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
          <EmptyState title="This e-mail contains a password or a secret link.">
            Its text is never shown.
          </EmptyState>
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
          <EmptyState title="The text of this e-mail has not been kept." />
        )
      }
    </Loaded>
  )
}
