import { createHash } from 'node:crypto'
import { type Finding, findFindings } from '#domain/conflicts/findings.ts'
import type { FindingKind } from '#domain/conflicts/status.ts'
import { type Actor, isOffice } from '#domain/session/actor.ts'
import { getSetting } from '../masters/settings.ts'
import type { Db } from '../platform/context.ts'
import {
  type BlockedPair,
  findBlockedPairs,
  findCandidates,
  findLastJudgements,
  findLastQuestions,
  findMemberships,
  findOrganisationKeys,
  findOrganisationNames,
  findParticipants,
  findProposals,
  findRelations,
  findStatedConflicts,
  findTermOf,
  type Scope,
} from './finding_queries.ts'

type LastJudgement = Awaited<ReturnType<typeof findLastJudgements>>[number]
type LastQuestion = Awaited<ReturnType<typeof findLastQuestions>>[number]

/** A finding with what was decided and asked about it. */
export interface JudgedFinding extends Finding {
  /** Of its evidence: a judgement or an answer counts for this evidence only. */
  fingerprint: string
  state: 'unjudged' | 'asked' | 'allowed'
  /** The last judgement, whatever its evidence was. */
  judgement: LastJudgement | null
  /** The last question about this evidence. */
  question: LastQuestion | null
}

/** What the office has decided about a person and a proposal; pairs without any finding are left out. */
export interface Judgement {
  proposal_id: number
  user_id: number
  /** Has a conflict of interest; has a finding that no one has judged; every finding was judged to be none. */
  state: 'blocked' | 'unjudged' | 'allowed'
}

const pairOf = ({ proposal_id, user_id }: { proposal_id: number; user_id: number }) =>
  `${proposal_id} ${user_id}`
const findingOf = (one: { proposal_id: number; user_id: number; kind: FindingKind }) =>
  `${pairOf(one)} ${one.kind}`

const fingerprintOf = (basis: string) => createHash('sha256').update(basis).digest('base64url')

/**
 * The judgements on staff and reviewers with the submitted proposals of a term, as far as `actor` may know: nothing about
 * themselves, nothing on proposals that they have a conflict with, and for the panel only who is named on the proposal.
 */
export async function findJudgements(
  db: Db,
  actor: Actor,
  { term_id, proposal_id }: { term_id: number; proposal_id?: number },
): Promise<Judgement[]> {
  const scope: Scope = { term_id, ...(proposal_id !== undefined && { proposal_ids: [proposal_id] }) }
  const blocked = await findBlockedPairs(db, actor.id, scope)
  if (!isOffice(actor))
    return blocked
      .filter(({ kind }) => kind === 'proposer' || kind === 'collaborator')
      .map((pair) => judgementOf(pair, 'blocked'))
  const states = new Map<string, Judgement>()
  for (const finding of await findOpenFindings(db, actor, scope, blocked)) {
    const state = finding.state === 'allowed' ? 'allowed' : 'unjudged'
    if (states.get(pairOf(finding))?.state !== 'unjudged')
      states.set(pairOf(finding), judgementOf(finding, state))
  }
  for (const pair of [...blocked, ...(await findStatedConflicts(db, actor.id, scope))])
    states.set(pairOf(pair), judgementOf(pair, 'blocked'))
  return [...states.values()]
}

const judgementOf = (
  { proposal_id, user_id }: { proposal_id: number; user_id: number },
  state: Judgement['state'],
): Judgement => ({ proposal_id, user_id, state })

/**
 * The findings on pairs without a conflict of interest, strongest first. Three queries for the people, one for what they
 * have proposed, and the comparison in memory: 1,000 proposals and 200 people take well under a second.
 */
export async function findOpenFindings(
  db: Db,
  actor: Actor,
  scope: Scope,
  blocked: readonly BlockedPair[],
): Promise<JudgedFinding[]> {
  const closed = new Set(blocked.map(pairOf))
  const findings = findFindings(await readFacts(db, actor, scope))
  const judgements = new Map(
    (await findLastJudgements(db, actor.id, scope)).map((one) => [findingOf(one), one]),
  )
  const questions = new Map(
    (await findLastQuestions(db, actor.id, scope)).map((one) => [findingOf(one), one]),
  )
  return findings
    .filter((finding) => !closed.has(pairOf(finding)))
    .map((finding) => {
      const fingerprint = fingerprintOf(finding.basis)
      const judgement = judgements.get(findingOf(finding)) ?? null
      const asked = questions.get(findingOf(finding))
      const question = asked?.fingerprint === fingerprint ? asked : null
      return {
        ...finding,
        fingerprint,
        judgement,
        question,
        state: stateOf(fingerprint, judgement, question),
      }
    })
}

/** A judgement to block whose conflict was lifted leaves the finding to judge. */
function stateOf(
  fingerprint: string,
  judgement: LastJudgement | null,
  question: LastQuestion | null,
): JudgedFinding['state'] {
  if (judgement?.fingerprint === fingerprint && judgement.verdict === 'allow') return 'allowed'
  return question && question.answer === null ? 'asked' : 'unjudged'
}

async function readFacts(db: Db, actor: Actor, scope: Scope) {
  const candidates = await findCandidates(db, actor.id)
  const participants = await findParticipants(db, actor.id, scope)
  const years = await getSetting(db, 'proposed_together_years')
  const affiliations = [...candidates, ...participants].map(({ affiliation }) => affiliation)
  const keys = await findOrganisationKeys(db, [...new Set(affiliations)])
  const withKey = <P extends { affiliation: string }>(person: P) => ({
    ...person,
    organisation: keys.get(person.affiliation) ?? '',
  })
  return {
    candidates: candidates.map(withKey),
    participants: participants.map(withKey),
    memberships: years === 0 ? [] : await findMemberships(db, actor.id, scope.term_id, years),
    relations: await findRelations(db),
    organisations: await findOrganisationNames(db),
  }
}

/** The findings on a submitted proposal that no one has judged, for the office. */
export async function findUnjudged(db: Db, actor: Actor, proposal_id: number): Promise<JudgedFinding[]> {
  const term_id = isOffice(actor) ? await findTermOf(db, proposal_id) : undefined
  if (term_id === undefined) return []
  const scope = { term_id, proposal_ids: [proposal_id] }
  const findings = await findOpenFindings(db, actor, scope, await findBlockedPairs(db, actor.id, scope))
  return findings.filter(({ state }) => state !== 'allowed')
}

/** The findings that the actor may judge, the pairs with a conflict, and what they are about. */
export async function readFindings(db: Db, actor: Actor, scope: Scope) {
  const proposals = await findProposals(db, actor.id, scope)
  const people = await findCandidates(db, actor.id)
  const blocked = await findBlockedPairs(db, actor.id, scope)
  return { proposals, people, blocked, findings: await findOpenFindings(db, actor, scope, blocked) }
}
