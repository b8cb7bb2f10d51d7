import type { loanActions } from '#domain/audit_actions.ts'
import { aLoan, type LoanStep } from '../../builders/loans.ts'
import { aUser } from '../../builders/people.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { aSample } from '../../builders/samples.ts'
import { createLoan } from '../../custody/loans/create.ts'
import { showLoan } from '../../custody/loans/list.ts'
import { pdf } from '../../platform/pdf/document.ts'
import { sendForm } from '../multipart.ts'
import type { AuditFixture, AuditFixtureContext } from './fixture.ts'

/** A loan of one piece. */
export interface LoanStage extends AuditFixtureContext {
  number: string
  params: { number: string }
  piece: string
  loans: AuditFixtureContext['api']['loans']
  /** Another one of the office. */
  second: AuditFixtureContext['api']['loans']
}

/** A loan of a piece of 5.4 mg that is at a step; `differs`: it arrived 41 µg lighter than it was sent. */
export async function aLoanAt(
  context: AuditFixtureContext,
  until: LoanStep,
  differs = false,
): Promise<LoanStage> {
  const { server, office, api } = context
  const { proposal_id } = await aSubmittedProposal(office)
  const { id, name } = await aSample(office)
  const differences = differs ? { [name]: -41 } : {}
  const number = await aLoan(office, { proposal_id, sample_ids: [id], until, differences })
  const [piece] = (await showLoan(office, number)).piece_list
  const second = await server.as(await aUser(office, ['admin']))
  return {
    ...context,
    ...{ number, params: { number }, piece: piece!.piece },
    ...{ loans: api.loans, second: second.api.loans },
  }
}

/** A command on a loan at a step, after `before`. `differs`: the piece arrived 41 µg lighter than it was sent. */
const onLoan =
  (
    until: LoanStep,
    run: (stage: LoanStage) => Promise<unknown>,
    before: (stage: LoanStage) => Promise<unknown> = async () => undefined,
    differs = false,
  ): AuditFixture =>
  async (context) => {
    const stage = await aLoanAt(context, until, differs)
    await before(stage)
    const { id } = await context.server.db
      .selectFrom('loans')
      .select('id')
      .where('number', '=', stage.number)
      .executeTakeFirstOrThrow()
    return { run: () => run(stage), objectId: id, actorId: context.admin.id }
  }

const upload = async ({ server, admin, number }: LoanStage, path: string) =>
  sendForm(await server.as(admin), `/api/loans/${number}/${path}`, {
    name: 'signed.pdf',
    bytes: await pdf('Signed', (page) => page.paragraph('Signed.')),
  })

const REASON = { reason: 'A reason.' }
const move = ({ loans, params, piece }: LoanStage) =>
  loans.askMove({
    params,
    body: { piece, to: 'place', name: 'Room 2', email: '', affiliation: '', reason: '' },
  })
const extend = ({ loans, params }: LoanStage) =>
  loans.askExtension({ params, body: { until: '2099-01-01', ...REASON } })
const sayLost = ({ loans, params, piece }: LoanStage) => loans.sayLost({ params, body: { piece, ...REASON } })
const propose = ({ second, params, piece }: LoanStage) =>
  second.proposeWriteOff({ params, body: { piece, ...REASON } })
const weigh =
  (weighed: number) =>
  ({ loans, params, piece }: LoanStage) =>
    loans.savePacking({ params, body: { piece, weighed, container: 'B-1', picked: true } })
const noteUnlent = ({ loans, params }: LoanStage) =>
  loans.noteUnlent({ params, body: { description: 'A cup', note: '' } })
const close = ({ loans, params }: LoanStage) =>
  loans.close({ params, body: { without_report: 'None is due.' } })
/** Makes the loan late. */
const pass = ({ server, number }: LoanStage) =>
  server.db.updateTable('loans').set({ due_on: '2020-01-01' }).where('number', '=', number).execute()

