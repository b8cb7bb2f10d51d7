import { expect, test } from 'vitest'
import { aTerm, aUser } from '../builders/people.ts'
import { aBottle, aPiece } from '../builders/pieces.ts'
import { readCsv } from '../testing/csv.ts'
import {
  custodyCast,
  findDifferences,
  findImbalance,
  foldedPieces,
  keptPieces,
  randomCommand,
  rebuiltPieces,
} from '../testing/custody_histories.ts'
import { withServer } from '../testing/test_server.ts'
import { seededRandom } from '../testing/two_in_a_grid/tab.ts'

const PIECES = 16
const HISTORIES = 240
const COMMANDS = 5

test(
  `in ${HISTORIES} random histories masses balance, and what is kept follows from the events`,
  () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const admin = await aUser(world.ctx(), ['admin'])
      const office = world.ctx(admin)
      const { request } = await world.as(admin)
      const cast = await custodyCast(office, world.db)
      const random = seededRandom(7)
      const roots = []
      for (let i = 0; i < PIECES; i++) roots.push(await (i % 4 === 3 ? aBottle : aPiece)(office))
      const count = { done: 0, refused: 0 }
      for (let history = 0; history < HISTORIES; history++) {
        const { id } = roots[history % PIECES]!
        for (let n = 0; n < COMMANDS; n++) {
          count[await randomCommand(cast, world.db, id, random)]++
          expect(findImbalance(await keptPieces(world.db, id))).toEqual([])
        }
      }
      for (const { id, address } of roots) {
        const kept = await keptPieces(world.db, id)
        expect(findDifferences(kept, await foldedPieces(world.db, id))).toEqual([])
        const file = await request('GET', (await request('GET', `/api/pieces/${address}/events`)).json())
        // Void parts are on their own pages only.
        const shown = kept.filter(({ state, parent }) => state !== 'void' || parent === '')
        expect(findDifferences(shown, rebuiltPieces(readCsv(file.payload)), { ids: false })).toEqual([])
      }
      // Enough of each: splits of splits, corrections of splits, two loans of one parent, gas that is drawn down.
      const kept = (await Promise.all(roots.map(({ id }) => keptPieces(world.db, id)))).flat()
      expect(kept.some(({ name }) => /-\d\d-\d\d$/u.test(name))).toBe(true)
      expect(new Set(kept.map(({ state }) => state)).size).toBeGreaterThan(8)
      expect(kept.some(({ state }) => state === 'void')).toBe(true)
      expect(count.done).toBeGreaterThan(count.refused)
    }),
  600_000,
)
