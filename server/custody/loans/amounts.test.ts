import { expect, test } from 'vitest'
import { loanScene } from '../../testing/loan_scene.ts'
import { withServer } from '../../testing/test_server.ts'

test('amounts that are no whole numbers of micrograms are refused, and nothing is recorded', () =>
  withServer(async (world) => {
    const { lend, holder, piece } = await loanScene(world)
    const number = await lend('in_use', [2])
    const one = await piece(number)
    for (const consumed of [
      -1,
      0.5,
      2 ** 53,
      1e300,
      '1e3',
      '1,000',
      ' ',
      'NaN',
      '0x10',
      null,
      true,
      [5],
      '-3',
      '٣',
    ]) {
      const reply = await holder.request('PUT', `/api/loans/${number}/consume`, {
        ...{ piece: one.piece, consumed, method: 'SIMS' },
      })
      expect([consumed, reply.statusCode]).toEqual([consumed, 400])
    }
    const back = await holder.request('PUT', `/api/loans/${number}/send_back`, {
      pieces: [{ piece: one.piece, amount: -5 }],
    })
    expect(back.statusCode).toBe(400)
    expect((await piece(number)).version).toBe(one.version)
  }))
