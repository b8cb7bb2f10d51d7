import { meetingEntry, orderedDocket, unorderedDocket } from '#domain/meetings/agenda.ts'
import { invitationFile } from '../platform/calendar.ts'
import type { Tx } from '../platform/context.ts'
import { findOffice } from '../platform/outbox/compose.ts'
import { findAgenda, findPeople, findTermProposals } from './agenda_queries.ts'
import { personOf } from './current.ts'
import { agendaMail, cancelledMeetingMail } from './mails.ts'
import type { MeetingFacts } from './queries.ts'

type Recipient = Awaited<ReturnType<typeof findPeople>>[number]

/** Mails each of these people the agenda as they may see it. */
export async function mailAgenda(
  tx: Tx,
  facts: MeetingFacts,
  people: readonly Recipient[],
  sequence: number,
) {
  const ofTerm = await findTermProposals(tx, facts.term_id)
  const chair = [facts.chair_id, ...(facts.deputy_id === null ? [] : [facts.deputy_id])]
    .map((one) => personOf(facts, one).name)
    .join(', deputy ')
  const mails = people.map((person) => {
    const { conflicts } = personOf(facts, person.id)
    const seen = facts.items.filter(({ proposal_id }) => !conflicts.includes(proposal_id))
    const docket = conflicts.some((one) => ofTerm.includes(one))
      ? unorderedDocket(seen)
      : orderedDocket(seen, facts.sessions)
    return agendaMail(tx.config, facts, person, { chair, docket: docket || 'No proposals yet.' })
  })
  await mailWithCalendar(tx, facts, people, mails, { sequence, cancelled: false, proposal_ids: ofTerm })
}

/** Mails a cancellation to people who got the agenda. */
export async function mailCancellation(
  tx: Tx,
  facts: MeetingFacts,
  people: readonly Recipient[],
  sequence: number,
  what: Parameters<typeof cancelledMeetingMail>[2],
) {
  const mails = people.map((person) => cancelledMeetingMail(facts, person, what))
  await mailWithCalendar(tx, facts, people, mails, { sequence, cancelled: true, proposal_ids: [] })
}

/** `proposal_ids`: all of the call, so that nobody in conflict reads from the mail log what others got. */
async function mailWithCalendar(
  tx: Tx,
  facts: MeetingFacts,
  people: readonly Recipient[],
  mails: readonly (ReturnType<typeof agendaMail> | ReturnType<typeof cancelledMeetingMail>)[],
  { sequence, cancelled, proposal_ids }: { sequence: number; cancelled: boolean; proposal_ids: number[] },
) {
  const { name, email } = await findOffice(tx, tx.config)
  const entry = { ...meetingEntry(facts)!, sequence, stamp: tx.now() }
  await tx.mail(
    mails.map((mail, i) => ({
      ...mail,
      proposal_ids,
      calendar: invitationFile(tx.config, entry, {
        organizer: { name, email },
        recipient: people[i]!,
        cancelled,
      }),
    })),
  )
}

/** Tells those who got the agenda of a meeting that is about to be deleted; returns whom. */
export async function mailMeetingCancelled(tx: Tx, facts: MeetingFacts): Promise<string[]> {
  const sent = (await findAgenda(tx, facts.id))!
  if (!sent.agenda || facts.sessions.length === 0) return []
  const people = await findPeople(tx, sent.agenda.people)
  await mailCancellation(tx, facts, people, sent.agenda_number + 1, 'is cancelled')
  return people.map(({ name }) => name)
}
