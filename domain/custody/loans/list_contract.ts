import { z } from 'zod'
import { custodians, office } from '../../access.ts'
import { day, fileAddress, get, Outcome, paged, put } from '../../endpoint.ts'
import { idChoice, listFilter, searchText, wordChoice, yesNo } from '../../filters.ts'
import { wholeNumber } from '../../input_schemas.ts'
import { ACT_KINDS, WAITS_FOR } from './next_act.ts'
import { LINE_LENGTH, LoanNumber } from './schemas.ts'
import { loanStatus } from './status.ts'
import { LOAN_TASK_NAMES } from './tasks.ts'

const state = z.literal(loanStatus.codes)

/** The first act that the viewer can do, else the first that others have to; `verb` null: not the viewer's. */
const NextAct = z.object({
  who: z.enum(WAITS_FOR).nullable(),
  kind: z.enum(ACT_KINDS).nullable(),
  label: z.string(),
  verb: z.string().nullable(),
})

/** A loan in the list. Amounts in µg and mPa. */
export const LoanRow = z.object({
  number: LoanNumber,
  term_id: z.number(),
  proposal_id: z.number(),
  title: z.string(),
  borrower_name: z.string(),
  affiliation: z.string(),
  state,
  /** Of pieces lent and not split, void or taken off. */
  pieces: z.number(),
  /** 1 Ryugu, 2 Bennu. */
  asteroids: z.array(z.number()),
  /** What went out and is still out. */
  out_ug: z.number(),
  out_mpa: z.number(),
  due_on: day.nullable(),
  days_late: z.number(),
  next: NextAct,
})
export type LoanRow = z.infer<typeof LoanRow>

/** How much is out, with how many, and what is due; of loans that are not closed. */
export const LoanSummary = z.object({
  open: z.number(),
  holders: z.number(),
  out: z.array(z.object({ db_type: z.number(), ug: z.number(), mpa: z.number() })),
  late: z.number(),
  to_pack: z.number(),
  /** By state, without the late ones. */
  states: z.record(z.string(), z.number()),
  /** Loans in which the viewer has something to do. */
  to_do: z.number(),
})
export type LoanSummary = z.infer<typeof LoanSummary>

/** What a person owes from earlier loans, for the office. */
export const Owed = z.object({
  user_id: z.number().nullable(),
  email: z.string(),
  /** Theirs, of the proposals asked for. */
  proposal_ids: z.array(z.number()),
  overdue: z.array(z.object({ number: LoanNumber, due_on: day, days_late: z.number(), pieces: z.number() })),
  missing_reports: z.array(LoanNumber),
  /** Names of the inventories that they have not answered and that are over. */
  unanswered_inventories: z.array(z.object({ id: z.number(), name: z.string(), until: day })),
})
export type Owed = z.infer<typeof Owed>

const asteroid = wordChoice(['1', '2'])

export const LoanFilter = listFilter(
  {
    /** Borrower, number of the loan, or name of a piece. */
    search: searchText,
    state: z
      .union([
        z.array(z.union([z.literal(''), state])),
        z.union([z.literal(''), state]).transform((one) => [one]),
      ])
      .optional()
      .transform((states) => {
        const chosen = states?.filter((one) => one !== '')
        return chosen?.length ? chosen : undefined
      }),
    open: wordChoice(['open', 'closed']),
    late: yesNo,
    waits_for: wordChoice(WAITS_FOR),
    /** With something due for this task. */
    task: wordChoice(LOAN_TASK_NAMES),
    asteroid,
    proposal_id: idChoice,
    term_id: idChoice,
    numbers: z.union([z.array(LoanNumber).max(500), LoanNumber.transform((one) => [one])]).optional(),
  },
  ['number', 'borrower_name', 'state', 'out_ug', 'due_on'],
)
export type LoanFilter = z.output<typeof LoanFilter>

/** The list of loans, what is done for several of them at once, and what persons owe. */
export const listEndpoints = {
  list: get('/api/loans', custodians, {
    summary: 'Lists the loans that the filters match, a page at a time.',
    query: LoanFilter,
    reply: paged(LoanRow),
    scope: 'read_custody',
  }),
  download: get('/api/loans/download', custodians, {
    summary: 'Makes a CSV of the loans that the filters match.',
    query: LoanFilter,
    reply: fileAddress,
    scope: 'read_custody',
  }),
  summary: get('/api/loans/summary', custodians, {
    summary: 'Counts the loans by state and what there is to do.',
    reply: LoanSummary,
    scope: 'read_custody',
  }),
  /** What persons owe from earlier loans, by their ids or e-mail addresses; only those who owe something. */
  owed: get('/api/loans/owed', office, {
    summary: 'Lists what people owe from earlier loans.',
    query: z.object({
      user_id: z.union([z.array(wholeNumber()).max(500), wholeNumber().transform((one) => [one])]).optional(),
      email: z
        .union([
          z.array(z.string().max(LINE_LENGTH)).max(500),
          z
            .string()
            .max(LINE_LENGTH)
            .transform((one) => [one]),
        ])
        .optional(),
      /** For their proposers. */
      proposal_id: z
        .union([z.array(wholeNumber()).max(500), wholeNumber().transform((one) => [one])])
        .optional(),
    }),
    reply: z.array(Owed),
    scope: 'read_custody',
  }),
  /** Sends the agreements to their borrowers, one e-mail each; those that cannot be sent are named. */
  sendAgreements: put('/api/loans/send_agreements', office, {
    summary: 'Mails the agreements of loans to their borrowers, one e-mail each.',
    body: z.object({ numbers: z.array(LoanNumber).min(1, 'Select at least one loan.').max(500) }),
    reply: Outcome,
    mails: ['loan_agreement'],
  }),
  /** Reminds the holders of late loans, one e-mail each; once a day. */
  remind: put('/api/loans/remind', office, {
    summary: 'Reminds the holders of loans that are due or late, at most once a day.',
    body: z.object({ numbers: z.array(LoanNumber).min(1, 'Select at least one loan.').max(500) }),
    reply: Outcome,
    mails: ['loan_due', 'loan_late'],
  }),
}
