import { z } from 'zod'
import { ASTEROIDS, SAMPLE_TYPES } from './values.ts'

// Separate from values.ts because the web's first script needs the values, but not zod.
export const AsteroidSchema = z.literal(ASTEROIDS)
export const SampleTypeSchema = z.literal(SAMPLE_TYPES)
