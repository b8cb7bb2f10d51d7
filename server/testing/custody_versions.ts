import { micrograms } from '#domain/custody/amounts.ts'
import type { LoanStep } from '../builders/loans.ts'
import { aUser } from '../builders/people.ts'
import { aPiece, recordAll } from '../builders/pieces.ts'
import { aDraftedResult } from '../builders/results.ts'
import { proposeWriteOffHere } from '../custody/pieces/write_offs.ts'
import type { AuditFixtureContext } from './audit_fixtures/fixture.ts'
import { aLoanAt, type LoanStage } from './audit_fixtures/loans.ts'
import type { Sent, Versioned } from './versioned.ts'

type Fixture = (context: AuditFixtureContext) => Promise<Versioned>
type Step = (stage: LoanStage, sent: Sent, round: number) => Promise<{ result: number }>
const REASON = { reason: 'A reason.' }

const handOver: Step = ({ loans, params }, sent, round) =>
  loans.handOver({
    params,
    body: { name: `Bo ${round}`, email: `bo${round}@example.org`, affiliation: '', ...REASON, ...sent },
  })
const close: Step = ({ loans, params }, sent) =>
  loans.close({ params, body: { without_report: 'None is due.', ...sent } })
const reopen: Step = ({ loans, params }, sent) => loans.reopen({ params, body: { ...REASON, ...sent } })

/** A step of a loan at `until`, after `before`; meanwhile the loan gets another borrower. */
const ofLoan =
  (until: LoanStep, step: Step, before?: Step, meanwhile: Step = handOver): Fixture =>
  async (context) => {
    const stage = await aLoanAt(context, until)
    const { loans, params } = stage
    await before?.(stage, {}, 0)
    return {
      load: () => loans.get({ params }),
      save: (sent, round) => step(stage, sent, round),
      meanwhile: () => meanwhile(stage, {}, 1),
      by: context.admin.name,
    }
  }

/** Somebody weighs the piece again. */
const weighed = (context: AuditFixtureContext, id: number) =>
  recordAll(context.office, { id }, [{ kind: 'weigh', amount: micrograms(-1) }])
const idOf = async ({ server: { db } }: AuditFixtureContext, address: string) =>
  (await db.selectFrom('pieces').select('id').where('address', '=', address).executeTakeFirstOrThrow()).id

/** A step of the piece of a loan at `until`, after `before`; meanwhile it is weighed. The reply's version is the loan's. */
const ofLent =
  (until: LoanStep, step: Step, before?: Step, differs = false): Fixture =>
  async (context) => {
    const stage = await aLoanAt(context, until, differs)
    const id = await idOf(context, stage.piece)
    await before?.(stage, {}, 0)
    return {
      load: async () => (await stage.loans.get({ params: stage.params })).piece_list[0]!,
      save: (sent, round) => step(stage, sent, round),
      meanwhile: () => weighed(context, id),
      by: context.admin.name,
      once: true,
    }
  }

type Pieces = AuditFixtureContext['api']['pieces']
/** A step of a piece in curation; meanwhile it is weighed. The reply has no version. */
const ofPiece =
  (
    step: (
      pieces: Pieces,
      params: { address: string },
      sent: Sent,
      round: number,
    ) => Promise<{ result: number }>,
  ): Fixture =>
  async (context) => {
    const { id, address } = await aPiece(context.office)
    const params = { address }
    const { pieces } = context.api
    return {
      load: () => pieces.get({ params }),
      save: (sent, round) => step(pieces, params, sent, round),
      meanwhile: () => weighed(context, id),
      by: context.admin.name,
      once: true,
    }
  }

