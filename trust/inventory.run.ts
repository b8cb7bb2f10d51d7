/**
 * An inventory of a hundred holders with twenty pieces each: `npm run trust -- inventory`, HOLDERS=100 PIECES=20 by default.
 * It is closed with at most fifteen acts of the office and one for each exception.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aTerm, aUser } from '#server/builders/people.ts'
import { context } from '#server/platform/context.ts'
import { takeWholeInventory } from '#server/testing/whole_inventory.ts'
import { killAll } from './database_processes.ts'
import { reportFaults } from './figures.ts'
import { newSettings, withServices } from './server_process.ts'

const { HOLDERS = '100', PIECES = '20' } = process.env
const MAX_ACTS = 15

const dataDir = mkdtempSync(join(tmpdir(), 'ao-inventory-'))
const { settings } = await newSettings(dataDir, 'smtp://127.0.0.1:9')
const faults: string[] = []

try {
  await withServices(settings, async ({ services }) => {
    const nobody = context(services, null)
    await aTerm(nobody)
    const office = context(services, await aUser(nobody, ['admin']))
    const { acts, exceptions, closed, inventory } = await takeWholeInventory(
      office,
      Number(HOLDERS),
      Number(PIECES),
    )
    console.log(
      `${HOLDERS} holders with ${PIECES} pieces: ${acts} acts of the office, ${exceptions} exceptions. ${closed.message}`,
    )
    if (acts > MAX_ACTS + exceptions) faults.push(`${acts} acts of the office`)
    if (inventory.closed_at === null) faults.push('the inventory is not closed')
    const { resolved, not_answered } = inventory.counts
    if (resolved !== Number(HOLDERS) * Number(PIECES)) faults.push(`${resolved} pieces resolved`)
    if (not_answered > 0) faults.push(`${not_answered} pieces not answered`)
  })
} finally {
  killAll(dataDir, undefined)
  rmSync(dataDir, { recursive: true, force: true })
}
reportFaults(faults)
