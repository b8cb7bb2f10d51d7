import type { FindingRef, FindingRow } from '#domain/conflicts/contract.ts'
import { FINDING_KIND_NAMES, type FindingKind, type FindingState } from '#domain/conflicts/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { askAboutFindings, judgeFindings, listFindings } from '../conflicts/judging.ts'
import { answerQuestion, listOwnQuestions } from '../conflicts/questions.ts'
import { declareRelation } from '../conflicts/relations.ts'
import type { DemonstrationContext } from './context.ts'
import type { Proposer } from './proposals.ts'

/** How many findings of each kind are left to judge. */
const LEFT = 3

/** Two relations are declared; the office has judged most findings, asked two people, and left some of each kind. */
export async function judgeMost(stage: DemonstrationContext, proposals: Proposer[], reviewers: Actor[]) {
  const { office } = stage
  const [first, second] = [proposals[2]!.actor, proposals[5]!.actor]
  await declareRelation(stage.as(reviewers[2]!), {
    kind: 'supervisor',
    name: first.name,
    email: first.email,
    from_year: 2019,
    until_year: 2023,
    note: '',
  })
  await declareRelation(office, {
    user_id: reviewers[3]!.id,
    kind: 'dispute',
    name: second.name,
    email: second.email,
    from_year: null,
    until_year: null,
    note: 'Told us after the last panel meeting.',
  })
  const rows = await findRows(stage, 'unjudged')
  const judged = FINDING_KIND_NAMES.flatMap((kind) => rows.filter((row) => row.kind === kind).slice(LEFT))
  const asked = judged.slice(0, 2)
  await allow(stage, judged.slice(2))
  await askAboutFindings(office, asked.map(refOf))
  const person = reviewers.find(({ id }) => id === asked[0]?.user.id)
  const [question] = person ? await listOwnQuestions(stage.as(person)) : []
  if (person && question)
    await answerQuestion(stage.as(person), question.id, {
      conflict: false,
      note: 'We share a name, nothing else.',
    })
}

const findRows = async ({ office }: DemonstrationContext, state: FindingState) =>
  (await listFindings(office, { term_id: undefined, state })).rows

const refOf = ({ user, proposal, kind, fingerprint }: FindingRow): FindingRef => ({
  proposal_id: proposal.id,
  user_id: user.id,
  kind: kind as FindingKind,
  fingerprint,
})

const REASONS: Partial<Record<FindingRow['kind'], string>> = {
  name: 'Another person: both have told us.',
  organisation: 'Another department, and no common work.',
}

async function allow({ office }: DemonstrationContext, rows: readonly FindingRow[]) {
  for (const kind of FINDING_KIND_NAMES) {
    const findings = rows.filter((row) => row.kind === kind).map(refOf)
    if (findings.length > 0)
      await judgeFindings(office, { findings, verdict: 'allow', reason: REASONS[kind] ?? 'No common work.' })
  }
}
