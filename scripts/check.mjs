import { prepare } from './prepare.mjs'
import { runChecks } from './steps.mjs'

prepare({ tools: true })
if (runChecks().failed > 0) process.exitCode = 1
