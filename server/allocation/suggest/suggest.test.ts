import { describe, expect, test } from 'vitest'
import type { Suggestion } from '#domain/allocation/suggest/contract.ts'
import { aUser } from '../../builders/people.ts'
import { aSample } from '../../builders/samples.ts'
import { aSubmitted, inOffice } from '../../testing/allocation.ts'

describe('a suggestion', () => {
  test('gives the better ranked what both ask for, and says why not to the other', () =>
    inOffice(async (world, office) => {
      const { as, ctx } = world
      const wanted = await aSample(ctx(), { name: 'A0101', weight: 4 })
      const near = await aSample(ctx(), { name: 'A0102', weight: 4.5 })
      const first = await aSubmitted(world, office, { score: 5, asks: [{ sample_id: null, weight: 4 }] })
      const second = await aSubmitted(world, office, {
        score: 3,
        asks: [{ sample_id: wanted.id }, { sample_id: null, weight: 4 }],
      })
      const none = await aSubmitted(world, office, { asks: [{ sample_id: null }] })
      const { api } = await as(await aUser(ctx(), ['panel']))
      const reply = (await api.allocation.suggest({ body: { grid: 1, policy: 'rank' } })) as Suggestion
      expect(reply.items).toEqual([
        {
          sample_id: wanted.id,
          proposal_id: first,
          priority: 1,
          reason: `priority 1 of ${first}: Any 4 mg; A0101 weighs 4 mg, nearest of 2 free`,
        },
        {
          sample_id: near.id,
          proposal_id: second,
          priority: 2,
          reason: `priority 2 of ${second}: Any 4 mg; A0102 weighs 4.5 mg, nearest left of 2 free: A0101 (4 mg) goes to ${first}, which ranks above`,
        },
      ])
      expect(reply.unserved).toEqual([
        {
          proposal_id: second,
          priority: 1,
          missing: 1,
          reason: `named A0101 goes to ${first}, which ranks above`,
        },
        { proposal_id: none, priority: 1, missing: 1, reason: 'no global score yet' },
      ])
    }))
})
