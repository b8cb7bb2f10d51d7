import { z } from 'zod'
import { address } from '../address.ts'
import { AddressSchema } from '../endpoint.ts'

/** What a new system needs before its first call can run, in the order in which it is done. */
const STEPS = {
  password: { label: 'Change your generated password', href: address('/password') },
  term: { label: 'Open the first call', href: address('/masters/terms/add') },
  settings: { label: 'Look over the settings and save them', href: address('/masters/settings') },
  keywords: { label: 'Enter keywords', href: address('/masters/keywords') },
  methods: { label: 'Enter analysis methods', href: address('/masters/methods') },
  samples: { label: 'Import the samples', href: address('/samples/import') },
  users: { label: 'Add the first users', href: address('/users/add') },
} as const
export type SetupKey = keyof typeof STEPS
const KEYS = Object.keys(STEPS) as [SetupKey, ...SetupKey[]]

export const SetupStep = z.object({
  key: z.enum(KEYS),
  label: z.string(),
  done: z.boolean(),
  href: AddressSchema,
})
export type SetupStep = z.infer<typeof SetupStep>

/** The steps with what of them is done. */
export const setupSteps = (done: Record<SetupKey, boolean>): SetupStep[] =>
  KEYS.map((key) => ({ key, ...STEPS[key], done: done[key] }))
