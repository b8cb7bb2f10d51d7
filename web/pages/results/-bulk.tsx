import { Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { ResultRow } from '#domain/results/contract.ts'
import { resultState } from '#domain/results/status.ts'
import { resultCount } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import type { Selection } from '#web/lib/lists/selection.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import type { Shown } from '#web/ui/lists/list_page.tsx'
import { ReleaseDialog } from './-release.tsx'
import { useTakeNote } from './-take_note.tsx'

const isReleased = ({ state }: ResultRow) => resultState.of(state).released

interface ResultBulkProps {
  rows: readonly ResultRow[]
  selection: Selection<ResultRow>
  shown: Shown<ResultRow>
}

/** What can be done with the selected results: each button counts those it applies to. */
export function ResultBulk({ rows, selection, shown }: ResultBulkProps) {
  const ask = useConfirm()
  const [releasing, setReleasing] = useState(false)
  const check = useAction(api.results.check)
  const remind = useAction(api.results.remind, { onDone: selection.clear })
  const note = useTakeNote(selection.clear)
  const toCheck = rows.filter(({ state, why_not_check }) => state === 'drafted' && why_not_check === null)
  const toRelease = rows.filter((row) => !isReleased(row) && row.why_not_release === null)
  const toRemind = rows.filter(({ answer, about_to }) => isAwaited(answer) && about_to === null)
  const toNote = rows.filter(({ answer }) => answer === 'given')
  const idsOf = (of: readonly ResultRow[]) => ({
    body: { proposal_ids: of.map(({ proposal_id }) => proposal_id) },
  })
  const unchecked = rows.find((row) => !isReleased(row) && row.why_not_release !== null)
  return (
    <>
      {shown.total > shown.rows.length && rows.length < shown.total && (
        <SelectAll shown={shown} selection={selection} />
      )}
      <CsvButton call={api.results.allPdf} input={{ query: { ids: rows.map((row) => row.proposal_id) } }}>
        {`PDF of ${rows.length}`}
      </CsvButton>
      {toNote.length > 0 && (
        <WriteButton variant="default" loading={note.pending} onClick={() => note.ask(toNote)}>
          {`Take note of ${toNote.length}`}
        </WriteButton>
      )}
      {toRemind.length > 0 && (
        <WriteButton
          variant="default"
          loading={remind.pending}
          onClick={() =>
            ask({
              question: `Send a reminder to ${toRemind.length === 1 ? '1 proposer' : `${toRemind.length} proposers`}?`,
              details: (
                <MailRecipients
                  of={api.results.remind}
                  to={{ proposer: toRemind.map(({ name }) => ({ name })) }}
                />
              ),
              act: () => remind.run(idsOf(toRemind)),
            })
          }
        >
          {`Remind ${toRemind.length}`}
        </WriteButton>
      )}
      {toCheck.length > 0 && (
        <WriteButton
          variant={toRelease.length > 0 ? 'default' : 'filled'}
          loading={check.pending}
          onClick={() =>
            ask({
              question: `Mark ${resultCount(toCheck.length)} as checked?`,
              details: (
                <>
                  <Text size="sm" mb="xs">
                    You say that you have read {toCheck.length === 1 ? 'it' : 'each of them'}. Your name is
                    kept with it.
                  </Text>
                  <MailRecipients of={api.results.check} to={{}} />
                </>
              ),
              act: () => check.run(idsOf(toCheck)),
            })
          }
        >
          {`Mark ${toCheck.length} as checked`}
        </WriteButton>
      )}
      {(toRelease.length > 0 || unchecked) && (
        <WriteButton
          why={toRelease.length === 0 ? (unchecked?.why_not_release ?? null) : null}
          leftSection={<IconSend size={16} aria-hidden />}
          onClick={() => setReleasing(true)}
        >
          {`Release ${resultCount(toRelease.length)}`}
        </WriteButton>
      )}
      {releasing && (
        <ReleaseDialog
          rows={toRelease}
          close={() => setReleasing(false)}
          onReleased={() => {
            setReleasing(false)
            selection.clear()
          }}
        />
      )}
    </>
  )
}

const isAwaited = (answer: ResultRow['answer']) => answer === 'awaited' || answer === 'overdue'

const PAGE = 100

/** Selects all rows that the filters match, on every page. */
function SelectAll({ shown, selection }: Omit<ResultBulkProps, 'rows'>) {
  const [busy, setBusy] = useState(false)
  const select = async () => {
    setBusy(true)
    try {
      for (let page = 1; page <= Math.ceil(shown.total / PAGE); page++) {
        const query = { ...shown.query, page, per_page: PAGE }
        selection.selectAll((await api.results.list({ query })).data, true)
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <WriteButton saves={false} variant="subtle" loading={busy} onClick={() => void select()}>
      {`Select all ${shown.total}`}
    </WriteButton>
  )
}
