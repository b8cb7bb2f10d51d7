import { runCommand } from './commands.ts'
import { StartError } from './platform/config.ts'
import { isLostConnection } from './platform/database/lost_connection.ts'

runCommand(process.argv.slice(2), process.env, (line) => console.log(line)).then(
  // A check that was given up may still hold a connection open.
  () => process.exit(),
  (error) => {
    console.error(messageOf(error))
    process.exit(1)
  },
)

function messageOf(error: unknown) {
  if (error instanceof StartError) return error.message
  if (!isLostConnection(error)) return error
  const { message, code } = error as Error & { code?: string }
  return `The database cannot be reached, or the connection to it broke (${message || code}).`
}