export const loanFixtures: Record<keyof typeof loanActions, AuditFixture> = {
  'loan.add': async ({ server, office, admin }) => {
    const { proposal_id } = await aSubmittedProposal(office)
    const { id } = await aSample(office)
    return {
      run: () => office.write((tx) => createLoan(tx, { proposal_id, sample_ids: [id] })),
      objectId: () =>
        server.db
          .selectFrom('loans')
          .select('id')
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow()
          .then((loan) => loan.id),
      actorId: admin.id,
    }
  },
  'loan.send_agreement': onLoan('agreement_due', ({ loans, number }) =>
    loans.sendAgreements({ body: { numbers: [number] } }),
  ),
  'loan.upload_signed': onLoan('agreement_sent', (stage) => upload(stage, 'signed')),
  'loan.complete_agreement': onLoan('agreement_sent', ({ loans, params }) =>
    loans.onPaper({ params, body: {} }),
  ),
  'loan.choose_pieces': onLoan('ready_to_pack', ({ loans, params, piece }) =>
    loans.choosePieces({ params, body: { pieces: [piece], reason: '' } }),
  ),
  'loan.pack': onLoan('ready_to_pack', weigh(5400)),
  'loan.parcel': onLoan('ready_to_pack', ({ loans, params }) =>
    loans.saveParcel({ params, body: { carrier: 'DHL', tracking_number: '', customs_note: '' } }),
  ),
  'loan.resolve_packing': onLoan(
    'ready_to_pack',
    ({ loans, params, piece }) => loans.resolvePacking({ params, body: { piece, how: 'loss', ...REASON } }),
    weigh(5000),
  ),
  'loan.sign_packed': onLoan(
    'ready_to_pack',
    ({ loans, params }) => loans.signPacked({ params, body: {} }),
    weigh(5400),
  ),
  'loan.unpack': onLoan('packed', ({ loans, params }) => loans.unpack({ params, body: REASON })),
  'loan.dispatch': onLoan('packed', ({ loans, params }) => loans.dispatch({ params, body: {} })),
  'loan.receive': onLoan('dispatched', ({ loans, params, piece }) =>
    loans.receive({ params, body: { pieces: [{ piece, found: 5400, condition: '' }] } }),
  ),
  'loan.missing': onLoan('dispatched', ({ loans, params, piece }) =>
    loans.missing({ params, body: { pieces: [piece], note: 'An empty box.' } }),
  ),
  'loan.resolve': onLoan(
    'in_use',
    ({ loans, params, piece }) => loans.resolve({ params, body: { piece, how: 'weigh_again', ...REASON } }),
    undefined,
    true,
  ),
  'loan.weigh_again': onLoan(
    'in_use',
    ({ loans, params, piece }) => loans.weighAgain({ params, body: { piece, found: 5400 } }),
    undefined,
    true,
  ),
  'loan.split': onLoan('in_use', ({ loans, params, piece }) =>
    loans.split({
      params,
      body: { piece, parts: [{ amount: 5400, form: 'Powder' }], consumed: 0, lost: 0, method: '' },
    }),
  ),
  'loan.consume': onLoan('in_use', ({ loans, params, piece }) =>
    loans.consume({ params, body: { piece, consumed: 10, method: 'SIMS' } }),
  ),
  'loan.ask_move': onLoan('in_use', move),
  'loan.decide_move': onLoan(
    'in_use',
    ({ loans, params, piece }) => loans.decideMove({ params, body: { piece, granted: true, note: '' } }),
    move,
  ),
  'loan.ask_extension': onLoan('in_use', extend),
  'loan.decide_extension': onLoan(
    'in_use',
    ({ loans, params }) => loans.decideExtension({ params, body: { granted: true, note: '' } }),
    extend,
  ),
  'loan.send_back': onLoan('in_use', ({ loans, params, piece }) =>
    loans.sendBack({
      params,
      body: { pieces: [{ piece, amount: 5400 }], carrier: '', tracking_number: '' },
    }),
  ),
  'loan.confirm_return': onLoan('sent_back', ({ loans, params, piece }) =>
    loans.confirmReturn({ params, body: { piece, found: 5400, place: 'N2-3', reason: '' } }),
  ),
  'loan.say_lost': onLoan('in_use', sayLost),
  'loan.not_lost': onLoan(
    'in_use',
    ({ loans, params, piece }) => loans.notLost({ params, body: { piece, ...REASON } }),
    sayLost,
  ),
  'loan.propose_write_off': onLoan('in_use', ({ loans, params, piece }) =>
    loans.proposeWriteOff({ params, body: { piece, ...REASON } }),
  ),
  'loan.write_off': onLoan(
    'in_use',
    ({ loans, params, piece }) => loans.confirmWriteOff({ params, body: { piece } }),
    propose,
  ),
  'loan.take_back': onLoan('sent_back', async ({ api, piece }) => {
    const params = { address: piece }
    const { events } = await api.pieces.get({ params })
    const { number } = events.find(({ kind }) => kind === 'send_back')!
    return api.pieces.counter({ params, body: { number, ...REASON } })
  }),
  'loan.hand_over': onLoan('in_use', ({ loans, params }) =>
    loans.handOver({
      params,
      body: { name: 'Bo Ek', email: 'bo.ek@example.org', affiliation: 'Institute', ...REASON },
    }),
  ),
  'loan.note_unlent': onLoan('in_use', noteUnlent),
  'loan.settle_unlent': onLoan(
    'in_use',
    ({ loans, params }) => loans.settleUnlent({ params, body: { entry: 1, resolution: 'A label.' } }),
    noteUnlent,
  ),
  'loan.upload': onLoan('in_use', (stage) => upload(stage, 'customs')),
  'loan.remind': onLoan('in_use', ({ loans, number }) => loans.remind({ body: { numbers: [number] } }), pass),
  'loan.close': onLoan('returned', close),
  'loan.reopen': onLoan('returned', ({ loans, params }) => loans.reopen({ params, body: REASON }), close),
}
