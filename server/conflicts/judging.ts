import {
  conflicts,
  type FindingFilter,
  type FindingRef,
  type FindingRow,
  type Findings,
  type JudgeInput,
} from '#domain/conflicts/contract.ts'
import { questionOn } from '#domain/conflicts/questions.ts'
import { REASON_LENGTH, whyNotDeclare } from '#domain/conflicts/rules.ts'
import {
  CONFLICT_KINDS,
  FINDING_KINDS,
  FINDING_STATE_NAMES,
  FINDING_STATES,
  STRENGTHS,
} from '#domain/conflicts/status.ts'
import { done, type Outcome } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import { termLabel } from '#domain/masters/values.ts'
import { durationMs } from '#domain/session/durations.ts'
import { getSetting } from '../masters/settings.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { type Export, exportAddress, plainColumn, textColumn } from '../platform/csv.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import { currentTerm, lockTerm } from '../terms/service.ts'
import { insertConflict } from '../users/conflict_shared_queries.ts'
import { type BlockedPair, findBlockedPairs } from './finding_queries.ts'
import { findOpenFindings, type JudgedFinding, readFindings } from './findings.ts'
import {
  findContacts,
  findHistory,
  insertJudgement,
  insertQuestion,
  isTermDisabled,
  lockProposals,
} from './judging_queries.ts'
import { questionMail } from './mails.ts'

const NO_ROWS = { all: [] as FindingRow[], disabled: false, proposals: 0, people: 0 }

/** The findings of a term that the office member may judge, in one state; none before the first term. */
export async function listFindings(
  ctx: Ctx,
  { term_id, state = 'unjudged' }: FindingFilter,
): Promise<Findings> {
  const term = await currentTerm(ctx.db)
  const id = term_id ?? term?.id
  const rows = id === undefined ? NO_ROWS : await findRows(ctx, id)
  const counts = Object.fromEntries(
    FINDING_STATE_NAMES.map((one) => [one, rows.all.filter((row) => row.state === one).length]),
  ) as Findings['counts']
  return {
    term_id: id ?? null,
    term_disabled: rows.disabled,
    proposals: rows.proposals,
    people: rows.people,
    years: await getSetting(ctx.db, 'proposed_together_years'),
    counts,
    rows: rows.all.filter((row) => row.state === state),
  }
}

/** How many findings of a term wait for the actor's judgement, and on how many of them the person has answered. */
export async function countUnjudged(ctx: Ctx, term_id: number) {
  const scope = { term_id }
  const blocked = await findBlockedPairs(ctx.db, ctx.actor.id, scope)
  const findings = await findOpenFindings(ctx.db, ctx.actor, scope, blocked)
  const unjudged = findings.filter(({ state }) => state === 'unjudged')
  return { unjudged: unjudged.length, answered: unjudged.filter(({ question }) => question !== null).length }
}

/** Every finding and every conflict of a term. */
async function findRows({ db, actor }: Ctx, term_id: number) {
  const disabled = await isTermDisabled(db, term_id)
  const { proposals, people, blocked, findings } = await readFindings(db, actor, { term_id })
  const history = await findHistory(db, actor.id, term_id)
  const users = new Map(people.map((person) => [person.id, person]))
  const about = new Map(proposals.map((proposal) => [proposal.id, proposal]))
  const pairOf = ({ user_id, proposal_id }: { user_id: number; proposal_id: number }) => {
    const { id, name, affiliation } = users.get(user_id)!
    const { proposer_id: _, ...proposal } = about.get(proposal_id)!
    return { user: { id, name, affiliation }, proposal }
  }
  const earlierOf = ({ user_id, proposal_id, kind, fingerprint }: JudgedFinding) =>
    history
      .filter(
        (one) =>
          one.user_id === user_id &&
          one.kind === kind &&
          one.proposer_id === about.get(proposal_id)!.proposer_id,
      )
      .map((one) => ({
        verdict: one.verdict,
        reason: one.reason,
        by: one.by,
        at: one.at,
        proposal: one.proposal_id === proposal_id ? null : { id: one.proposal_id, term_id: one.term_id },
        same_evidence: one.fingerprint === fingerprint,
      }))
  const judged = findings.map(
    (finding): FindingRow => ({
      ...pairOf(finding),
      kind: finding.kind,
      state: finding.state,
      strength: finding.strength,
      summary: finding.summary,
      evidence: finding.evidence,
      people: finding.people.map(({ name, affiliation, role }) => ({ name, affiliation, role })),
      fingerprint: finding.fingerprint,
      earlier: earlierOf(finding),
      question: finding.question && questionShown(finding.question),
    }),
  )
  return {
    disabled,
    proposals: proposals.length,
    people: people.length,
    all: [...judged, ...blocked.map((pair) => ({ ...pairOf(pair), ...blockedRow(pair) }))],
  }
}

