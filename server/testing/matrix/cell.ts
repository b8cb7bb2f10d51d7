import type { Actor } from '#domain/session/actor.ts'
import type { TestClient, TestServer } from '../test_server.ts'

/** Callers: each role, users without a role, and users related to the object, also by a conflict. */
export const CALLERS = [
  'nobody',
  'disabled',
  'none',
  'admin',
  'panel',
  'conflicted',
  'reviewer',
  'other reviewer',
  'curation',
  'proposer',
  'other proposer',
] as const
export type CallerKind = (typeof CALLERS)[number]

/** Phases of the objects' term: before, in and after its windows, and disabled with another current term. */
export const PHASES = ['open', 'before', 'closed', 'disabled'] as const
export type Phase = (typeof PHASES)[number]

/** Kinds of objects, with the states in which the fixture has one of each. */
export const STATES = {
  nothing: ['-'],
  proposal: [
    'submitted',
    'blank',
    'draft',
    'unlocked',
    'notRequested',
    'requested',
    'bare',
    'accepted',
    'handedIn',
    'declined',
    'scored',
    'cancelled',
    'given',
  ],
  report: ['accepted', 'notRequested', 'requested', 'bare', 'handedIn', 'declined', 'scored', 'cancelled'],
  applicant: ['notRegistered', 'registered', 'rejected'],
  user: ['active', 'disabled'],
  reviewer: ['asked'],
  proposer: ['registered'],
  person: ['self', 'another'],
  session: ['another of the panel'],
  passkey: ['of the panel'],
  identity: ['of the panel'],
  term: ['of the phase'],
  information: ['published', 'unpublished', 'for the panel'],
  meeting: ['open', 'prepared', 'closed'],
  savedView: ['of the panel', 'of the office'],
  groupMail: ['unsent', 'sent', 'deleted'],
  keptAct: ['waiting', 'refused'],
  mail: ['failed', 'sent'],
  keyword: ['shown', 'hidden'],
  organisation: ['alone'],
  method: ['shown', 'hidden'],
  scenario: ['of the panel', 'of the office'],
  conflict: ['recorded'],
  sample: ['free'],
  pair: ['ticked', 'free', 'confirmed', 'clash'],
  assignment: ['confirmed', 'unconfirmed'],
  webHook: ['on', 'off'],
  webHookDelivery: ['failed', 'delivered'],
  download: ['of the office'],
  loan: ['in use'],
  result: ['drafted', 'released'],
} as const
export type SubjectKind = keyof typeof STATES
export type StateOf<K extends SubjectKind> = (typeof STATES)[K][number]

/** One object in one state. */
export interface Subject<K extends SubjectKind = SubjectKind> {
  state: StateOf<K>
  id: number
  /** The related proposal and sample; the token of a file. */
  proposal_id?: number
  sample_id?: number
  token?: string
  /** The loan's number, and the address of its piece. */
  number?: string
  address?: string
  /** The proposal's proposer, used as caller 'proposer'. */
  owner?: { actor: Actor; visit: TestClient }
  /** The callers who own the object. */
  own: readonly CallerKind[]
}

/** 'ok': done or shown; 'no': refused with result 0; otherwise the HTTP status. */
export type Answer = 'ok' | 'no' | 400 | 403 | 404 | 409

export interface Cell<K extends SubjectKind = SubjectKind> {
  who: CallerKind
  phase: Phase
  state: StateOf<K>
  own: boolean
}
/** The expected answer to a caller whose role is allowed. */
export type Rule<K extends SubjectKind> = Answer | ((cell: Cell<K>) => Answer)

/** What request bodies are made from. */
export interface RequestParts<K extends SubjectKind> {
  subject: Subject<K>
  actor: Actor | null
  server: TestServer
  spareReviewer: Actor
  people: Partial<Record<CallerKind, Actor>>
  term: number
}

export interface MatrixRow<K extends SubjectKind = SubjectKind> {
  subjectKind: K
  expected: Rule<K>
  body?: (sending: RequestParts<K>) => unknown
  /** Path parameters beside the id. `query` is the query string. */
  params?: (sending: RequestParts<K>) => Record<string, string | number>
  query?: (sending: RequestParts<K>) => string
}

/** A row of the matrix: the kind of object that the endpoint is about, and the expected answers. */
export const on = <K extends SubjectKind>(
  kind: K,
  answers: Rule<K>,
  more: Omit<MatrixRow<K>, 'subjectKind' | 'expected'> = {},
) => ({ subjectKind: kind, expected: answers, ...more }) as unknown as MatrixRow

/** An endpoint about no object that answers every allowed role. */
export const ok = on('nothing', 'ok')

export const expectedAnswer = <K extends SubjectKind>(rule: Rule<K>, cell: Cell<K>): Answer =>
  typeof rule === 'function' ? rule(cell) : rule

/** Answers by state; all other states as `rest`. */
export const byState =
  <K extends SubjectKind>(states: Partial<Record<StateOf<K>, Rule<K>>>, rest: Rule<K> = 'no'): Rule<K> =>
  (cell) =>
    expectedAnswer(states[cell.state] ?? rest, cell)

/** 'ok' in these states, otherwise refused. */
export const onlyInStates =
  <K extends SubjectKind>(...states: StateOf<K>[]): Rule<K> =>
  (cell) =>
    states.includes(cell.state) ? 'ok' : 'no'

/** Refused in a disabled term, which is read-only. */
export const inOpenTerm =
  <K extends SubjectKind>(rule: Rule<K>): Rule<K> =>
  (cell) =>
    cell.phase === 'disabled' ? 'no' : expectedAnswer(rule, cell)

/** The owner as `rule`; everyone else 403. */
export const byOwner =
  <K extends SubjectKind>(rule: Rule<K>): Rule<K> =>
  (cell) =>
    cell.own ? expectedAnswer(rule, cell) : 403

/** Office, curation and the owner as `rule`; for everyone else it does not exist. */
export const forHolder =
  <K extends SubjectKind>(rule: Rule<K>): Rule<K> =>
  (cell) =>
    cell.own || ['admin', 'conflicted', 'curation'].includes(cell.who) ? expectedAnswer(rule, cell) : 404

/** The answer to a caller with a conflict of interest; everyone else as `rule`. */
export const unlessConflict =
  <K extends SubjectKind>(answer: Answer, rule: Rule<K>): Rule<K> =>
  (cell) =>
    cell.who === 'conflicted' ? answer : expectedAnswer(rule, cell)
