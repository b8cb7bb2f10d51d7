import { notFound } from '#domain/errors.ts'
import { termLabel } from '#domain/masters/values.ts'
import { resultOf } from '#domain/meetings/rules.ts'
import { itemState, meetingState } from '#domain/meetings/status.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import type { Ctx } from '../platform/context.ts'
import { Attachment } from '../platform/http/handlers.ts'
import { pdf, type Writer } from '../platform/pdf/document.ts'
import { findAttendance, findMinutesHead, findMinutesItems } from './minutes_queries.ts'

const { PREPARED, CLOSED } = meetingState.code
const { AGREED, PUT_OFF } = itemState.code

/**
 * The minutes of a meeting as a PDF for its reader: who was there, who was out when, what was decided with its notes, without
 * what the reader has a conflict with. With a conflict in the call decisions are by number and without times, because order
 * and gaps would tell of the others. Throws 'missing' before the meeting is opened.
 */
export async function downloadMinutes(ctx: Ctx, id: number): Promise<Attachment> {
  const { db, actor } = ctx
  const head = await findMinutesHead(db, actor, id)
  if (!head || head.state === PREPARED) throw notFound()
  const attendance = await findAttendance(db, id)
  const items = await findMinutesItems(db, actor, id)
  await ctx.write((tx) => tx.audit('meeting.download_minutes', { id }))
  const draft = head.state === CLOSED ? '' : 'Draft, '
  const made = ctx.now()
  const content = await pdf(
    `${draft}${termLabel(head.term_id)} ${head.name}: minutes`,
    (page) => {
      writeHead(page, head, actor.name, made)
      writeAttendance(page, attendance)
      writeDecisions(page, head, items)
    },
    made,
  )
  return new Attachment(`${termLabel(head.term_id)}_minutes_${id}.pdf`, 'application/pdf', content)
}

type Head = NonNullable<Awaited<ReturnType<typeof findMinutesHead>>>
type Attendance = Awaited<ReturnType<typeof findAttendance>>
type Item = Awaited<ReturnType<typeof findMinutesItems>>[number]

const moment = (at: string | null) => (at === null ? null : formatUtc(at))

function writeHead(page: Writer, head: Head, reader: string, made: Date) {
  page.heading(`${head.name}: minutes`)
  if (head.state !== CLOSED) page.paragraph('Draft: the meeting is not closed.')
  page.field('Call', termLabel(head.term_id))
  page.field('Place', head.place)
  page.field('Opened', moment(head.opened_at))
  page.field('Closed', moment(head.closed_at))
  page.field('Chair', head.chair)
  page.field('Deputy', head.deputy)
  page.field('Quorum', head.quorum)
  page.field('Made for', `${reader}, ${formatUtc(made.toISOString())}. Confidential.`)
}

function writeAttendance(page: Writer, attendance: Attendance) {
  page.subheading('Attendance')
  if (attendance.length === 0) return page.paragraph('Nobody was expected, and nobody came.')
  page.table(
    [
      { label: 'Name', share: 2 },
      { label: 'Affiliation', share: 3 },
      { label: 'Here', share: 3 },
    ],
    attendance.map(({ name, affiliation, stays }) => [
      name,
      affiliation,
      stays.map(({ came_at, left_at }) => fromTo(came_at, left_at)).join('\n') || 'Did not come',
    ]),
  )
}

/** '2026-11-30 09:00 to 12:00 UTC', with the day of the end where it is another. */
function fromTo(from: string, to: string | null): string {
  const begin = formatUtc(from).replace(' UTC', '')
  if (to === null) return `from ${begin} UTC`
  const end = formatUtc(to)
  return `${begin} to ${end.slice(0, 10) === begin.slice(0, 10) ? end.slice(11) : end}`
}

function writeDecisions(page: Writer, head: Head, items: readonly Item[]) {
  const ordered = !head.conflict_in_term
  const shown = ordered ? items : items.toSorted((a, b) => a.proposal_id - b.proposal_id)
  page.subheading('Decisions')
  page.paragraph(
    ordered
      ? 'In the order of the docket.'
      : 'By number, of the proposals with which you have no conflict of interest.',
  )
  if (shown.length === 0) return page.paragraph('No proposals.')
  page.table(
    [
      { label: 'ID', align: 'right' },
      { label: 'Title', share: 5 },
      { label: 'Decision', share: 2.4 },
      { label: 'Score', align: 'right' },
      { label: 'Rank', align: 'right' },
    ],
    shown.map((item) => [
      item.proposal_id,
      item.title,
      decisionOf(item),
      score(item.agreed_score),
      item.rank,
    ]),
  )
  for (const item of shown) writeItem(page, item, ordered)
}

const score = (value: number | null) => (value === null ? null : value.toFixed(2))

/** 'Agreed', 'Agreed without discussion', 'Put off', 'Not discussed'. */
function decisionOf({ state, track }: Item): string {
  if (state === AGREED) return track === 'triage' ? 'Agreed without discussion' : 'Agreed'
  return state === PUT_OFF
    ? itemState.label(PUT_OFF)
    : itemState.of(state).current
      ? itemState.label(state)
      : 'Not discussed'
}

function writeItem(page: Writer, item: Item, ordered: boolean) {
  const { ballots, outs, for_proposer, internal, marked_for_chair, agreed_score, agreed_by, agreed_at } = item
  const isEmpty = ballots.length === 0 && outs.length === 0 && !for_proposer && !internal
  if (isEmpty && item.state !== AGREED) return
  page.subheading(`${item.proposal_id}: ${item.title}`)
  page.field('Proposer', [item.name, item.affiliation].filter(Boolean).join(', '))
  page.field('Decision', [decisionOf(item), score(agreed_score)].filter(Boolean).join(': '))
  if (agreed_by)
    page.field('Entered by', ordered && agreed_at ? `${agreed_by}, ${formatUtc(agreed_at)}` : agreed_by)
  for (const ballot of ballots)
    page.field(ballots.length > 1 ? `Ballot ${ballot.number}` : 'Ballot', ballotText(ballot.grades))
  if (outs.length > 0)
    page.field(
      'Out',
      outs
        .map(({ name, left_at, returned_at }) =>
          ordered ? `${name}, ${fromTo(left_at, returned_at)}` : name,
        )
        .join('\n'),
    )
  if (marked_for_chair) page.field('Note', 'A conflict of interest was declared after it was agreed.')
  if (for_proposer) page.field('For the proposer', for_proposer)
  if (internal) page.field('Internal', internal)
}

/** Median and range, without who gave which: 'median 4.25, from 3.00 to 5.00, 8 grades'. */
function ballotText(grades: readonly number[]): string {
  const result = resultOf(grades)
  if (!result) return 'no grade counts'
  const { median, lowest, highest } = result
  const many = grades.length === 1 ? '1 grade' : `${grades.length} grades`
  return `median ${median.toFixed(2)}, from ${lowest.toFixed(2)} to ${highest.toFixed(2)}, ${many}`
}
