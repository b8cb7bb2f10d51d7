import './node_version.mjs'
import { prepare } from './prepare.mjs'
import { runChecks } from './steps.mjs'

prepare({ tools: true, build: false })
const { failed, report } = await runChecks()
console.log(report)
if (failed > 0) process.exitCode = 1
