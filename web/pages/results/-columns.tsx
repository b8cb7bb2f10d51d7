import { Text } from '@mantine/core'
import { dayCount, daysLeft } from '#domain/reports/due.ts'
import type { ResultRow } from '#domain/results/contract.ts'
import { REASONS, resultOutcome, resultState } from '#domain/results/status.ts'
import type { Column } from '#web/ui/lists/table_props.ts'
import { milligramsText } from '#web/ui/result/result_samples.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import classes from './results.module.css'

type Sort = 'id' | 'title' | 'name' | 'outcome' | 'state' | 'answer_by'

export const findingsText = (count: number) => (count === 1 ? '1 finding' : `${count} findings`)

/** '2 not met: another proposal, none available'; what is still to be chosen comes first. */
export function unmetText({ requests, met, reasons }: ResultRow): string {
  if (requests === 0) return 'no requests'
  if (met === requests) return 'every request is met'
  const short = [
    ...new Set(reasons.map((reason) => (reason === null ? 'no reason chosen' : REASONS[reason].short))),
  ]
  const text = short
    .sort((a, b) => Number(b === 'no reason chosen') - Number(a === 'no reason chosen'))
    .join(', ')
  return met === 0 && short.length === 1 ? text : `${requests - met} not met: ${text}`
}

/** What the state is about: who acts next, and by when. */
function StateNote({ row }: { row: ResultRow }) {
  const { about_to, answer, answer_by, answered, edition, state } = row
  if (about_to) return about_to.what === 'release' ? 'about to be released' : 'about to be reminded'
  if (answer === 'overdue')
    return (
      <Text span inherit c="var(--ao-red)">
        {`${dayCount(-daysLeft(answer_by!, new Date()))} overdue`}
      </Text>
    )
  if (answer === 'awaited') return `due ${answer_by}`
  if (answered) return answeredText(answered)
  return edition > 1 && !resultState.of(state).released ? `correction, version ${edition}` : null
}

/** '2 accepted, 1 declined'. */
export const answeredText = ({ accepted, declined }: { accepted: number; declined: number }) =>
  [accepted > 0 && `${accepted} accepted`, declined > 0 && `${declined} declined`].filter(Boolean).join(', ')

const hasFinding = ({ findings, state }: ResultRow) => findings > 0 && !resultState.of(state).released

/** Why it cannot be selected; null if it can. */
export const whyNotSelect = (row: ResultRow) =>
  hasFinding(row)
    ? `${findingsText(row.findings)} in its text: change the text, or allow it with a reason.`
    : null

/** Findings are for the office, which writes the texts; the panel reads the state. */
export const resultColumns = (office: boolean): readonly Column<ResultRow, Sort>[] => [
  {
    header: 'ID: Title',
    sort: 'title',
    title: true,
    moreHeads: [{ header: 'Name, Affiliation', sort: 'name' }],
    cell: ({ proposal_id, title }) => (
      <>
        <span className={classes.id}>{proposal_id}:</span> {title}
      </>
    ),
    secondLine: ({ name, affiliation }) => [name, affiliation].filter(Boolean).join(' · '),
  },
  {
    header: 'Outcome',
    sort: 'outcome',
    width: 116,
    cell: ({ outcome }) => (
      <StatusChip colour={resultOutcome.colour(outcome)}>
        {outcome === 'part' ? 'In part' : resultOutcome.label(outcome)}
      </StatusChip>
    ),
  },
  {
    header: 'Samples, reason not met',
    width: 190,
    cell: ({ met, requests, mg }) => (
      <>
        <b>{`${met} of ${requests}`}</b>
        {mg > 0 && ` · ${milligramsText(mg)}`}
      </>
    ),
    secondLine: unmetText,
  },
  {
    header: 'State',
    sort: 'state',
    moreHeads: [{ header: 'Answer', sort: 'answer_by' }],
    width: 148,
    cell: (row) =>
      office && hasFinding(row) ? (
        <StatusChip colour="red" quiet>
          {findingsText(row.findings)}
        </StatusChip>
      ) : (
        <StatusChip colour={resultState.colour(row.state)} quiet>
          {resultState.label(row.state)}
        </StatusChip>
      ),
    secondLine: (row) => <StateNote row={row} />,
  },
]
