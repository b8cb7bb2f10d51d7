import { prepare } from './prepare.mjs'
import { runChecks } from './steps.mjs'

prepare({ tools: true })
const { failed, said } = await runChecks()
console.log(said)
if (failed > 0) process.exitCode = 1
