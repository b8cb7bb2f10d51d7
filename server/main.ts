import { ACCOUNTS, fillWhenEmpty, PASSWORD, refusePublic } from './demonstration/fill.ts'
import { readConfig, StartError } from './platform/config.ts'
import { refuseDemonstration } from './platform/database/demonstration_mark.ts'
import { VERSION } from './platform/version.ts'
import { openServices, serve } from './process.ts'

const demonstration = process.argv.includes('--demonstration')
const say = (line: string) => console.log(line)

/** Runs one server until SIGTERM or SIGINT. */
async function main() {
  const config = readConfig(process.env)
  if (demonstration) refusePublic(config)
  else if (!config.smtpUrl)
    throw new StartError('SMTP_URL is not set: a production server must be able to send mail.')
  const opened = await openServices(config, say)
  try {
    if (demonstration) await fillWhenEmpty(opened.services, say)
    else await refuseDemonstration(opened.services.db)
    const logger = { level: demonstration && !process.env.LOG_LEVEL ? 'warn' : config.logLevel }
    const serving = await serve(opened, logger)
    // Listened for before the line below invites anyone to stop the server.
    const signalled = untilSignalled()
    say(
      `The Astromaterials Sample AO System ${VERSION} is at ${config.port === 0 ? serving.address : config.baseUrl}`,
    )
    if (demonstration) for (const email of ACCOUNTS) say(`  ${email}  password ${PASSWORD}`)
    await signalled
    await serving.stop()
  } finally {
    await opened.close()
  }
}

const untilSignalled = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve())
  })

main().catch((error) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
