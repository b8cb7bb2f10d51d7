import { z } from 'zod'
import { ASTEROIDS, SAMPLE_TYPES } from './values.ts'

// Apart from the values: the first script of the web has those, and no zod.
export const AsteroidSchema = z.literal(ASTEROIDS)
export const SampleTypeSchema = z.literal(SAMPLE_TYPES)
