import { prepare } from './prepare.mjs'

try {
  prepare()
  // In this very process: a kill of the one that was started is a kill of the server.
  const { register } = await import('tsx/esm/api')
  register()
  await import('../server/main.ts')
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
