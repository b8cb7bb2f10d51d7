import { Stack, Text } from '@mantine/core'
import type { LoanRow } from '#domain/custody/loans/list_contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'

interface BulkActsProps {
  rows: readonly LoanRow[]
  /** Clears the selection. */
  done: () => void
}

const loansText = (rows: readonly LoanRow[]) => (rows.length === 1 ? 'one loan' : `${rows.length} loans`)
const holdersOf = (rows: readonly LoanRow[]) =>
  rows.map(({ number, borrower_name }) => ({ name: `${borrower_name}, ${number}` }))

/** What can be done with the selected loans at once: send agreements, remind of late returns, take the CSV. */
export function BulkActs({ rows, done }: BulkActsProps) {
  const office = useIsOffice()
  return (
    <>
      <CsvButton call={api.loans.download} input={{ query: { numbers: rows.map(({ number }) => number) } }} />
      {office && (
        <SendAgreements rows={rows.filter(({ next }) => next.kind === 'send_agreement')} done={done} />
      )}
      {office && <Remind rows={rows.filter(({ days_late }) => days_late > 0)} done={done} />}
    </>
  )
}

/** `rows`: those whose agreement is to be sent. */
function SendAgreements({ rows, done }: BulkActsProps) {
  const ask = useConfirm()
  const send = useAction(api.loans.sendAgreements, { onDone: done })
  if (rows.length === 0) return null
  return (
    <WriteButton
      loading={send.pending}
      onClick={() =>
        ask({
          question: `Send the agreement of ${loansText(rows)}?`,
          details: (
            <Stack gap="xs">
              <Text size="sm">Each borrower can read, sign and upload it on My samples.</Text>
              <MailRecipients
                of={api.loans.sendAgreements}
                to={{ holder: holdersOf(rows) }}
                saying="the agreement"
              />
            </Stack>
          ),
          yes: 'SEND',
          act: () => send.run({ body: { numbers: rows.map(({ number }) => number) } }),
        })
      }
    >
      {`Send ${rows.length === 1 ? 'the agreement' : `${rows.length} agreements`}`}
    </WriteButton>
  )
}

/** `rows`: those that are late. */
function Remind({ rows, done }: BulkActsProps) {
  const ask = useConfirm()
  const remind = useAction(api.loans.remind, { onDone: done })
  if (rows.length === 0) return null
  return (
    <WriteButton
      loading={remind.pending}
      onClick={() =>
        ask({
          question: `Remind the holders of ${loansText(rows)}?`,
          details: <MailRecipients of={api.loans.remind} to={{ holder: holdersOf(rows) }} />,
          yes: 'REMIND',
          act: () => remind.run({ body: { numbers: rows.map(({ number }) => number) } }),
        })
      }
    >
      {`Remind ${rows.length === 1 ? 'the holder' : `the holders of ${rows.length}`}`}
    </WriteButton>
  )
}
