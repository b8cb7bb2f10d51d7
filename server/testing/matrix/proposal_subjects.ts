import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../../builders/conflicts.ts'
import { aLoan } from '../../builders/loans.ts'
import { aProposer } from '../../builders/people.ts'
import { aSavedProposal, aSubmittedProposal } from '../../builders/proposals.ts'
import { aReport } from '../../builders/reports.ts'
import { anAssignment, aSample } from '../../builders/samples.ts'
import { showLoan } from '../../custody/loans/list.ts'
import type { Ctx } from '../../platform/context.ts'
import { cancelSubmission, saveGlobalScore, saveNote, unlock } from '../../staff/service.ts'
import type { TestServer } from '../test_server.ts'
import { CANARIES, LENT, RANK, SCORE, titleOf } from './canaries.ts'
import { type CallerKind, STATES, type StateOf, type Subject } from './cell.ts'

interface Staff {
  conflicted: Actor
  reviewer: Actor
  'other reviewer': Actor
}

/** Report by proposal state: status, and whether it is written. `requested` is last, because accepting takes all requests. */
const REPORTS = [
  ['bare', 2, false],
  ['accepted', 2, true],
  ['handedIn', 3, true],
  ['scored', 2, true],
  ['cancelled', 2, true],
  ['declined', 9, false],
  ['requested', 1, false],
  ['notRequested', 0, false],
] as const

/** Proposals with their reports, samples and conflicts of interest. */
export async function proposalSubjects(server: TestServer, office: Ctx, staff: Staff) {
  const { reviewer, conflicted } = staff
  const proposals: Subject<'proposal'>[] = []
  const of = (state: StateOf<'proposal'>) => proposals.find((one) => one.state === state)!.id
  for (const state of STATES.proposal) {
    const notice = { proposal_title: titleOf(state) }
    const make = state === 'blank' ? aProposer : null
    const input = { title: titleOf(state) }
    const { actor, proposal_id: id } = make
      ? await make(office, notice)
      : await (['draft', 'unlocked'].includes(state) ? aSavedProposal : aSubmittedProposal)(office, {
          notice,
          input,
        })
    const own: CallerKind[] = ['proposer']
    if (!['submitted', 'blank', 'draft', 'unlocked', 'given'].includes(state)) own.push('reviewer')
    if (state === 'handedIn') own.push('other reviewer')
    proposals.push({ state, id, own, owner: { actor, visit: await server.as(actor) } })
  }
  await unlock(office, of('unlocked'))
  const reports = new Map<string, Subject<'report'>>()
  for (const [state, status, written] of REPORTS) {
    const proposal_id = of(state)
    const review = written ? { science_comment_strength: CANARIES.comment } : undefined
    const id = await aReport(office, { proposal_id, reviewer, status, ...(review && { review }) })
    const { owner } = proposals.find((one) => one.id === proposal_id)!
    reports.set(state, { state, id, proposal_id, own: ['reviewer'], ...(owner && { owner }) })
  }
  const second = { proposal_id: of('handedIn'), reviewer: staff['other reviewer'], status: 3 as const }
  await aReport(office, { ...second, review: { science_comment_strength: CANARIES.otherComment } })
  await saveGlobalScore(office, of('scored'), { global_score: SCORE, rank: RANK })
  for (const { id } of proposals) await saveNote(office, id, { note: CANARIES.note })
  const pairs = await samplesFor(office, of)
  await cancelSubmission(office, of('cancelled'))
  let conflict = 0
  for (const { id } of proposals)
    conflict = await aConflict(office, { proposal_id: id, user_id: conflicted.id })
  return {
    proposals,
    stranger: (await aProposer(office)).actor,
    report: STATES.report.map((state) => reports.get(state)!),
    conflict: [{ state: 'recorded' as const, id: conflict, own: [] }],
    loan: [await lend(office, proposals.find(({ state }) => state === LENT)!)],
    ...pairs,
  }
}

/** A loan of another sample to a proposal, in use. */
async function lend(office: Ctx, { id: proposal_id, owner }: Subject<'proposal'>): Promise<Subject<'loan'>> {
  const { id } = await aSample(office)
  const number = await aLoan(office, { proposal_id, sample_ids: [id] })
  const [piece] = (await showLoan(office, number)).piece_list
  return {
    ...{ state: 'in use', id: 0, number, address: piece!.piece, own: ['proposer'] },
    ...(owner && { owner }),
  }
}

/** Samples that are free, assigned, and confirmed; the confirmed one also paired with another proposal. */
async function samplesFor(office: Ctx, of: (state: StateOf<'proposal'>) => number) {
  const [free, ticked, confirmed] = [await aSample(office), await aSample(office), await aSample(office)]
  const pair = (state: StateOf<'pair'>, sample_id: number, proposal_id: number): Subject<'pair'> => ({
    state,
    id: 0,
    sample_id,
    proposal_id,
    own: [],
  })
  const given = { sample_id: confirmed.id, proposal_id: of('given') }
  await anAssignment(office, PARTICLE_GRID, [given], { confirmed: true })
  await anAssignment(office, PARTICLE_GRID, [{ sample_id: ticked.id, proposal_id: of('submitted') }])
  const rows = await office.db.selectFrom('assignments').select(['id', 'status']).orderBy('id').execute()
  return {
    sample: [{ state: 'free' as const, id: free.id, own: [] }],
    pair: [
      pair('ticked', ticked.id, of('submitted')),
      pair('free', free.id, of('submitted')),
      pair('confirmed', confirmed.id, of('given')),
      pair('clash', confirmed.id, of('submitted')),
    ],
    assignment: rows.map(({ id, status }) => ({
      state: status === CONFIRMED ? ('confirmed' as const) : ('unconfirmed' as const),
      id,
      own: [],
    })),
  }
}