/** The endpoints of loans, pieces and results with a `version`. */
export const CUSTODY_VERSIONED: Record<string, Fixture> = {
  'loans.onPaper': ofLoan('agreement_sent', ({ loans, params }, sent) =>
    loans.onPaper({ params, body: sent }),
  ),
  'loans.choosePieces': ofLoan('ready_to_pack', ({ loans, params, piece }, sent) =>
    loans.choosePieces({ params, body: { pieces: [piece], reason: '', ...sent } }),
  ),
  'loans.signPacked': ofLoan(
    'ready_to_pack',
    ({ loans, params }, sent) => loans.signPacked({ params, body: sent }),
    ({ loans, params, piece }) =>
      loans.savePacking({ params, body: { piece, weighed: 5400, container: 'B-1', picked: true } }),
  ),
  'loans.unpack': ofLoan('packed', ({ loans, params }, sent) =>
    loans.unpack({ params, body: { ...REASON, ...sent } }),
  ),
  'loans.dispatch': ofLoan('packed', ({ loans, params }, sent) => loans.dispatch({ params, body: sent })),
  'loans.handOver': ofLoan('in_use', handOver),
  'loans.close': ofLoan('returned', close),
  'loans.reopen': ofLoan('returned', reopen, close, async (stage) => {
    await reopen(stage, {}, 1)
    return close(stage, {}, 1)
  }),
  'loans.resolvePacking': ofLent(
    'ready_to_pack',
    ({ loans, params, piece }, sent) =>
      loans.resolvePacking({ params, body: { piece, how: 'loss', ...REASON, ...sent } }),
    ({ loans, params, piece }) =>
      loans.savePacking({ params, body: { piece, weighed: 5000, container: 'B-1', picked: true } }),
  ),
  'loans.resolve': ofLent(
    'in_use',
    ({ loans, params, piece }, sent) =>
      loans.resolve({ params, body: { piece, how: 'accept', ...REASON, ...sent } }),
    undefined,
    true,
  ),
  'loans.weighAgain': ofLent(
    'in_use',
    ({ loans, params, piece }, sent) => loans.weighAgain({ params, body: { piece, found: 5300, ...sent } }),
    undefined,
    true,
  ),
  'loans.split': ofLent('in_use', ({ loans, params, piece }, sent) =>
    loans.split({
      params,
      body: { piece, parts: [{ amount: 5399, form: '' }], consumed: 0, lost: 0, method: '', ...sent },
    }),
  ),
  'loans.consume': ofLent('in_use', ({ loans, params, piece }, sent) =>
    loans.consume({ params, body: { piece, consumed: 10, method: 'SIMS', ...sent } }),
  ),
  'loans.askMove': ofLent('in_use', ({ loans, params, piece }, sent, round) =>
    loans.askMove({
      params,
      body: { piece, to: 'place', name: `Room ${round}`, email: '', affiliation: '', reason: '', ...sent },
    }),
  ),
  'loans.confirmReturn': ofLent('sent_back', ({ loans, params, piece }, sent) =>
    loans.confirmReturn({ params, body: { piece, found: 5399, place: 'N2-3', reason: '', ...sent } }),
  ),
  'loans.proposeWriteOff': ofLent(
    'in_use',
    ({ loans, params, piece }, sent) =>
      loans.proposeWriteOff({ params, body: { piece, ...REASON, ...sent } }),
    ({ loans, params, piece }) => loans.sayLost({ params, body: { piece, ...REASON } }),
  ),
  'pieces.weigh': ofPiece((pieces, params, sent, round) =>
    pieces.weigh({ params, body: { found: 5400 - round, note: 'A note.', ...sent } }),
  ),
  'pieces.loss': ofPiece((pieces, params, sent) =>
    pieces.loss({ params, body: { amount: 10, ...REASON, ...sent } }),
  ),
  'pieces.proposeWriteOff': ofPiece((pieces, params, sent) =>
    pieces.proposeWriteOff({ params, body: { ...REASON, ...sent } }),
  ),
  'pieces.confirmWriteOff': async (context) => {
    const { id, address } = await aPiece(context.office)
    const params = { address }
    const { pieces } = context.api
    const curator = await aUser(context.server.ctx(), ['curation'])
    await proposeWriteOffHere(context.office.as(curator), address, REASON)
    return {
      load: () => pieces.get({ params }),
      save: (sent) => pieces.confirmWriteOff({ params, body: sent }),
      meanwhile: () => weighed(context, id),
      by: context.admin.name,
      once: true,
    }
  },
  'pieces.place': ofPiece((pieces, params, sent, round) =>
    pieces.place({ params, body: { place: `N2-${round}`, ...sent } }),
  ),
  'pieces.split': ofPiece((pieces, params, sent) =>
    pieces.split({
      params,
      body: {
        parts: [{ amount: 5399, form: 'Powder', place: '' }],
        ...{ consumed: 0, lost: 0, method: '', note: '' },
        ...sent,
      },
    }),
  ),
  // The weighing meanwhile is the second event.
  'pieces.counter': ofPiece((pieces, params, sent) =>
    pieces.counter({ params, body: { number: 2, ...REASON, ...sent } }),
  ),
  'results.save': async ({ api, office, admin }) => {
    const params = { id: (await aDraftedResult(office)).proposal_id }
    return {
      load: () => api.results.get({ params }),
      save: (sent, round) =>
        api.results.save({ params, body: { text: `Ice ${round}`, correction: '', reasons: [], ...sent } }),
      by: admin.name,
    }
  },
}