const questionShown = ({
  by,
  at,
  open_until,
  answer,
  note,
  answered_at,
}: NonNullable<JudgedFinding['question']>) => ({
  by,
  at,
  open_until,
  answer,
  note,
  answered_at,
})

const blockedRow = ({ kind, reason, by, at }: BlockedPair) =>
  ({
    kind,
    state: 'blocked',
    strength: 3,
    summary: reason === '' ? CONFLICT_KINDS[kind] : reason,
    evidence: [
      {
        text: [reason || CONFLICT_KINDS[kind], by && `${by}, ${at!.slice(0, 10)}`].filter(Boolean).join('. '),
        proposal: null,
      },
    ],
    people: [],
    fingerprint: '',
    earlier: [],
    question: null,
  }) satisfies Partial<FindingRow>

const sameFinding = (a: Pick<FindingRef, 'proposal_id' | 'user_id' | 'kind'>, b: typeof a) =>
  a.proposal_id === b.proposal_id && a.user_id === b.user_id && a.kind === b.kind

const CHANGED = 'The evidence has changed meanwhile. Look at it again.'

/** The findings, locked, with the names of whom they are about. Throws 'missing' for what the actor may not judge. */
async function lockFindings(tx: Tx, refs: readonly FindingRef[]) {
  const ids = [...new Set(refs.map(({ proposal_id }) => proposal_id))]
  const proposals = await lockProposals(tx, tx.actor.id, ids)
  if (proposals.length < ids.length) throw notFound()
  for (const term_id of [...new Set(proposals.map((one) => one.term_id))].sort((a, b) => a - b))
    tx.refuse(whyNotDeclare(await lockTerm(tx, term_id)))
  const found: JudgedFinding[] = []
  for (const term_id of new Set(proposals.map((one) => one.term_id))) {
    const scope = {
      term_id,
      proposal_ids: proposals.filter((one) => one.term_id === term_id).map(({ id }) => id),
    }
    const blocked = await findBlockedPairs(tx, tx.actor.id, scope)
    found.push(...(await findOpenFindings(tx, tx.actor, scope, blocked)))
  }
  const wanted = refs.map((ref) => found.find((finding) => sameFinding(finding, ref)))
  if (wanted.some((finding, i) => finding?.fingerprint !== refs[i]!.fingerprint)) tx.refuse(CHANGED)
  const contacts = await findContacts(
    tx,
    refs.map(({ user_id }) => user_id),
  )
  return wanted.map((finding) => ({
    ...finding!,
    contact: contacts.find(({ id }) => id === finding!.user_id)!,
  }))
}

/** 'Yui Kobayashi is blocked from 58.', or how many are. */
const doneFor = (
  findings: Awaited<ReturnType<typeof lockFindings>>,
  one: (name: string, proposal_id: number) => string,
  many: (count: number) => string,
): Outcome => {
  const [first] = findings
  return done(findings.length === 1 ? one(first!.contact.name, first!.proposal_id) : many(findings.length))
}

