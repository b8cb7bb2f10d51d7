import { readFileSync } from 'node:fs'
import { inRepository } from './repository.ts'

/** The program's version, from package.json: three numbers with dots between them. */
export const VERSION: string = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')).version
