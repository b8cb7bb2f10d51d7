import { expect, test } from 'vitest'
import { micrograms } from '#domain/custody/amounts.ts'
import { aTerm, aUser } from '../../builders/people.ts'
import { aBottle, aPiece, journey, recordAll } from '../../builders/pieces.ts'
import { aLoanRow } from '../../testing/loan_row.ts'
import { sharedServer } from '../../testing/test_server.ts'
import { lockPieces, splitPiece } from '../events.ts'

const at = (address: string) => ({ params: { address } })
const { scene } = sharedServer(async (world) => {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const office = world.ctx(admin)
  const curation = await aUser(office, ['curation'])
  const [mei, lucia] = [await aUser(office, ['proposer']), await aUser(office, ['proposer'])]
  const root = await aPiece(office, { name: 'A0106', weight: 3.73 })
  const [first, second] = (
    await office.write(async (tx) => {
      const [piece] = await lockPieces(tx, [root.id])
      const parts = [1204, 2500].map((amount) => ({ amount, form: 'Particle', place: 'N2-3, drawer 4' }))
      return splitPiece(tx, piece!, { parts, consumed: 14, lost: 12 }, { tolerance: 5 })
    })
  ).parts
  const loans = [await aLoanRow(world.db, mei), await aLoanRow(world.db, lucia)]
  const own = journey(loans[0]!.id, mei)
  const other = journey(loans[1]!.id, lucia)
  await recordAll(office, second!, [other.pack, other.dispatch])
  return { admin, office, curation, mei, lucia, root, first: first!, second: second!, loans, own, other }
})

test('a piece is shown with its tree, its sums and its events', async () => {
  const { world, curation, root, first, second, loans } = scene
  const { api } = await world.as(curation)
  const piece = await api.pieces.get(at(root.address))
  expect(piece).toMatchObject({
    ...{ name: 'A0106', state: 'split', description: 'Particle of chamber A · 2.000 mm', holder: '' },
    ...{ next_part: 'A0106-03', tolerance: 5, version: root.last_event + 3 },
    totals: {
      ...{ initial: 3730, difference: 0, with_borrowers: 0, on_the_way: 2500, in_curation: 1204 },
      ...{ consumed: 14, lost: 12 },
    },
  })
  expect(piece.tree).toMatchObject([
    { name: 'A0106', parent: null, split_out: 3704, present: 0 },
    { name: 'A0106-01', parent: root.address, holder: 'Curation, N2-3, drawer 4', loan_number: null },
    { name: 'A0106-02', state: 'dispatched', loan_number: loans[1]!.number, present: 2500 },
  ])
  expect(piece.tree[2]!.holder).toBe(`on the way to ${scene.lucia.name}`)
  expect(piece.events.map((event) => [event.piece_name, event.kind])).toEqual([
    ['A0106-02', 'dispatch'],
    ['A0106-02', 'pack'],
    ['A0106-02', 'split_from'],
    ['A0106-01', 'split_from'],
    ['A0106', 'split'],
    ['A0106', 'consume'],
    ['A0106', 'loss'],
    ['A0106', 'enter'],
  ])
  expect(piece.events.at(-2)).toMatchObject({ present: 3718, d_lost: 12, by_name: scene.admin.name })
  // The same tree from a part of it.
  const part = await api.pieces.get(at(first.address))
  expect(part).toMatchObject({ root: root.address, place: 'N2-3, drawer 4', why_not: { split: null } })
  expect(part.tree).toEqual(piece.tree)
  expect((await api.pieces.get(at(second.address))).why_not.split).toBe(
    'A0106-02 is not in curation: act on its loan.',
  )
  expect(await api.pieces.ofSample({ params: { id: root.sample_id! } })).toEqual({ address: root.address })
})

test('a borrower sees the own branch from receipt to return, and nothing of siblings', async () => {
  const { world, office, mei, lucia, root, first, second, own, loans } = scene
  const { api } = await world.as(mei)
  const hidden = (address: string) =>
    expect(
      api.pieces.get(at(address)).then(
        () => 'shown',
        (fault) => fault.kind,
      ),
    ).resolves.toBe('missing')
  await recordAll(office, first, [{ kind: 'consume', amount: micrograms(4) }, own.pack, own.dispatch])
  await hidden(first.address)
  await recordAll(office, first, [own.receive, own.use])
  for (const { address } of [root, second]) await hidden(address)
  const [mine] = await office.as(mei).write((tx) =>
    lockPieces(tx, [first.id]).then(async ([piece]) => {
      const parts = [1000, 150].map((amount) => ({ amount, form: 'Section' }))
      return (await splitPiece(tx, piece!, { parts, consumed: 40, lost: 10 }, { tolerance: 5 })).parts
    }),
  )
  const seen = await api.pieces.get(at(first.address))
  // What was used before the receipt is not theirs to see.
  expect(seen).toMatchObject({ root: first.address, initial: 1200, place: '', sample_id: null })
  expect(seen.tree.map(({ name, parent }) => [name, parent])).toEqual([
    ['A0106-01', null],
    ['A0106-01-01', first.address],
    ['A0106-01-02', first.address],
  ])
  expect(seen.totals).toEqual({
    ...{ initial: 1200, difference: 0, with_borrowers: 1150, on_the_way: 0, in_curation: 0 },
    ...{ consumed: 40, lost: 10 },
  })
  expect(seen.events.filter(({ piece_name }) => piece_name === 'A0106-01').map(({ kind }) => kind)).toEqual([
    ...['split', 'consume', 'loss', 'use', 'receive'],
  ])
  expect(JSON.stringify(seen)).not.toMatch(/A0106-02|N2-3/u)
  // Back in curation and out again to another: what happens then is not shown, what they did still is.
  await recordAll(office, mine!, [own.return, own.offer])
  const after = await api.pieces.get(at(mine!.address))
  expect(after).toMatchObject({ state: 'returned', holder: 'Curation', loan_number: loans[0]!.number })
  expect(after.events.some(({ kind }) => kind === 'offer')).toBe(false)
  await expect((await world.as(lucia)).api.pieces.get(at(first.address))).rejects.toMatchObject({
    kind: 'missing',
  })
})

