import {
  REPORT_ACCEPTED,
  REPORT_DECLINED,
  REPORT_NOT_REQUESTED,
  REPORT_REQUESTED,
  REPORT_SUBMITTED,
  type ReportStatus,
} from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { MAX_RANK } from '#domain/staff/ranking.ts'
import { aReport } from '../builders/reports.ts'
import { saveGlobalScore, saveNote, unlock } from '../staff/service.ts'
import { pseudoRandom } from './choices.ts'
import type { DemonstrationContext } from './context.ts'
import type { Decision } from './meetings.ts'
import type { Proposer } from './proposals.ts'

/** Quality of the n-th proposal from 1 to 5, and how much a reviewer subtracts from it. */
const merit = (n: number) => 1.2 + pseudoRandom(n, 55) * 3.7
const strictness = (reviewer: number) => (pseudoRandom(reviewer, 66) - 0.5) * 1.8
const score = (n: number, reviewer: number, which: number) => {
  const opinion = merit(n) - strictness(reviewer) + (pseudoRandom(n, reviewer, which) - 0.5) * 1.6
  return Math.min(5, Math.max(1, Math.round(opinion)))
}

interface Wanted {
  n: number
  proposal_id: number
  reviewer: Actor
  status: ReportStatus
}

const review = (n: number, k: number) => ({
  science_score: score(n, k, 1),
  technical_score: score(n, k, 2),
  science_comment_strength: 'The question is sharp, and only returned samples can answer it.',
  science_comment_weakness: 'How the result would tell the two hypotheses apart deserves more words.',
  technical_comment_strength: 'The group has shown the method on meteorites of the same kind.',
  technical_comment_weakness: n % 3 === 0 ? 'The loss of material in polishing is underestimated.' : '',
})

/** Order of creation: accepting a report accepts all that are requested, so these must come last. */
const CREATION_ORDER: Record<ReportStatus, number> = {
  [REPORT_SUBMITTED]: 1,
  [REPORT_ACCEPTED]: 2,
  [REPORT_DECLINED]: 3,
  [REPORT_REQUESTED]: 4,
  [REPORT_NOT_REQUESTED]: 5,
}

async function createReports(stage: DemonstrationContext, wanted: Wanted[]) {
  const inOrder = [...wanted].sort((a, b) => CREATION_ORDER[a.status] - CREATION_ORDER[b.status])
  for (const { n, ...report } of inOrder)
    await aReport(stage.office, {
      ...report,
      ...(report.status === REPORT_SUBMITTED && { review: review(n, report.reviewer.id) }),
    })
}

/** Two submitted reports for every proposal of a past term; the global scores and ranks on which to decide. */
export async function reviewAll(stage: DemonstrationContext, proposals: Proposer[], reviewers: Actor[]) {
  const reviewer = (n: number, k: number) => reviewers[(n * 2 + k) % reviewers.length]!
  await createReports(
    stage,
    proposals.flatMap(({ proposal_id }, n) =>
      [0, 1].map((k) => ({ n, proposal_id, reviewer: reviewer(n, k), status: REPORT_SUBMITTED })),
    ),
  )
  return rate(proposals, () => true)
}

/** Global scores close to the merit, and ranks in their order. */
function rate(proposals: Proposer[], scored: (n: number) => boolean): Decision[] {
  const rated = proposals.flatMap(({ proposal_id }, n) =>
    scored(n)
      ? [
          {
            proposal_id,
            global_score: Math.round((merit(n) + (pseudoRandom(n, 77) - 0.5) * 0.2) * 100) / 100,
          },
        ]
      : [],
  )
  const best = rated.toSorted((a, b) => b.global_score - a.global_score)
  return best.map((one, place) => ({ ...one, rank: place < MAX_RANK ? place + 1 : null }))
}

/** The office writes down global scores and ranks. */
export async function setGlobalScores({ office }: DemonstrationContext, decisions: readonly Decision[]) {
  for (const { proposal_id, ...decision } of decisions) await saveGlobalScore(office, proposal_id, decision)
}

/** Statuses of the reports on the n-th submitted proposal. */
const STAGES: ReportStatus[][] = [
  [REPORT_SUBMITTED, REPORT_SUBMITTED, REPORT_SUBMITTED],
  [REPORT_SUBMITTED, REPORT_SUBMITTED],
  [REPORT_SUBMITTED, REPORT_ACCEPTED, REPORT_DECLINED],
  [REPORT_ACCEPTED, REPORT_REQUESTED],
  [REPORT_REQUESTED, REPORT_NOT_REQUESTED],
  [],
]

/** Reviews in progress; the first reviewer, a demonstration account, has reports in several statuses. */
export async function reviewSome(stage: DemonstrationContext, proposals: Proposer[], reviewers: Actor[]) {
  const [first, ...others] = reviewers as [Actor, ...Actor[]]
  const statuses = (n: number) => STAGES[n % STAGES.length]!
  const wanted = proposals.flatMap(({ proposal_id }, n) =>
    statuses(n).map((status, k) => ({
      n,
      proposal_id,
      status,
      reviewer: others[(n * 3 + k) % others.length]!,
    })),
  )
  const own: [number, ReportStatus][] = [
    [0, REPORT_SUBMITTED],
    [1, REPORT_SUBMITTED],
    [2, REPORT_ACCEPTED],
    [6, REPORT_ACCEPTED],
    [3, REPORT_REQUESTED],
    [9, REPORT_REQUESTED],
  ]
  for (const [n, status] of own) {
    const proposal = proposals[n]
    if (proposal) wanted.push({ n, proposal_id: proposal.proposal_id, status, reviewer: first })
  }
  await createReports(stage, wanted)
  await setGlobalScores(
    stage,
    rate(proposals, (n) => n % STAGES.length < 2),
  )
  const office = stage.office
  if (proposals[0])
    await saveNote(office, proposals[0].proposal_id, {
      note: 'The panel asks whether a smaller piece would do.',
    })
  const last = proposals[proposals.length - 1]
  if (last) await unlock(office, last.proposal_id)
}
