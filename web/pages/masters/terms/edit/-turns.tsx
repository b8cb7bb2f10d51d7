import { Button } from '@mantine/core'
import type { TermRow } from '#domain/terms/contract.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'

/** What can become of a term besides its days: made current, closed, opened again. Each says first what it does. */
export function Turns({ term }: { term: TermRow }) {
  const ask = useConfirm()
  const save = useAction(api.terms.save)
  const label = termLabel(term.id)
  const turn = (question: string, change: Partial<Pick<TermRow, 'disabled' | 'is_current'>>) => () =>
    void ask({
      question,
      details: <MailRecipients of={api.terms.save} to={{}} />,
      act: () => save.run({ params: { id: term.id }, body: { ...term, ...change } }),
    })
  return (
    <>
      {!term.is_current && (
        <Button
          onClick={turn(
            `Do you make ${label} the current call? ${term.disabled ? 'It is opened again: its proposers do not see the samples confirmed for them until it is closed. ' : ''}Lists then open at it, and notices and proposals are taken for it in its windows. Every call before it is closed: nothing in them can be changed any more, and their proposers see the samples confirmed for them.`,
            { is_current: true, disabled: false },
          )}
        >
          Make current
        </Button>
      )}
      {term.disabled ? (
        <Button
          variant="default"
          onClick={turn(
            `Do you open ${label} again? What its windows still allow can then be changed, and its proposers do not see the samples confirmed for them until it is closed again.`,
            { disabled: false },
          )}
        >
          Open again
        </Button>
      ) : (
        <Button
          variant="default"
          onClick={turn(
            `Do you close ${label}? Nothing in it can be changed any more, by anybody, and its proposers see the samples confirmed for them.`,
            { disabled: true },
          )}
        >
          Close
        </Button>
      )}
    </>
  )
}
