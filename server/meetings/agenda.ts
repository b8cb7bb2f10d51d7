import { done } from '#domain/endpoint.ts'
import { Fault, forbidden, notFound } from '#domain/errors.ts'
import { whyNotSendAgenda } from '#domain/meetings/agenda.ts'
import type { Agenda } from '#domain/meetings/contract.ts'
import { mayPrepare, whyNotChangeSettings } from '#domain/meetings/rules.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import type { Ctx } from '../platform/context.ts'
import { mailAgenda, mailCancellation } from './agenda_mails.ts'
import { findAgenda, findPeople, type SentAgenda } from './agenda_queries.ts'
import { personOf } from './current.ts'
import { changeMeeting, findFacts, type MeetingFacts } from './queries.ts'
import { lockForPreparing } from './service.ts'

/** Who gets the agenda: who is expected, the chair, the deputy. */
const invited = ({ people, chair_id, deputy_id }: MeetingFacts): number[] =>
  people
    .filter(({ id, expected, active }) => active && (expected || id === chair_id || id === deputy_id))
    .map(({ id }) => id)

type Docket = SentAgenda['docket']

const docketOf = ({ items }: MeetingFacts): Docket =>
  items.map(({ proposal_id, minutes, track }) => [proposal_id, minutes, track])

/**
 * The docket as someone with these conflicts may see it; with any in the call neither order nor times, because both tell of
 * what is left out.
 */
function visibleDocket(docket: Docket, conflicts: readonly number[], ordered: boolean): unknown {
  const seen = docket.filter(([id]) => !conflicts.includes(id))
  return ordered ? seen : seen.map(([id]) => id).sort((a, b) => a - b)
}

/** The agenda as it would be sent now. Throws 'missing', and 'forbidden' for who does not prepare the meeting. */
export async function showAgenda(ctx: Ctx, id: number): Promise<Agenda> {
  const facts = await findFacts(ctx.db, id, ctx.actor.id)
  if (!facts) throw notFound()
  if (!mayPrepare(ctx.actor, facts)) throw forbidden()
  const sent = (await findAgenda(ctx.db, id))!
  const to = invited(facts)
  const people = await findPeople(ctx.db, [...to, ...(sent.agenda?.people ?? [])])
  const named = (ids: readonly number[]) =>
    people.filter((one) => ids.includes(one.id)).map((one) => ({ id: one.id, name: one.name }))
  return {
    to: named(to),
    cancelled_for: named((sent.agenda?.people ?? []).filter((one) => !to.includes(one))),
    sent_at: sent.agenda_sent_at,
    sent_to: named(sent.agenda?.people ?? []),
    number: sent.agenda_number,
    changed: hasChanged(facts, sent, ctx.actor.id),
    why_not: whyNotSend(facts),
  }
}

type Sent = NonNullable<Awaited<ReturnType<typeof findAgenda>>>

function hasChanged(facts: MeetingFacts, sent: Sent, viewer: number): boolean {
  if (!sent.agenda_sent_at || !sent.agenda) return false
  const { conflicts } = personOf(facts, viewer)
  const visible = (docket: Docket) =>
    JSON.stringify(visibleDocket(docket, conflicts, !facts.conflict_in_term))
  return (
    Date.parse(sent.saved_at) > Date.parse(sent.agenda_sent_at) ||
    visible(sent.agenda.docket) !== visible(docketOf(facts))
  )
}

const whyNotSend = (facts: MeetingFacts) =>
  whyNotChangeSettings(facts.state, { id: facts.term_id, disabled: facts.term_disabled }) ??
  whyNotSendAgenda(facts.sessions, invited(facts).length)

/**
 * Mails the agenda, to each their own, and a cancellation to those who got the last one and are no longer expected. Throws
 * 'missing', 'forbidden', and 'stale' where it was sent since the sender looked.
 */
export const sendAgenda = (ctx: Ctx, id: number, { number }: { number: number }) =>
  ctx.write(async (tx) => {
    const facts = await lockForPreparing(tx, id)
    const sent = (await findAgenda(tx, id))!
    tx.refuse(whyNotSend(facts))
    if (number !== sent.agenda_number)
      throw new Fault(
        'stale',
        `The agenda was sent at ${formatUtc(sent.agenda_sent_at!)} already. Look at it again before you send it once more.`,
      )
    const sequence = sent.agenda_number + 1
    const to = invited(facts)
    const now = tx.now().toISOString()
    const agenda: SentAgenda = { docket: docketOf(facts), people: to }
    await changeMeeting(tx, id, {
      agenda_sent_at: now,
      agenda_number: sequence,
      agenda: JSON.stringify(agenda),
    })
    const people = await findPeople(tx, to)
    await mailAgenda(tx, facts, people, sequence)
    const left = (sent.agenda?.people ?? []).filter((one) => !to.includes(one))
    await mailCancellation(tx, facts, await findPeople(tx, left), sequence, 'takes place without you')
    await tx.audit('meeting.send_agenda', { id }, { number: sequence, to })
    return done(`The agenda has been sent to ${people.map(({ name }) => name).join(', ')}.`)
  })
