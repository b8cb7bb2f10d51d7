import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openFiles } from '#server/platform/files.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'
import { faultsOf } from '#server/testing/two_in_a_grid/ledger.ts'
import { openTab, type Request, seeded } from '#server/testing/two_in_a_grid/tab.ts'
import { browserOf } from '#server/testing/world.ts'
import { gridStock } from './grid_stock.ts'

// Two members of the office, one of them in two tabs, tick, move, save and confirm in one grid over HTTP; at the end
// nothing that was acknowledged is lost. Run: npm run bench:two [minutes] [seed]
const [minutes = 5, seed = 1] = process.argv.slice(2).map(Number)
/** Between two acts of a person, in ms. */
const PAUSE = 20
const folder = mkdtempSync(join(tmpdir(), 'ao-bench-'))
const embedded = await startEmbedded(folder, () => {})
const { db, close } = openDatabase(embedded.url)
const config = readConfig({ DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '0' })
const app = await buildApp({ db, files: openFiles(folder, undefined), config, clock: () => new Date() })

/** Signs a user in; answers how its browser asks. */
async function signedIn(address: string, user_id: number): Promise<Request> {
  const token = newToken()
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id })
    .execute()
  const { csrf, cookie } = browserOf(token)
  return async (method, path, body, headers) => {
    const reply = await fetch(address + path, {
      method,
      headers: { cookie, 'x-xsrf-token': csrf, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    return {
      statusCode: reply.status,
      headers: Object.fromEntries(reply.headers),
      json: () => JSON.parse(text),
    }
  }
}

try {
  await migrate(db)
  await gridStock(db, 12, 30)
  await db.deleteFrom('assignments').execute()
  await db.updateTable('users').set({ is_administration_office: true }).where('id', '=', 2).execute()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
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
      ...openTab(await signedIn(address, user_id), board, seeded(seed * 100 + i)),
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
  const faults = await faultsOf(db, board.term_id, tabs)
  console.log(`${minutes} minutes, ${acts} acts, ${faults.length} faults`)
  for (const fault of faults) console.log(fault)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await app.close()
  await close()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}
