import { setTimeout } from 'node:timers/promises'
import type { Db } from '#server/platform/context.ts'
import { findFaults } from '#server/testing/two_in_a_grid/fault_check.ts'
import { openTab, type Request, seededRandom } from '#server/testing/two_in_a_grid/tab.ts'
import { openBrowser, sessionOf } from '../trust/browser.ts'
import { fillGrid } from './grid_fixtures.ts'
import { withServer, withSystem } from './system.ts'

// Two office members, one of them in two tabs, assign, move, save and confirm in one grid over HTTP; no acknowledged
// change may be lost. Run: npm run bench -- two, MINUTES=5 SEED=1 by default
const { MINUTES = '5', SEED = '1' } = process.env
const [minutes, seed] = [Number(MINUTES), Number(SEED)]
/** Pause between two actions of a person, in ms. */
const PAUSE = 20

/** A signed-in user's request function. */
async function signIn(db: Db, address: string, user_id: number): Promise<Request> {
  const browser = await openBrowser(address, await sessionOf(db, user_id))
  return async (method, path, body, headers) => {
    const answer = await browser(method, path, body as object | undefined, headers)
    return {
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      json: () => answer.json(),
    }
  }
}

await withSystem(
  async (db) => {
    await fillGrid(db, 12, 30)
    await db.deleteFrom('assignments').execute()
    await db.updateTable('users').set({ is_administration_office: true }).where('id', '=', 2).execute()
  },
  (ground) => withServer(ground, ({ address }) => work(ground.db, address)),
)

async function work(db: Db, address: string) {
  const ids = (of: { id: number }[]) => of.map(({ id }) => id)
  const board = {
    term_id: 7,
    samples: ids(await db.selectFrom('samples').select('id').execute()),
    proposals: ids(await db.selectFrom('proposals').select('id').where('user_id', '<>', 2).execute()),
    priorities: [1, 2, 3, 4, 5],
  }
  const tabs = await Promise.all(
    [1, 1, 2].map(async (user_id, i) => ({
      user_id,
      ...openTab(await signIn(db, address, user_id), board, seededRandom(seed * 100 + i)),
    })),
  )
  const end = Date.now() + minutes * 60_000
  let acts = 0
  await Promise.all(
    tabs.map(async (tab) => {
      await tab.load()
      for (; Date.now() < end; acts++) {
        await tab.step()
        await setTimeout(PAUSE)
      }
      await tab.save()
    }),
  )
  for (const tab of tabs) await tab.look()
  for (const [i, { answers, acknowledged }] of tabs.entries())
    console.log(`tab ${i + 1}: ${acknowledged.length} changes acknowledged;`, answers)
  const faults = await findFaults(db, board.term_id, tabs)
  console.log(`${minutes} minutes, ${acts} acts, ${faults.length} faults`)
  for (const fault of faults) console.log(fault)
  if (faults.length > 0) process.exitCode = 1
}
