import { expect, test, vi } from 'vitest'
import { working } from './allocation/suggest/thread.ts'
import { aSample } from './builders/samples.ts'
import { serve } from './process.ts'
import { createSubmittedProposal, withOffice } from './testing/allocation.ts'

test('a stop finishes requests, and does not wait for connections that clients keep open', () =>
  withOffice(async ({ services, as, ...world }, office) => {
    await aSample(world.ctx())
    await createSubmittedProposal({ services, as, ...world }, office, {
      score: 5,
      asks: [{ sample_id: null }],
    })
    const { cookie, csrf } = await as(office)
    const config = { ...services.config, port: 0 }
    const database = { db: services.db } as Parameters<typeof serve>[0]['database']
    const { address, stop } = await serve(
      { services: { ...services, config }, database, pools: {}, close: async () => {} },
      false,
    )
    const call = fetch(`${address}/api/samples/suggest`, {
      method: 'POST',
      headers: { cookie, 'x-xsrf-token': csrf, 'content-type': 'application/json' },
      body: JSON.stringify({ grid: 1, policy: 'rank' }),
    }).then((reply) => reply.json())
    await vi.waitUntil(() => working.size === 1, { timeout: 60_000, interval: 1 })
    const stopped = stop()
    expect(await call).toMatchObject({ result: 1, items: [{ priority: 1 }] })
    const answered = Date.now()
    await stopped
    expect(Date.now() - answered).toBeLessThan(4000)
  }))