/** Judges findings: blocking records a conflict of interest, allowing keeps the reason. Throws 'missing'. */
export const judgeFindings = (ctx: Ctx, { findings: refs, verdict, reason }: JudgeInput) =>
  ctx.write(async (tx) => {
    const findings = await lockFindings(tx, refs)
    for (const finding of findings) {
      const { proposal_id, user_id, kind, fingerprint } = finding
      const judged_at = tx.now().toISOString()
      const { id } = await insertJudgement(tx, {
        proposal_id,
        user_id,
        kind,
        fingerprint,
        verdict,
        reason,
        judged_by: tx.actor.id,
        judged_at,
      })
      if (verdict === 'block')
        await insertConflict(tx, {
          proposal_id,
          user_id,
          reason: blockReason(finding, reason),
          declared_by: tx.actor.id,
          created_at: judged_at,
        })
      await tx.audit(`conflict.${verdict}`, { id, proposal_id }, { proposal_id, user_id, kind, reason })
    }
    return verdict === 'block'
      ? doneFor(
          findings,
          (name, id) => `${name} is blocked from proposal ${id}.`,
          (count) => `${count} findings have been blocked.`,
        )
      : doneFor(
          findings,
          (name, id) => `${name} is allowed on proposal ${id}.`,
          (count) => `${count} findings have been allowed.`,
        )
  })

/** The reason of the conflict of interest: the finding, and what the office wrote. */
const blockReason = ({ kind, summary }: JudgedFinding, reason: string) =>
  [...[`${FINDING_KINDS[kind]}: ${summary}`, reason].filter((text) => text !== '').join('. ')]
    .slice(0, REASON_LENGTH)
    .join('')

/** Mails a question about each finding to the person it is about. Throws 'missing'. */
export const askAboutFindings = (ctx: Ctx, refs: readonly FindingRef[]) =>
  ctx.write(async (tx) => {
    const findings = await lockFindings(tx, refs)
    const asked_at = tx.now()
    const open_until = new Date(+asked_at + durationMs('answer_link')).toISOString()
    for (const { proposal_id, user_id, kind, fingerprint, people, contact } of findings) {
      const token = newToken()
      const named = people.map(({ name, affiliation }) => ({ name, affiliation }))
      const { id } = await insertQuestion(tx, {
        proposal_id,
        user_id,
        kind,
        fingerprint,
        people: JSON.stringify(named),
        token_hash: hashToken(token),
        asked_by: tx.actor.id,
        asked_at: asked_at.toISOString(),
        open_until,
      })
      await tx.audit('conflict.ask', { id, proposal_id }, { proposal_id, user_id, kind })
      await tx.mail(questionMail(tx.config, contact, proposal_id, questionOn(kind, named).question, token))
    }
    return doneFor(
      findings,
      (name) => `${name} has been asked.`,
      (count) => `${count} questions have been sent.`,
    )
  })

export async function downloadFindings(ctx: Ctx, { term_id, state }: FindingFilter) {
  const id = term_id ?? (await currentTerm(ctx.db))?.id ?? null
  return exportAddress(ctx, findingExport, { term_id: id, ...(state && { state }) })
}

/** Findings and conflicts as a file, a row each; of one state, or all. */
export const findingExport: Export<FindingRow, { term_id: number | null; state?: FindingRow['state'] }> = {
  name: 'conflicts',
  endpoint: conflicts.findingsDownload,
  columns: [
    plainColumn('Term', (r) => termLabel(r.proposal.term_id)),
    plainColumn('User ID', (r) => r.user.id),
    textColumn('Name', (r) => r.user.name),
    textColumn('Affiliation', (r) => r.user.affiliation),
    plainColumn('Proposal ID', (r) => r.proposal.id),
    textColumn('Proposer', (r) => r.proposal.name),
    textColumn('Title', (r) => r.proposal.title),
    textColumn('About', (r) => r.people.map(({ name }) => name).join('; ')),
    plainColumn('Finding', (r) => kindLabel(r.kind)),
    textColumn('Evidence', (r) => r.evidence.map(({ text }) => text).join('; ')),
    plainColumn('Strength', (r) => (r.state === 'blocked' ? '' : STRENGTHS[r.strength])),
    plainColumn('State', (r) => FINDING_STATES[r.state]),
    textColumn('Reason', (r) => (r.state === 'allowed' ? (r.earlier[0]?.reason ?? '') : '')),
  ],
  async *rows(ctx, { term_id, state }) {
    const { all } = term_id === null ? NO_ROWS : await findRows(ctx, term_id)
    yield* all.filter((row) => state === undefined || row.state === state)
  },
}

const kindLabel = (kind: FindingRow['kind']) =>
  kind in FINDING_KINDS
    ? FINDING_KINDS[kind as keyof typeof FINDING_KINDS]
    : CONFLICT_KINDS[kind as keyof typeof CONFLICT_KINDS]
