import { describe, expect, test } from 'vitest'
import { type Material, type MaterialRequest, materialLine } from './material_line.ts'

const grain = (id: number, weight = 1): Material => ({
  ...{ id, db_type: 1, sample_type: 1, weight, size: null, chamber: null, dish: null },
})
const request = (proposal_id: number, wanted: Partial<MaterialRequest>, priority = 1): MaterialRequest => ({
  ...{ id: proposal_id * 10 + priority, proposal_id, priority, db_type: 1, sample_type: 1, sample_id: null },
  ...{
    number_of_bottles: null,
    number_of_samples: null,
    weight: null,
    size: null,
    chamber: null,
    dish: null,
  },
  ...wanted,
})
const byName = (proposal_id: number, sample_id: number, priority = 1) =>
  request(proposal_id, { sample_id }, priority)

describe('the material at hand ends', () => {
  test('above the first proposal that gets nothing', () => {
    const requests = [request(1, { number_of_samples: 2 }), request(2, {}), request(3, {})]
    expect(materialLine([1, 2, 3], requests, [grain(1), grain(2), grain(3)])).toBe(2)
    expect(materialLine([3, 2, 1], requests, [grain(1), grain(2)])).toBe(2)
    expect(materialLine([1, 2, 3], requests, [])).toBe(0)
  })

  test('nowhere when there is something for each', () => {
    const requests = [request(1, { number_of_samples: 2 }), request(2, {})]
    expect(materialLine([1, 2], requests, [grain(1), grain(2), grain(3)])).toBeNull()
    expect(materialLine([], [], [grain(1)])).toBeNull()
  })

  test('later when those above can take another sample as well', () => {
    const requests = [request(1, {}), byName(2, 1)]
    expect(materialLine([1, 2], requests, [grain(1), grain(2)])).toBeNull()
    expect(materialLine([1, 2], requests, [grain(1)])).toBe(1)
    expect(materialLine([2, 1], requests, [grain(1)])).toBe(1)
  })

  test('not where only a part of the requests is left without', () => {
    const requests = [byName(1, 1), byName(2, 1), byName(2, 2, 2), byName(3, 1)]
    expect(materialLine([1, 2, 3], requests, [grain(1), grain(2)])).toBe(2)
  })

  test('by what was asked: a sample of another weight does not serve', () => {
    const requests = [request(1, { weight: 1 }), request(2, { weight: 1 })]
    expect(materialLine([1, 2], requests, [grain(1, 1.5), grain(2, 9)])).toBe(1)
  })

  test('not at a proposal that asks for nothing', () => {
    expect(materialLine([1, 2], [request(2, {})], [grain(1)])).toBeNull()
  })
})
