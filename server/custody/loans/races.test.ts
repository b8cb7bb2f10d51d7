import { expect, test } from 'vitest'
import { loanScene } from '../../testing/loan_scene.ts'
import { type TestClient, withParallelServer } from '../../testing/test_server.ts'

const put = async (client: TestClient, number: string, command: string, body: object) => {
  const reply = await client.request('PUT', `/api/loans/${number}/${command}`, body)
  return { status: reply.statusCode, result: reply.json().result as number }
}
const doneIn = (replies: { status: number; result: number }[]) =>
  replies.filter(({ status, result }) => status === 200 && result === 1).length

test('two tabs and the office receive at once: it is received once', () =>
  withParallelServer(async (world) => {
    const { lend, holder, office, loan } = await loanScene(world)
    const number = await lend('dispatched', [2, 3])
    const { piece_list } = await loan(number)
    const body = {
      pieces: piece_list.map(({ piece, present }) => ({ piece, found: present - 1, condition: '' })),
    }
    const replies = await Promise.all([
      put(holder, number, 'receive', body),
      put(holder, number, 'receive', { pieces: body.pieces.toReversed() }),
      put(office, number, 'receive', body),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(doneIn(replies)).toBe(1)
    expect((await loan(number)).piece_list.map(({ state, difference }) => [state, difference])).toEqual([
      ['in_use', -1],
      ['in_use', -1],
    ])
    const mails = await world.db
      .selectFrom('mails')
      .select('id')
      .where('kind', '=', 'loan_received')
      .execute()
    expect(mails).toHaveLength(1)
  }))

test('a double click on the dispatch sends the parcel once', () =>
  withParallelServer(async (world) => {
    const { lend, office, curation } = await loanScene(world)
    const number = await lend('packed', [2])
    const replies = await Promise.all([
      put(office, number, 'dispatch', {}),
      put(office, number, 'dispatch', {}),
      put(curation, number, 'dispatch', {}),
    ])
    expect(doneIn(replies)).toBe(1)
    const mails = await world.db
      .selectFrom('mails')
      .select('id')
      .where('kind', '=', 'loan_dispatched')
      .execute()
    expect(mails).toHaveLength(1)
  }))

test('splits, uses and a return of one piece at once keep its sum', () =>
  withParallelServer(async (world) => {
    const { lend, holder, office, loan, piece } = await loanScene(world)
    const number = await lend('in_use', [2])
    const one = await piece(number)
    const parts = [
      { amount: 1200, form: '' },
      { amount: 800, form: '' },
    ]
    const splitting = { piece: one.piece, parts, consumed: 0, lost: 0, method: '' }
    const replies = await Promise.all([
      put(holder, number, 'split', splitting),
      put(holder, number, 'split', splitting),
      put(office, number, 'consume', { piece: one.piece, consumed: 300, method: 'SIMS' }),
      put(holder, number, 'consume', { piece: one.piece, consumed: 400, method: 'SIMS' }),
      put(office, number, 'confirm_return', { piece: one.piece, found: 2000, place: 'N2', reason: '' }),
    ])
    for (const { status } of replies) expect(status).toBe(200)
    expect(doneIn(replies)).toBeGreaterThan(0)
    const { piece_list } = await loan(number)
    const sum = piece_list.reduce(
      (total, { present, consumed, lost }) => total + present + consumed + lost,
      0,
    )
    const measured = piece_list.reduce((total, { difference }) => total + difference, 0)
    expect(sum).toBe(2000 + measured)
  }))

test('one key sent many times at once is carried out once, and all get its answer', () =>
  withParallelServer(async (world) => {
    const { lend, holder, loan, piece } = await loanScene(world)
    const number = await lend('in_use', [2])
    const body = {
      ...{ piece: (await piece(number)).piece, consumed: 100, method: 'SIMS' },
      key: '0d3f7ab0-5a54-4e1c-8f5a-2f4b9f6b7a10',
    }
    const replies = await Promise.all(Array.from({ length: 6 }, () => put(holder, number, 'consume', body)))
    expect(replies).toEqual(replies.map(() => ({ status: 200, result: 1 })))
    expect((await loan(number)).piece_list[0]!.consumed).toBe(100)
  }))

test('two confirm one write-off at once: it is written off once, and the first is not the second', () =>
  withParallelServer(async (world) => {
    const { lend, office, second, curation, piece } = await loanScene(world)
    const number = await lend('in_use', [2])
    const one = { piece: (await piece(number)).piece }
    const proposals = await Promise.all(
      [office, second].map((client) => put(client, number, 'propose_write_off', { ...one, reason: 'Lost.' })),
    )
    expect(doneIn(proposals)).toBe(1)
    const replies = await Promise.all(
      [office, second, curation].map((client) => put(client, number, 'confirm_write_off', one)),
    )
    expect(doneIn(replies)).toBe(1)
    const events = await world.db
      .selectFrom('custody_events')
      .select(['by_user_id', 'second_user_id'])
      .where('kind', '=', 'write_off')
      .execute()
    expect(events).toHaveLength(1)
    expect(events[0]!.by_user_id).not.toBe(events[0]!.second_user_id)
  }))
