import { linkTo } from '#domain/mail_text.ts'
import { termLabel } from '#domain/masters/values.ts'
import { type Participants, participantsOf } from '#domain/proposals/participants.ts'
import { answerEntry, resultAddress } from '#domain/results/answer_dates.ts'
import { sameEmail } from '#domain/users/person.ts'
import { datesFile } from '../platform/calendar.ts'
import type { Config } from '../platform/config.ts'
import type { Mail, TemplateMail } from '../platform/outbox/queries.ts'

/** A proposal as the mails about its result name it. */
export interface MailedProposal extends Participants {
  id: number
  term_id: number
  /** Its term is the current one. */
  is_current: boolean
  title: string
  affiliation: string
}

const numbered = ({ id, term_id }: Pick<MailedProposal, 'id' | 'term_id'>) => ({
  call: termLabel(term_id),
  proposal_id: String(id),
})
const about = (proposal: Pick<MailedProposal, 'id' | 'term_id' | 'title'>) => ({
  ...numbered(proposal),
  title: proposal.title,
})
/** The screen on which the proposer reads the result. */
const resultLink = (config: Config, proposal: Pick<MailedProposal, 'id' | 'is_current'>) =>
  linkTo(config, resultAddress(proposal))

interface Released {
  edition: number
  correction: string
  answer_by: string | null
}

/** The date to answer by; a correction replaces that of the edition before. */
const answerFile = (config: Config, proposal: MailedProposal, { answer_by, edition }: Released, now: Date) =>
  answer_by === null
    ? {}
    : {
        calendar: datesFile(config, [
          { ...answerEntry(proposal, answer_by), sequence: edition - 1, stamp: now },
        ]),
      }

/** To the proposer and the collaborators of a proposal whose result, or whose correction, is released. */
export const releasedMails = (
  config: Config,
  proposal: MailedProposal,
  result: Released,
  now: Date,
): Mail[] =>
  participantsOf(proposal).map(({ name, email }): TemplateMail => {
    const envelope = { recipients: [email], proposal_ids: [proposal.id] }
    const isFirst = result.edition === 1
    if (!sameEmail(email, proposal.email)) {
      const { name: proposer, affiliation } = proposal
      const values = { name, ...about(proposal), proposer, affiliation }
      return isFirst
        ? { template: 'result_released_collaborator', ...envelope, values }
        : { template: 'result_corrected_collaborator', ...envelope, values }
    }
    const values = {
      name,
      ...about(proposal),
      answer_by: result.answer_by === null ? '' : lastDayText(result.answer_by),
      link: resultLink(config, proposal),
    }
    const answered = { ...envelope, ...answerFile(config, proposal, result, now) }
    return isFirst
      ? { template: 'result_released', ...answered, values }
      : {
          template: 'result_corrected',
          ...answered,
          values: { ...values, correction: result.correction },
        }
  })

/** '2027-07-07 23:59 UTC'. */
const lastDayText = (day: string) => `${day} 23:59 UTC`

type MailedResult = Pick<MailedProposal, 'id' | 'term_id' | 'is_current' | 'title' | 'name' | 'email'>

/** Reminds the proposer to answer. */
export const reminderMail = (config: Config, proposal: MailedResult, answer_by: string): Mail => ({
  template: 'result_reminder',
  recipients: [proposal.email],
  proposal_ids: [proposal.id],
  values: {
    name: proposal.name,
    ...about(proposal),
    answer_by: lastDayText(answer_by),
    link: resultLink(config, proposal),
  },
})

/** Tells the proposer what was answered; `by` of the office where it was for them. */
export const answeredMail = (
  config: Config,
  proposal: MailedResult,
  samples: readonly { name: string; accepted: boolean | null }[],
  by: string | null,
): Mail => {
  const named = (accepted: boolean) =>
    samples
      .filter((sample) => sample.accepted === accepted)
      .map(({ name }) => name)
      .join(', ')
  return {
    template: 'result_answered',
    recipients: [proposal.email],
    proposal_ids: [proposal.id],
    values: {
      name: proposal.name,
      ...about(proposal),
      accepted: named(true),
      declined: named(false),
      answered_by: by ?? '',
      link: resultLink(config, proposal),
    },
  }
}

/** The letter of a result in its template's words; it is merged, never sent. */
export const letterOf = (
  outcome: 'granted' | 'part' | 'not',
  proposal: Pick<MailedProposal, 'id' | 'term_id' | 'email'>,
  words: string,
): TemplateMail => ({
  template: `result_letter_${outcome}`,
  recipients: [proposal.email],
  proposal_ids: [proposal.id],
  values: { ...numbered(proposal), words },
})
