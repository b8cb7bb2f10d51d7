import { prepare } from './prepare.mjs'

try {
  prepare()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
// In this very process: a kill of the one that was started is a kill of the server.
const { register } = await import('tsx/esm/api')
register()
await import('#server/main.ts')
