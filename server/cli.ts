import { refuseDemonstration } from './demonstration/mark_queries.ts'
import { readConfig } from './platform/config.ts'
import { type AnyCtx, context } from './platform/context.ts'
import { StartError } from './platform/start_error.ts'
import { layGround } from './process.ts'
import { importFile } from './samples/import_command.ts'
import { createCommand } from './users/create_command.ts'

const USAGE = `Usage: npm run admin -- create EMAIL
       npm run admin -- import FILE [--commit]`

/** What a command's words ask for, or null where they ask for nothing that there is. */
function commandOf([command, subject, ...rest]: string[]): ((ctx: AnyCtx) => Promise<void>) | null {
  if (command === 'create' && subject && rest.length === 0) return createCommand(subject, console.log)
  if (command !== 'import' || !subject || rest.some((word) => word !== '--commit')) return null
  return importFile(subject, { commit: rest.length > 0, say: console.log })
}

/** The command line of a production system: makes the first administrator, brings in the catalogue. */
async function main(words: string[]) {
  const command = commandOf(words)
  if (!command) throw new StartError(USAGE)
  const ground = await layGround(readConfig(process.env), console.log)
  try {
    await refuseDemonstration(ground.services.db)
    await command(context(ground.services, null))
  } finally {
    await ground.close()
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
