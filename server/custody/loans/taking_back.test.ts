import { describe, expect, test } from 'vitest'
import type { EventKind } from '#domain/custody/status.ts'
import { type LoanScene, loanScene } from '../../testing/loan_scene.ts'
import { findMails } from '../../testing/reviews.ts'
import { type TestClient, withParallelServer, withServer } from '../../testing/test_server.ts'

const reason = 'Recorded by mistake'
const byNumber = (number: string) => ({ params: { number } })

/** The latest event of a kind of the n-th piece of a loan, as office and curation see it. */
async function eventOf({ office, piece }: LoanScene, number: string, kind: EventKind, n = 0) {
  const { piece: address } = await piece(number, n)
  const { events, version } = await office.api.pieces.get({ params: { address } })
  const event = events.find((one) => one.kind === kind && one.piece === address)!
  return { ...event, address, version }
}

/** Takes back the latest event of a kind of the n-th piece, by curation. */
async function takeBack(scene: LoanScene, number: string, kind: EventKind, n = 0, as = scene.curation) {
  const { address, number: event } = await eventOf(scene, number, kind, n)
  return as.api.pieces.counter({ params: { address }, body: { number: event, reason } })
}
const states = async ({ loan }: LoanScene, number: string) =>
  (await loan(number)).piece_list.map(({ state }) => state)

