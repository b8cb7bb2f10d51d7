import { micrograms } from '#domain/custody/amounts.ts'
import { BENNU } from '#domain/masters/values.ts'
import { aBottle, aPiece, recordAll } from '../../builders/pieces.ts'
import { setPlace } from '../../custody/pieces/queries.ts'
import { proposeWriteOffHere } from '../../custody/pieces/write_offs.ts'
import type { Ctx } from '../../platform/context.ts'
import type { TestServer } from '../test_server.ts'

/** Pieces of both asteroids and of gas, here, on offer and used up. Each column that can be sorted has another order. */
export async function createPieces({ db, services, at }: TestServer, office: Ctx) {
  const now = services.clock()
  const later = (hours: number) => at(new Date(+now + hours * 3_600_000))
  const halite = await aPiece(office, { name: 'Halite', weight: 3 })
  await setPlace(db, halite.id, 'N2-3, drawer 4')
  await proposeWriteOffHere(office, halite.address, { reason: 'Dropped' })
  later(2)
  const topaz = await aPiece(office, { name: 'Topaz', weight: 1, db_type: BENNU })
  await recordAll(office, topaz, [{ kind: 'offer' }])
  await setPlace(db, topaz.id, 'N1-1')
  later(1)
  const mica = await aPiece(office, { name: 'Mica', weight: 2 })
  await recordAll(office, mica, [{ kind: 'consume', amount: micrograms(2000) }])
  later(3)
  await aBottle(office, { name: 'Beryl' })
  at(now)
}
