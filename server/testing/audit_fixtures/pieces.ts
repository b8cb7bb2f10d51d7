import type { pieceActions } from '#domain/audit_actions.ts'
import { micrograms } from '#domain/custody/amounts.ts'
import type { NewEvent } from '#domain/custody/events.ts'
import { aUser } from '../../builders/people.ts'
import { aPiece, journey, recordAll } from '../../builders/pieces.ts'
import { aSample } from '../../builders/samples.ts'
import { counterEvent, enterPiece, lockPieces, type Piece, splitPiece } from '../../custody/events.ts'
import { proposeWriteOffHere, withdrawWriteOffHere } from '../../custody/pieces/write_offs.ts'
import type { Tx } from '../../platform/context.ts'
import { aLoanRow } from '../loan_row.ts'
import type { AuditFixture, AuditFixtureContext } from './fixture.ts'

/** The events of a piece before the one that is audited, and that one. */
type Making = (
  step: ReturnType<typeof journey>,
  second: { id: number; name: string },
) => [NewEvent[], NewEvent]

const recorded =
  (make: Making): AuditFixture =>
  async ({ server, office, admin }) => {
    const borrower = await aUser(office, ['proposer'])
    const loan = await aLoanRow(server.db)
    const [before, event] = make(journey(loan.id, borrower), borrower)
    const fresh = await aPiece(office)
    const piece = before.length === 0 ? fresh : await recordAll(office, fresh, before)
    return { run: () => recordAll(office, piece, [event]), objectId: piece.id, actorId: admin.id }
  }

/** A command on a locked piece; `of`: the piece that its entry is about. */
const onPiece =
  (
    act: (tx: Tx, piece: Piece) => Promise<unknown>,
    of?: (context: AuditFixtureContext) => Promise<number>,
  ): AuditFixture =>
  async (context) => {
    const { office, admin } = context
    const { id } = await aPiece(office)
    const run = () =>
      office.write(async (tx) => {
        const [piece] = await lockPieces(tx, [id])
        await act(tx, piece!)
      })
    return { run, objectId: of ? () => of(context) : id, actorId: admin.id }
  }

const newestPiece = async ({ server }: AuditFixtureContext) => {
  const { id } = await server.db
    .selectFrom('pieces')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

const split = (tx: Tx, piece: Piece) =>
  splitPiece(tx, piece, { parts: [{ amount: 5400, form: 'Powder' }], consumed: 0, lost: 0 }, { tolerance: 5 })

export const pieceFixtures: Record<keyof typeof pieceActions, AuditFixture> = {
  'piece.enter': async (context) => {
    const { office, admin } = context
    const { id } = await aSample(office)
    return {
      run: () => office.write((tx) => enterPiece(tx, id)),
      objectId: () => newestPiece(context),
      actorId: admin.id,
    }
  },
  'piece.weigh': recorded(() => [[], { kind: 'weigh', amount: micrograms(-3) }]),
  'piece.loss': recorded(() => [[], { kind: 'loss', amount: micrograms(4) }]),
  'piece.consume': recorded(() => [[], { kind: 'consume', amount: micrograms(50) }]),
  'piece.split': onPiece(split),
  'piece.split_from': onPiece(split, newestPiece),
  'piece.pack': recorded(({ pack }) => [[], pack]),
  'piece.unpack': recorded(({ pack }) => [[pack], { kind: 'unpack' }]),
  'piece.dispatch': recorded(({ pack, dispatch }) => [[pack], dispatch]),
  'piece.receive': recorded(({ pack, dispatch, receive }) => [[pack, dispatch], receive]),
  'piece.use': recorded(({ pack, dispatch, receive, use }) => [[pack, dispatch, receive], use]),
  'piece.move': recorded(({ pack, dispatch, receive, use }) => [
    [pack, dispatch, receive, use],
    { kind: 'move', holder: { holder_kind: 'colleague', holder_user_id: null, holder_name: 'Bo Ek' } },
  ]),
  'piece.hand_over': recorded(({ pack, dispatch, receive }) => [
    [pack, dispatch, receive],
    { kind: 'hand_over', holder: { holder_kind: 'borrower', holder_user_id: null, holder_name: 'Bo Ek' } },
  ]),
  'piece.send_back': recorded(({ pack, dispatch, receive, send_back }) => [
    [pack, dispatch, receive],
    send_back,
  ]),
  'piece.return': recorded(({ pack, dispatch, receive, send_back, return: back }) => [
    [pack, dispatch, receive, send_back],
    back,
  ]),
  'piece.offer': recorded(({ offer }) => [[], offer]),
  'piece.take_off_offer': recorded(({ offer }) => [[offer], { kind: 'take_off_offer' }]),
  'piece.propose_write_off': async ({ office, admin }) => {
    const { id, address } = await aPiece(office)
    const run = () => proposeWriteOffHere(office, address, { reason: 'Fire in the vault' })
    return { run, objectId: id, actorId: admin.id }
  },
  'piece.withdraw_write_off': async ({ office, admin }) => {
    const { id, address } = await aPiece(office)
    await proposeWriteOffHere(office, address, { reason: 'Fire in the vault' })
    const run = () => withdrawWriteOffHere(office, address, { reason: 'It was found' })
    return { run, objectId: id, actorId: admin.id }
  },
  'piece.write_off': recorded((_, second) => [
    [],
    { kind: 'write_off', second, reason: 'Fire in the vault' },
  ]),
  'piece.counter': onPiece((tx, piece) => counterEvent(tx, piece, { number: 1, reason: 'Entered twice' })),
  'piece.place': onPiece(async (tx, piece) =>
    tx.audit('piece.place', piece, { place: 'N2-3' }, { place: piece.place }),
  ),
}