describe('what moved with a loan is taken back', () => {
  test('with the whole parcel: dispatched, then packed, and packed again', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('dispatched', [2, 3])
      const { loan_change } = await eventOf(scene, number, 'dispatch')
      const names = (await scene.loan(number)).piece_list.map(({ name }) => name)
      for (const said of [number, ...names, `${scene.people.holder.name} will be told by e-mail.`])
        expect(loan_change).toContain(said)
      const { message } = await takeBack(scene, number, 'dispatch')
      expect(message).toBe(
        `${names.join(' and ')}: "Dispatched" has been taken back, on loan ${number} too. ${scene.people.holder.name} has been told.`,
      )
      expect(await scene.loan(number)).toMatchObject({
        ...{ state: 'ready_to_pack', dispatched: null, next: { kind: 'dispatch' } },
        piece_list: [{ state: 'packed' }, { state: 'packed' }],
      })
      const [mail] = await findMails(world, 'loan_taken_back')
      expect(mail!.recipients).toEqual([scene.people.holder.email])
      expect(mail!.body).toContain(reason)
      expect((await takeBack(scene, number, 'dispatch', 1)).message).toBe('This event has been taken back.')
      await takeBack(scene, number, 'pack')
      expect(await scene.loan(number)).toMatchObject({ packed: null, next: { kind: 'pack' } })
      expect(await states(scene, number)).toEqual(['in_curation', 'in_curation'])
      // Of what is in curation nobody is mailed, and it is packed and sent like any other.
      expect(await findMails(world, 'loan_taken_back')).toHaveLength(1)
      await scene.office.api.loans.signPacked({ ...byNumber(number), body: {} })
      await scene.office.api.loans.unpack({ ...byNumber(number), body: { reason } })
      await takeBack(scene, number, 'unpack')
      expect(await scene.loan(number)).toMatchObject({ packed: { by: scene.people.office.name } })
      await scene.office.api.loans.dispatch({ ...byNumber(number), body: {} })
      expect(await states(scene, number)).toEqual(['dispatched', 'dispatched'])
    }))

  test('piece by piece: received, with what was found, and the due day with the last one', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('in_use', [2, 3])
      expect((await takeBack(scene, number, 'dispatch')).message).toContain('take that back first')
      expect((await takeBack(scene, number, 'use')).message).toContain('take the receipt back instead')
      await takeBack(scene, number, 'receive')
      const one = await scene.loan(number)
      expect(one.piece_list).toMatchObject([{ state: 'dispatched', found: null }, { state: 'in_use' }])
      expect([one.state, one.due_on === null]).toEqual(['dispatched', false])
      await takeBack(scene, number, 'receive', 1)
      expect(await scene.loan(number)).toMatchObject({ due_on: null, steps: { received: null } })
      const { piece, present } = await scene.piece(number)
      await scene.holder.api.loans.receive({
        ...byNumber(number),
        body: { pieces: [{ piece, found: present - 1, condition: '' }] },
      })
      expect(await states(scene, number)).toEqual(['in_use', 'dispatched'])
      await scene.holder.api.loans.consume({
        ...byNumber(number),
        body: { piece, consumed: 10, method: 'SIMS' },
      })
      expect((await takeBack(scene, number, 'receive')).message).toContain('(consumed): take them back first')
    }))

  test('a resolved difference is open again, measured as before', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const sample = await scene.lend('dispatched', [2])
      const { piece, present } = await scene.piece(sample)
      await scene.holder.api.loans.receive({
        ...byNumber(sample),
        body: { pieces: [{ piece, found: present - 41, condition: '' }] },
      })
      for (const how of ['accept', 'loss'] as const) {
        await scene.office.api.loans.resolve({ ...byNumber(sample), body: { piece, how, reason } })
        expect(await states(scene, sample)).toEqual(['in_use'])
        await takeBack(scene, sample, 'use', 0, scene.office)
        expect((await scene.piece(sample)).difference).toBe(-41)
        expect(await scene.loan(sample)).toMatchObject({ state: 'received', next: { kind: 'difference' } })
      }
    }))

  test('a return with what was measured, a way back, and a successor', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('sent_back', [2])
      const { piece } = await scene.piece(number)
      await scene.curation.api.loans.confirmReturn({
        ...byNumber(number),
        body: { piece, found: 1999, place: 'N2', reason: '' },
      })
      await takeBack(scene, number, 'return')
      expect(await scene.piece(number)).toMatchObject({ state: 'sent_back', present: 2000 })
      expect((await scene.loan(number)).next.kind).toBe('confirm_return')
      const returned = await findMails(world, 'loan_taken_back')
      await takeBack(scene, number, 'send_back')
      const mails = (await findMails(world, 'loan_taken_back')).slice(returned.length)
      expect(mails).toMatchObject([
        {
          recipients: [scene.people.holder.email],
          subject: expect.stringContaining('The return shipment was recorded by mistake'),
        },
      ])
      expect(await scene.piece(number)).toMatchObject({ state: 'in_use', sent_back: null })
      await scene.office.api.loans.handOver({
        ...byNumber(number),
        body: { user_id: scene.people.other.id, name: '', email: '', affiliation: '', reason },
      })
      await takeBack(scene, number, 'hand_over', 0, scene.office)
      expect(await scene.loan(number)).toMatchObject({
        borrower_name: scene.people.holder.name,
        piece_list: [{ holder: scene.people.holder.name }],
      })
      expect(await findMails(world, 'loan_handed_over')).toHaveLength(4)
    }))

  test('a move counts as refused', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('in_use', [2])
      const { piece } = await scene.piece(number)
      const to = { to: 'colleague', name: 'Bo Ek', email: 'bo@example.org', affiliation: '', reason } as const
      await scene.holder.api.loans.askMove({ ...byNumber(number), body: { piece, ...to } })
      await scene.office.api.loans.decideMove({
        ...byNumber(number),
        body: { piece, granted: true, note: '' },
      })
      expect((await scene.piece(number)).holder).toBe('Bo Ek')
      await takeBack(scene, number, 'move', 0, scene.second)
      expect((await scene.piece(number)).holder).toBe(scene.people.holder.name)
      const moves = world.db.selectFrom('loan_moves').select(['granted', 'note', 'decided_by'])
      const refused = { granted: false, note: reason, decided_by: scene.people.second.name }
      expect(await moves.execute()).toEqual([refused])
      expect((await findMails(world, 'loan_move')).at(-1)!.body).toContain('may not be moved')
    }))

  test('a move to another place while the piece is there, with the same holder', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('in_use', [2])
      const { piece, present } = await scene.piece(number)
      const to = { to: 'place', name: 'Lab 2', email: '', affiliation: '', reason } as const
      await scene.holder.api.loans.askMove({ ...byNumber(number), body: { piece, ...to } })
      await scene.office.api.loans.decideMove({
        ...byNumber(number),
        body: { piece, granted: true, note: '' },
      })
      const { loan_change } = await eventOf(scene, number, 'move')
      expect(loan_change).toContain(`counts as refused. ${scene.people.holder.name} will be told by e-mail.`)
      await scene.curation.api.loans.confirmReturn({
        ...byNumber(number),
        body: { piece, found: present, place: 'N2', reason: '' },
      })
      const { message } = await takeBack(scene, number, 'move', 0, scene.office)
      expect(message).toContain('has changed state or hands since (returned)')
      await takeBack(scene, number, 'return')
      await takeBack(scene, number, 'move', 0, scene.office)
      expect(await findMails(world, 'loan_move')).toHaveLength(2)
    }))

  test('a successor not once another piece has come to them', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('dispatched', [2, 3])
      const receive = async (n: number) => {
        const { piece, present } = await scene.piece(number, n)
        const pieces = [{ piece, found: present, condition: '' }]
        await scene.office.api.loans.receive({ ...byNumber(number), body: { pieces } })
      }
      await receive(0)
      await scene.office.api.loans.handOver({
        ...byNumber(number),
        body: { user_id: scene.people.other.id, name: '', email: '', affiliation: '', reason },
      })
      await receive(1)
      const { name } = await scene.piece(number, 1)
      const undo = () => takeBack(scene, number, 'hand_over', 0, scene.office)
      expect((await undo()).message).toContain(`${name} has come to ${scene.people.other.name} since`)
      expect((await scene.loan(number)).borrower_name).toBe(scene.people.other.name)
      await takeBack(scene, number, 'receive', 1)
      await undo()
      expect((await scene.loan(number)).borrower_name).toBe(scene.people.holder.name)
    }))
})

