import { expect, test } from 'vitest'
import { loanScene } from '../../testing/loan_scene.ts'
import { withServer } from '../../testing/test_server.ts'

const KEY = '0d3f7ab0-5a54-4e1c-8f5a-2f4b9f6b7a11'

test('a key sent again with something else is refused, so that nothing seems recorded which is not', () =>
  withServer(async (world) => {
    const { lend, holder, piece } = await loanScene(world)
    const number = await lend('in_use', [2, 3])
    const [one, two] = [await piece(number, 0), await piece(number, 1)]
    const consume = (at: string, consumed: number) =>
      holder.request('PUT', `/api/loans/${number}/consume`, {
        ...{ piece: at, consumed, method: 'SIMS', version: one.version, key: KEY },
      })
    const first = await consume(one.piece, 100)
    expect(first.json()).toMatchObject({ result: 1 })
    expect((await consume(one.piece, 100)).json()).toEqual(first.json())
    const other = await consume(one.piece, 250)
    expect(other.json()).toMatchObject({ result: 0, message: expect.stringContaining('with other values') })
    const back = (pieces: { piece: string; amount: number }[]) =>
      holder.request('PUT', `/api/loans/${number}/send_back`, {
        ...{ pieces, carrier: '', tracking_number: '', key: KEY.replace('1', '2') },
      })
    expect((await back([{ piece: one.piece, amount: 1900 }])).json()).toMatchObject({ result: 1 })
    expect((await back([{ piece: two.piece, amount: 3000 }])).json()).toMatchObject({ result: 0 })
    expect((await piece(number, 0)).consumed).toBe(100)
  }))
