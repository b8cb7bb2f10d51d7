import { writeFileSync } from 'node:fs'
import { CHAIN_TYPES, chainTypes } from './chain_types.ts'

// npm run api:types: writes the types with which a test's client, made from the API document, is checked.
writeFileSync(CHAIN_TYPES, await chainTypes())
