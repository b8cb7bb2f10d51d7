import { Text } from '@mantine/core'
import type { ResultRow } from '#domain/results/contract.ts'
import { listNames } from '#domain/text.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'

type Noted = Pick<ResultRow, 'proposal_id' | 'name' | 'answered'>

const sum = (rows: readonly Noted[], of: 'accepted' | 'declined') =>
  rows.reduce((all, { answered }) => all + (answered?.[of] ?? 0), 0)

const samples = (count: number) => (count === 1 ? '1 sample' : `${count} samples`)

/** Acts on answers, after it has said what that does. */
export function useTakeNote(onDone: () => void = () => {}) {
  const ask = useConfirm()
  const note = useAction(api.results.takeNote, { onDone })
  return {
    pending: note.pending,
    ask: (rows: readonly Noted[]) => {
      const [accepted, declined] = [sum(rows, 'accepted'), sum(rows, 'declined')]
      const loans = rows.filter(({ answered }) => (answered?.accepted ?? 0) > 0)
      return ask({
        question:
          rows.length === 1
            ? `Take note of the answer of ${rows[0]!.name}?`
            : `Take note of ${rows.length} answers?`,
        details: (
          <>
            <Text size="sm" mb="xs">
              {[
                accepted > 0 &&
                  `${samples(accepted)} accepted: ${
                    loans.length === 1
                      ? `a loan is made for ${loans[0]!.name}`
                      : `${loans.length} loans are made, for ${listNames(
                          loans.map(({ name }) => name),
                          6,
                        )}`
                  }.`,
                declined > 0 && `${samples(declined)} declined: free again for other proposals.`,
                rows.length === 1
                  ? 'The answer can then no longer be changed.'
                  : 'The answers can then no longer be changed.',
              ]
                .filter(Boolean)
                .join(' ')}
            </Text>
            <MailRecipients of={api.results.takeNote} to={{}} />
          </>
        ),
        act: () => note.run({ body: { proposal_ids: rows.map(({ proposal_id }) => proposal_id) } }),
      })
    },
  }
}
