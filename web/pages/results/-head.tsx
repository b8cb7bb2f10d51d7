import { Text } from '@mantine/core'
import type { ResultCounts } from '#domain/results/contract.ts'
import { resultState } from '#domain/results/status.ts'
import { resultCount, termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { ProgressStrip, StripFigure, type StripPart } from '#web/ui/lists/progress_strip.tsx'
import { Note } from '#web/ui/text/note.tsx'

/** How far the results of a call have come, and the button that drafts those that are missing. */
export function ResultsHead({ term_id }: { term_id: number }) {
  const office = useIsOffice()
  const counts = useCall(api.results.counts, { query: { term_id } }, { keep: true }).data
  if (!counts) return null
  return (
    <>
      {counts.proposals > counts.not_drafted && <Progress counts={counts} term_id={term_id} />}
      {office && counts.not_drafted > 0 && <DraftMissing counts={counts} term_id={term_id} />}
    </>
  )
}

/** Why a call has no results, and what comes next; nothing where some are drafted and a search finds none of them. */
export function NoneDrafted({ term_id }: { term_id: number }) {
  const office = useIsOffice()
  const counts = useCall(api.results.counts, { query: { term_id } }, { keep: true }).data
  if (!counts || counts.proposals > counts.not_drafted) return null
  if (counts.proposals === 0) return 'A result is drafted for each submitted proposal. There is none yet.'
  return office
    ? 'Draft them with the button above, once the allocation is confirmed.'
    : 'The office drafts them once the allocation is confirmed.'
}

interface CountedProps {
  counts: ResultCounts
  term_id: number
}

function Progress({ counts, term_id }: CountedProps) {
  const { granted, part, not } = counts
  const released = counts.released + counts.read + counts.answered + counts.noted
  const all: StripPart[] = [
    { label: 'Not drafted', count: counts.not_drafted, kind: 'waiting' },
    { label: 'Finding', count: counts.finding, kind: 'trouble' },
    { label: resultState.label('drafted'), count: counts.drafted, kind: 'idle' },
    { label: resultState.label('checked'), count: counts.checked, kind: 'ready' },
    { label: resultState.label('released'), count: counts.released, kind: 'asked' },
    { label: resultState.label('read'), count: counts.read, kind: 'open' },
    { label: resultState.label('answered'), count: counts.answered, kind: 'nearly' },
    { label: resultState.label('noted'), count: counts.noted, kind: 'done' },
  ]
  return (
    <ProgressStrip label={`Results of ${termLabel(term_id)}`} parts={all.filter(({ count }) => count > 0)}>
      <StripFigure>{released}</StripFigure> of {counts.proposals} released
      <Text size="sm" c="dimmed">{`${granted} granted, ${part} in part, ${not} not granted`}</Text>
    </ProgressStrip>
  )
}

/** Drafts what is missing, from the templates; nobody is mailed. */
function DraftMissing({ counts: { not_drafted, proposals }, term_id }: CountedProps) {
  const ask = useConfirm()
  const draft = useAction(api.results.draft)
  const none = not_drafted === proposals
  return (
    <Note
      title={
        none
          ? `No result of ${termLabel(term_id)} has been drafted.`
          : `${resultCount(not_drafted)} of ${termLabel(term_id)} ${not_drafted === 1 ? 'is' : 'are'} not drafted.`
      }
      action={
        <WriteButton
          size="compact-sm"
          loading={draft.pending}
          onClick={() =>
            ask({
              question: `Draft ${resultCount(not_drafted)}?`,
              details: (
                <>
                  <Text size="sm" mb="xs">
                    Each is made from its template, from what is confirmed now and from the panel's words for
                    the proposer. You read and change it before it is released; proposers see nothing of it
                    until then.
                  </Text>
                  <MailRecipients of={api.results.draft} to={{}} />
                </>
              ),
              act: () => draft.run({ body: { term_id } }),
            })
          }
        >
          {`Draft ${resultCount(not_drafted)}`}
        </WriteButton>
      }
    >
      A draft takes up what is confirmed and the panel's words for the proposer.
    </Note>
  )
}
