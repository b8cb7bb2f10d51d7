import type { Check } from '#domain/system/checks.ts'
import type { CheckResult } from '#domain/system/contract.ts'
import type { Config } from '../platform/config.ts'
import type { Db, Services } from '../platform/context.ts'
import { runChecks } from './checks.ts'
import { findLastChecks, saveChecks } from './queries.ts'

/** A result so young is shown again: reloading the page opens no connection to the mail server. */
const FRESH_MS = 60 * 1000
/** 'Check again' pressed many times runs the checks once in so long. */
const AGAIN_MS = 5 * 1000

/** The run under way in this process. */
const running = new WeakMap<Config, Promise<CheckResult>>()

/** Runs all checks and stores the result; while they run, everyone gets the same result. */
export function refreshChecks(services: Services): Promise<CheckResult> {
  const { config, db, clock } = services
  const run =
    running.get(config) ??
    runChecks(services)
      .then(async (checks) => {
        const at = clock().toISOString()
        await saveChecks(db, at, checks)
        return { at, checks }
      })
      .finally(() => running.delete(config))
  running.set(config, run)
  return run
}

/** The result of the last minute, or of a new run; `again` asks for a new run now. */
export async function currentChecks(services: Services, again: boolean): Promise<CheckResult> {
  const last = await findLastChecks(services.db)
  const age = last ? +services.clock() - Date.parse(last.at) : Number.POSITIVE_INFINITY
  return last && age >= 0 && age < (again ? AGAIN_MS : FRESH_MS) ? last : refreshChecks(services)
}

/** The newest result without running anything; empty before the first run. */
export const lastChecks = async (db: Db): Promise<readonly Check[]> =>
  (await findLastChecks(db))?.checks ?? []