test('curation splits, weighs, loses and keeps pieces; what they saw must still hold', async () => {
  const { world, curation, office } = scene
  const { api } = await world.as(curation)
  const { address } = await aPiece(office, { name: 'B1', weight: 1 })
  const say = async (reply: Promise<{ message: string }>) => (await reply).message
  const note = ''
  expect(await say(api.pieces.weigh({ ...at(address), body: { found: 1002, note, version: 1 } }))).toBe(
    'B1 holds 1.002 mg, +2 µg to what was recorded.',
  )
  await expect(
    api.pieces.loss({ ...at(address), body: { amount: 2, reason: 'Spilt', version: 1 } }),
  ).rejects.toMatchObject({ kind: 'stale', message: expect.stringContaining(curation.name) })
  expect(
    await say(api.pieces.loss({ ...at(address), body: { amount: 2, reason: 'Spilt', version: 2 } })),
  ).toBe('A loss of 2 µg is recorded: B1 holds 1.000 mg.')
  const place = { place: 'N1-1', version: 3 }
  expect(await say(api.pieces.place({ ...at(address), body: place }))).toBe('B1 is at N1-1.')
  const part = (amount: number) => ({ amount, form: 'Powder', place: 'N1-2' })
  const split = { consumed: 0, lost: 0, method: '', note, version: 3 }
  const tooMuch = { ...split, parts: [part(600), part(406)] }
  expect(await say(api.pieces.split({ ...at(address), body: tooMuch }))).toBe(
    'Parts, used and lost make 1.006 mg, and B1 holds 1.000 mg: +6 µg is more than the 5 µg that the balance may err.',
  )
  expect(
    await say(api.pieces.split({ ...at(address), body: { ...split, parts: [part(600), part(405)] } })),
  ).toBe('B1 has been split: B1-01, B1-02.')
  const piece = await api.pieces.get(at(address))
  expect(piece.totals).toMatchObject({ initial: 1000, difference: 7, in_curation: 1005, lost: 2 })
  expect(piece.tree[1]).toMatchObject({ holder: 'Curation, N1-2', form: 'Powder' })
  const gas = await aBottle(office)
  expect((await api.pieces.get(at(gas.address))).why_not.split).toBe('Gas is drawn down, never split.')
})

test('a mistake is taken back with a reason, or its amount corrected', async () => {
  const { world, curation, office, mei } = scene
  const { api } = await world.as(curation)
  const piece = await aPiece(office, { name: 'C1', weight: 1 })
  const loan = await aLoanRow(world.db, mei)
  const { pack, dispatch, receive, use } = journey(loan.id, mei)
  await recordAll(office, piece, [pack, dispatch, receive, use])
  const holder = office.as(mei)
  await recordAll(holder, piece, [{ kind: 'consume', amount: micrograms(210) }])
  const [part] = await holder.write(async (tx) => {
    const [now] = await lockPieces(tx, [piece.id])
    return (
      await splitPiece(
        tx,
        now!,
        { parts: [{ amount: 790, form: 'Section' }], consumed: 0, lost: 0 },
        { tolerance: 0 },
      )
    ).parts
  })
  const mine = (await world.as(mei)).api
  const why = async (number: number) =>
    (await mine.pieces.get(at(piece.address))).events.find(
      (event) => event.number === number && event.piece === piece.address,
    )!.why_not_counter
  expect(await why(4)).toBe('C1 has changed state or hands since (in use): take that back first.')
  expect(await why(6)).toBe(null)
  const reason = 'Typing error'
  // Without the right amount something would be left of what was split.
  expect((await mine.pieces.counter({ ...at(piece.address), body: { number: 6, reason } })).message).toBe(
    'C1 has been split: its parts hold the rest. Correct the amount instead.',
  )
  await mine.pieces.counter({ ...at(piece.address), body: { number: 6, amount: 260, reason } })
  expect((await api.pieces.get(at(piece.address))).totals).toEqual({
    ...{ initial: 1000, difference: 50, with_borrowers: 790, on_the_way: 0, in_curation: 0 },
    ...{ consumed: 260, lost: 0 },
  })
  expect(await why(6)).toBe('This event has been taken back.')
  // A part with events of its own keeps its split.
  await recordAll(holder, part!, [{ kind: 'loss', amount: micrograms(3) }])
  expect(await why(7)).toBe('C1-01: take back what happened to the parts first.')
  const { message } = await api.pieces.counter({ ...at(part!.address), body: { number: 2, reason } })
  expect(message).toBe('C1-01: "Handling loss" has been taken back.')
  await api.pieces.counter({ ...at(piece.address), body: { number: 7, reason } })
  expect(await api.pieces.get(at(piece.address))).toMatchObject({ state: 'in_use', present: 790, tree: [{}] })
  // Its part is void, and still found by its own label.
  expect(await api.pieces.get(at(part!.address))).toMatchObject({ state: 'void', present: 0 })
  expect(
    (await mine.pieces.get(at(piece.address))).events.find(({ kind }) => kind === 'receive'),
  ).toMatchObject({
    why_not_counter: expect.stringContaining('take that back first'),
  })
})
