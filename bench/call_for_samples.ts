import type { Column, GridSnapshot, Request, Row } from '#domain/allocation/suggest/problem.ts'
import { randomFrom } from './simulated_call.ts'

/** Density of Ryugu's grains in mg per mm³ (1282 kg/m³), as a sphere of this diameter in mm. */
const weightOf = (mm: number) => (Math.PI / 6) * mm ** 3 * 1.282

/**
 * A grid of proposals and of particles and aggregates from both asteroids, without assignments. Sizes and weights follow
 * the catalogues (most grains near 1 mm, aggregates 5 to 10 mg). Each proposal has one to eight requests: half by name,
 * mostly for the same few samples, the others by weight, by size or by kind only.
 */
export function callForSamples(seed: number, proposals: number, stock: number): GridSnapshot {
  const random = randomFrom(seed)
  const below = (n: number) => Math.floor(random() * n)
  const samples = Array.from({ length: stock }, (_, i): Column => {
    const db_type = random() < 2 / 3 ? 1 : 2
    const sample_type = random() < 0.8 ? 0 : 1
    const mm = 0.7 + 2.5 * random() ** 3
    const weight = sample_type === 1 ? 5 + 5 * random() : weightOf(mm)
    return {
      id: i + 1,
      name: db_type === 1 ? `A${String(i + 1).padStart(4, '0')}` : `OREX-8000${String(45 + (i % 20))}-${i}`,
      db_type,
      type: sample_type,
      sample_type,
      weight: Math.round(weight * 10) / 10,
      initial_weight: null,
      size: Math.round(mm * 1000),
      pressure: null,
      volume: null,
      chamber: db_type === 1 ? 1 + below(2) : null,
      dish: db_type === 2 ? 1 + below(8) : null,
      flg: 0,
      assigned_sample: [],
      elsewhere: [],
    }
  })
  const request = (proposal_id: number, priority: number): Request => {
    // Most requests are for the best samples.
    const sample = samples[Math.floor(stock * random() ** 2)]!
    const { db_type, sample_type } = sample
    const kind = random()
    const named = kind < 0.5
    const byWeight = kind >= 0.5 && kind < 0.7
    const bySize = kind >= 0.7 && kind < 0.85
    return {
      id: proposal_id * 100 + priority,
      proposal_id,
      priority,
      db_type,
      sample_type,
      sample_id: named ? sample.id : null,
      any: named ? 0 : 1,
      sample_name: named ? sample.name : null,
      sample_weight: named ? sample.weight : null,
      sample_description: null,
      number_of_bottles: null,
      number_of_samples: !named && random() < 0.3 ? 2 + below(4) : null,
      weight: byWeight ? Math.max(0.5, Math.round(sample.weight! * 2) / 2) : null,
      size: bySize ? Math.round(sample.size! / 100) * 100 : null,
      chamber: !named && db_type === 1 && random() < 0.4 ? sample.chamber : null,
      dish: !named && db_type === 2 && random() < 0.2 ? sample.dish : null,
      target: true,
      answerable: true,
    }
  }
  const rows = Array.from({ length: proposals }, (_, i): Row => {
    const id = i + 1
    return {
      id,
      global_score: Math.round((1.5 + 3.5 * random() ** 0.7) * 4) / 4,
      rank: null,
      conflict: false,
      requested_samples: Array.from({ length: 1 + below(8) }, (_, p) => request(id, p + 1)),
      assigned_samples: [],
    }
  })
  return { grid: 1, proposals: rows, samples }
}
