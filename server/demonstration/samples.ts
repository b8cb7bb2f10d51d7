import type { Insertable } from 'kysely'
import {
  AGGREGATE,
  BENNU,
  CONTACT_PAD,
  GAS,
  PARTICLE,
  PROCESSED,
  RYUGU,
  type SampleType,
} from '#domain/masters/values.ts'
import { micrometresToMm } from '#domain/samples/size.ts'
import type { Samples } from '../platform/database/tables.gen.ts'
import { importSamples } from '../samples/import.ts'
import type { DemonstrationContext } from './context.ts'

type Row = Insertable<Samples>

/** Evenly distributed numbers between 0 and 1, always the same for the same n. */
const spread = (n: number, salt = 1) => (n * 0.6180339887 + salt * 0.4142135624) % 1
const between = (low: number, high: number, share: number) => low + (high - low) * share
const one = <T>(choices: readonly T[], share: number) => choices[Math.floor(share * choices.length)]!
const round = (value: number, decimals: number) => Number(value.toFixed(decimals))
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
const digits = (n: number, count: number) => String(n).padStart(count, '0')

/** Weight by size: 1282 kg/m³ and half the volume of a cube, so a grain of 1 mm weighs about 0.7 mg. */
const grain = (n: number, low: number, high: number) => {
  // Small ones are common, large ones rare.
  const size = Math.round(between(low, high, spread(n) ** 2))
  return { size, weight: round(0.68 * micrometresToMm(size) ** 3 * between(0.82, 1.18, spread(n, 2)), 2) }
}

const LOOKS = {
  ryugu: ['Dark', 'Glossy', 'Bright spots', 'Dark, white inclusion', 'Dark, flat face'],
  bennu: ['Hummocky', 'Angular', 'Mottled', 'Angular, mottled', 'Hummocky, bright phases'],
}
const FORMS = ['polished section', 'FIB section', 'fragments', 'pressed powder']

/** Chamber 1 is A (first touchdown), 2 is C (second). */
const ryuguName = (chamber: number, n: number) => `${chamber === 1 ? 'A' : 'C'}${digits(n, 4)}`
const ryugu = (n: number, sample_type: SampleType, first: number) => {
  const chamber = n % 5 < 3 ? 1 : 2
  return {
    db_type: RYUGU,
    sample_type,
    chamber,
    name: ryuguName(chamber, first + n),
    source: chamber === 1 ? 'Chamber A, first touchdown' : 'Chamber C, second touchdown',
  }
}

const ryuguParticle = (n: number): Row => ({
  ...ryugu(n, PARTICLE, 11),
  ...grain(n, 700, n % 5 < 3 ? 3600 : 4800),
  description: `${one(LOOKS.ryugu, spread(n, 3))}; ${n % 7 === 0 ? 'exposed to air' : 'pristine'}`,
})

const ryuguAggregate = (n: number): Row => ({
  ...ryugu(n, AGGREGATE, 301),
  weight: round(between(5, 10, spread(n, 4)), 1),
  description: 'Aggregate of grains below 1 mm; pristine',
})

const ryuguGas = (n: number): Row => {
  const { name, ...sample } = ryugu(n, GAS, 401)
  return {
    ...sample,
    name: `${name}-G${(n % 3) + 1}`,
    pressure: round(between(32, 480, spread(n, 5)), 1),
    volume: 45,
    description: 'Released gas in a standard cylinder',
  }
}

const ryuguProcessed = (n: number): Row => {
  const { name, ...sample } = ryugu(n, PROCESSED, 501)
  return {
    ...sample,
    ...grain(n, 400, 2600),
    name: `${name}-${digits((n % 9) + 1, 2)}`,
    description: `Returned ${one(FORMS, spread(n, 6))}`,
    flg: n % 4 !== 3,
  }
}

const bennuName = (n: number, split: number) => `OREX-${digits(800_002 + n, 6)}-${split}`
const bennu = (sample_type: SampleType, source = 'Bulk collector') => ({
  db_type: BENNU,
  sample_type,
  source,
})

const bennuParticle = (n: number): Row => ({
  ...bennu(PARTICLE),
  ...grain(n, 600, 7800),
  name: bennuName(n, n % 3 === 0 ? 0 : 100 + (n % 8)),
  dish: (n % 8) + 1,
  description: one(LOOKS.bennu, spread(n, 7)),
})

const bennuAggregate = (n: number): Row => ({
  ...bennu(AGGREGATE),
  weight: round(between(5, 40, spread(n, 8) ** 2), 1),
  name: bennuName(140 + n, 100 + (n % 6)),
  description: 'Aggregate of fines and intermediate grains',
})

const bennuContactPad = (n: number): Row => ({
  ...bennu(CONTACT_PAD, `Contact pad ${(n % 24) + 1}`),
  ...grain(n, 200, 1500),
  name: bennuName(210 + n, 101 + (n % 4)),
  description: 'Particle of the surface, held by a contact pad',
})

/** 400 samples of Ryugu and 200 of Bennu, always the same. */
export const demonstrationSamples = (): Row[] => [
  ...times(230, ryuguParticle),
  ...times(70, ryuguAggregate),
  ...times(30, ryuguGas),
  ...times(70, ryuguProcessed),
  ...times(120, bennuParticle),
  ...times(50, bennuAggregate),
  ...times(30, bennuContactPad),
]

/** Imports new weights of the first particles, some lower than before. */
export async function correctCatalogue({ office }: DemonstrationContext) {
  const lines = demonstrationSamples()
    .slice(0, 12)
    .map(
      ({ name, weight }, n) =>
        `Ryugu,${name},Particle,${round((weight ?? 0) * (n % 3 === 0 ? 0.9 : 1), 2)}\n`,
    )
  const bytes = Buffer.from(`Asteroid,Name,Type,Weight[mg]\n${lines.join('')}`)
  await importSamples(office, { bytes, dry_run: false })
}
