import {
  ACCOUNTS,
  fillWhenEmpty,
  PASSWORD,
  refusePublic,
  requireDemonstration,
} from './demonstration/fill.ts'
import { describeSettings, readConfig, requireProduction } from './platform/config.ts'
import { refuseServedDemonstration } from './platform/database/demonstration_mark.ts'
import { openLog } from './platform/log.ts'
import { VERSION } from './platform/version.ts'
import { openServices, serve } from './process.ts'

const demonstration = process.argv.includes('--demonstration')
const log = openLog()

/** Runs one server until SIGTERM or SIGINT. */
async function main() {
  const config = readConfig(process.env)
  if (demonstration) refusePublic(config)
  else requireProduction(process.env)
  log.info(`Astromaterials Sample AO System ${VERSION} on Node ${process.versions.node}`)
  for (const { name, meant } of describeSettings(process.env).unknown)
    log.warn(`${name} is not a setting of this program. Is ${meant} meant?`)
  const opened = await openServices(config, log.info, (db) =>
    demonstration ? requireDemonstration(db, config) : refuseServedDemonstration(db),
  )
  try {
    if (demonstration) await fillWhenEmpty(opened.services, log.info)
    const level = demonstration && !process.env.LOG_LEVEL ? 'warn' : config.logLevel
    const serving = await serve(opened, { level, stream: log.stream })
    // Listened for before the line below invites anyone to stop the server.
    const signalled = untilSignalled()
    log.info(
      `The Astromaterials Sample AO System is at ${config.port === 0 ? serving.address : config.baseUrl}`,
    )
    if (demonstration) for (const email of ACCOUNTS) log.info(`  ${email}  password ${PASSWORD}`)
    log.info(`Stopping after ${await signalled}`)
    await serving.stop()
  } finally {
    await opened.close()
  }
  log.info('Stopped')
}

const untilSignalled = () =>
  new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, resolve)
  })

// Node itself would print the error with all its fields, and end as well.
process.on('uncaughtException', (error) => {
  log.fatal(error)
  process.exit(1)
})
main().catch((error) => {
  log.fatal(error)
  process.exitCode = 1
})