test('what was measured on receipt stays while the office looks into its difference', () =>
  withServer(async (world) => {
    const scene = await loanScene(world)
    const number = await scene.lend('dispatched', [2])
    const { piece, present } = await scene.piece(number)
    const pieces = [{ piece, found: present - 41, condition: '' }]
    await scene.holder.api.loans.receive({ ...byNumber(number), body: { pieces } })
    const why = `The difference is looked into: weigh it again on loan ${number}, or take the receipt back.`
    for (const as of [scene.curation, scene.holder])
      expect((await takeBack(scene, number, 'weigh', 0, as)).message).toBe(why)
    expect(await scene.piece(number)).toMatchObject({ present: present - 41, difference: -41 })
    const body = { piece, how: 'accept', reason } as const
    await scene.office.api.loans.resolve({ ...byNumber(number), body })
    await takeBack(scene, number, 'weigh')
    expect(await scene.piece(number)).toMatchObject({ present, state: 'in_use' })
  }))

test('only office and curation take it back, not from a closed loan, not what was changed since they looked', () =>
  withServer(async (world) => {
    const scene = await loanScene(world)
    const number = await scene.lend('returned', [2])
    const asHolder = await takeBack(scene, number, 'return', 0, scene.holder)
    expect(asHolder.message).toBe('Ask the office to put this right.')
    const { address, number: event, version } = await eventOf(scene, number, 'return')
    const params = { address }
    await expect(
      scene.curation.api.pieces.counter({ params, body: { number: event, reason, version: version - 1 } }),
    ).rejects.toMatchObject({ kind: 'stale' })
    await scene.office.api.loans.close({ ...byNumber(number), body: { without_report: 'None is due.' } })
    expect((await takeBack(scene, number, 'return')).message).toBe(`Loan ${number} is closed.`)
    expect(await states(scene, number)).toEqual(['returned'])
  }))

test('what the office decided is taken back by the office alone, and by nobody for a loan of their own', () =>
  withServer(async (world) => {
    const scene = await loanScene(world)
    const number = await scene.lend('dispatched', [2])
    const { piece, present } = await scene.piece(number)
    const pieces = [{ piece, found: present - 41, condition: '' }]
    await scene.holder.api.loans.receive({ ...byNumber(number), body: { pieces } })
    const body = { piece, how: 'accept', reason } as const
    await scene.office.api.loans.resolve({ ...byNumber(number), body })
    const ask = 'Ask the office to put this right.'
    for (const kind of ['use', 'receive'] as const)
      expect((await takeBack(scene, number, kind)).message).toBe(ask)
    const { people } = scene
    const successor = { name: '', email: '', affiliation: '', reason }
    await scene.office.api.loans.handOver({
      ...byNumber(number),
      body: { user_id: people.second.id, ...successor },
    })
    expect((await takeBack(scene, number, 'hand_over')).message).toBe(ask)
    const ownLoan = await takeBack(scene, number, 'hand_over', 0, scene.second)
    expect(ownLoan.message).toBe('Someone else decides about your own loan.')
    await takeBack(scene, number, 'hand_over', 0, scene.office)
    await takeBack(scene, number, 'receive', 0, scene.office)
    expect(await states(scene, number)).toEqual(['dispatched'])
  }))

test('a double click and another tab take it back once', () =>
  withParallelServer(async (world) => {
    const scene = await loanScene(world)
    const number = await scene.lend('dispatched', [2, 3])
    const first = await eventOf(scene, number, 'dispatch')
    const second = await eventOf(scene, number, 'dispatch', 1)
    const counter = async (client: TestClient, { address, number }: typeof first) =>
      (await client.request('POST', `/api/pieces/${address}/counter`, { number, reason })).json().result
    const results = await Promise.all([
      counter(scene.office, first),
      counter(scene.curation, second),
      counter(scene.office, second),
    ])
    expect(results.filter((result) => result === 1)).toHaveLength(1)
    expect(await states(scene, number)).toEqual(['packed', 'packed'])
    expect(await findMails(world, 'loan_taken_back')).toHaveLength(1)
  }))
