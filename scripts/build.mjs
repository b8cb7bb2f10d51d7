import { prepare } from './prepare.mjs'

prepare({ tools: true })
