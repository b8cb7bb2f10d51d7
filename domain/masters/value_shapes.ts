import { z } from 'zod'
import { ASTEROIDS, SAMPLE_TYPES } from './values.ts'

export const AsteroidShape = z.literal(ASTEROIDS)
export const SampleTypeShape = z.literal(SAMPLE_TYPES)
