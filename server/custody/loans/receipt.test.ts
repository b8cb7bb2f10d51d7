import { describe, expect, test } from 'vitest'
import { type LoanScene, loanScene } from '../../testing/loan_scene.ts'
import { sendForm } from '../../testing/multipart.ts'
import { findMails } from '../../testing/reviews.ts'
import { withServer } from '../../testing/test_server.ts'

const byNumber = (number: string) => ({ params: { number } })

const receiveFrom = (
  client: LoanScene['holder'],
  number: string,
  found: Record<string, number>,
  key?: string,
) =>
  client.api.loans.receive({
    ...byNumber(number),
    body: {
      pieces: Object.entries(found).map(([piece, found]) => ({ piece, found, condition: 'Intact.' })),
      ...(key && { key }),
    },
  })

describe('a receipt', () => {
  test('as sent puts the pieces into use, and sets the day on which they are due', () =>
    withServer(async (world) => {
      world.at('2027-03-01T10:00:00Z')
      const { lend, holder, loan, piece } = await loanScene(world)
      const number = await lend('dispatched')
      const one = await piece(number)
      const { message } = await receiveFrom(holder, number, { [one.piece]: 2004 })
      expect(message).toBe('The receipt of 1 piece is recorded. Due on 2028-02-29.')
      expect(await loan(number)).toMatchObject({ state: 'in_use', due_on: '2028-02-29' })
      expect(await piece(number)).toMatchObject({ state: 'in_use', found: 2004, condition: 'Intact.' })
    }))

  test.each([
    [-5, 'in_use', null],
    [5, 'in_use', null],
    [-6, 'received', -6],
    [41, 'received', 41],
  ])('with a difference of %s µg: %s', (difference, state, open_difference) =>
    withServer(async (world) => {
      const { lend, holder, loan, piece } = await loanScene(world)
      const number = await lend('dispatched')
      const one = await piece(number)
      await receiveFrom(holder, number, { [one.piece]: 2004 + difference })
      expect(await piece(number)).toMatchObject({
        ...{ state, open_difference, difference },
        ...{ sent: 2004, found: 2004 + difference, present: 2004 + difference },
      })
      const { next } = await loan(number)
      if (state === 'received')
        expect(next).toMatchObject({
          kind: 'difference',
          label: `${one.name} arrived ${Math.abs(difference)} µg ${difference < 0 ? 'lighter' : 'heavier'}`,
          verb: 'Resolve',
        })
      else expect(next.kind).toBeNull()
    }),
  )

  test('tells the borrower what is recorded, and which differences the office looks into', () =>
    withServer(async (world) => {
      const { lend, holder, piece, people } = await loanScene(world)
      const number = await lend('dispatched')
      const one = await piece(number)
      await receiveFrom(holder, number, { [one.piece]: 1963 })
      const [mail] = await findMails(world, 'loan_received')
      expect(mail!.recipients).toEqual([people.holder.email])
      expect(mail!.body).toContain('−41 µg against what was sent')
    }))

  test('of a part of the parcel leaves the loan dispatched; what did not arrive is said, and found later', () =>
    withServer(async (world) => {
      const { lend, holder, loan, people } = await loanScene(world)
      const number = await lend('dispatched', [2, 3])
      const [first, second] = (await loan(number)).piece_list
      await receiveFrom(holder, number, { [first!.piece]: first!.present })
      expect((await loan(number)).state).toBe('dispatched')
      await holder.api.loans.missing({
        ...byNumber(number),
        body: { pieces: [second!.piece], note: 'The box was empty.' },
      })
      expect((await loan(number)).next).toMatchObject({
        kind: 'missing',
        label: `${second!.name} did not arrive`,
      })
      const due = (await loan(number)).due_on
      world.at('2030-01-01T00:00:00Z')
      const later = await world.as(people.holder)
      await receiveFrom(later, number, { [second!.piece]: second!.present })
      expect(await loan(number, later)).toMatchObject({ state: 'in_use', due_on: due })
      expect((await loan(number, later)).due_acts.map(({ kind }) => kind)).not.toContain('missing')
    }))

  test('is refused the second time, by name, also from another tab', () =>
    withServer(async (world) => {
      const { lend, holder, piece } = await loanScene(world)
      const number = await lend('dispatched')
      const one = await piece(number)
      await receiveFrom(holder, number, { [one.piece]: 2004 })
      expect(await receiveFrom(holder, number, { [one.piece]: 2004 })).toMatchObject({
        result: 0,
        message: `${one.name} is in use.`,
      })
    }))

  test('sent again with its key answers what it answered, and is recorded once', () =>
    withServer(async (world) => {
      const { lend, holder, piece } = await loanScene(world)
      const number = await lend('dispatched')
      const one = await piece(number)
      const key = '4b8c2f3e-6d6b-4f5e-9d0a-0d6f6f3d2c11'
      const first = await receiveFrom(holder, number, { [one.piece]: 2001 }, key)
      expect(await receiveFrom(holder, number, { [one.piece]: 2001 }, key)).toEqual(first)
      expect((await findMails(world, 'loan_received')).length).toBe(1)
      const reply = await holder.request('PUT', `/api/loans/${number}/say_lost`, {
        ...{ piece: one.piece, reason: 'x', key },
      })
      expect([reply.statusCode, reply.json().errors.key]).toEqual([
        400,
        ['This key was used for another request.'],
      ])
    }))

  test('can be recorded by the office on behalf of the borrower, and says so', () =>
    withServer(async (world) => {
      const { lend, office, loan, piece, people } = await loanScene(world)
      const number = await lend('dispatched')
      await receiveFrom(office, number, { [(await piece(number)).piece]: 2004 })
      const { events } = await loan(number)
      expect(events.find(({ text }) => text.startsWith('Received'))).toMatchObject({
        by: people.office.name,
        on_behalf: true,
      })
      expect((await piece(number)).holder).toBe(people.holder.name)
    }))

  test('does not take a piece of another loan', () =>
    withServer(async (world) => {
      const { lend, holder, piece } = await loanScene(world)
      const number = await lend('dispatched')
      const other = await lend('dispatched')
      const reply = await holder.request('PUT', `/api/loans/${number}/receive`, {
        pieces: [{ piece: (await piece(other)).piece, found: 1, condition: '' }],
      })
      expect(reply.statusCode).toBe(404)
    }))

  test('of gas goes by the tolerance of the gauge', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { id } = await aGas(scene)
      const number = await scene.lendSamples('dispatched', [id])
      const one = await scene.piece(number)
      expect([one.unit, one.present]).toEqual(['mpa', 68_000])
      await receiveFrom(scene.holder, number, { [one.piece]: 67_400 })
      expect(await scene.piece(number)).toMatchObject({ state: 'received', open_difference: -600 })
      expect((await scene.loan(number)).next.label).toBe(`${one.name} arrived with 0.6 Pa less`)
    }))
})

const aGas = async ({ officeCtx }: LoanScene) => {
  const { aSample } = await import('../../builders/samples.ts')
  return aSample(officeCtx, { sample_type: 2, weight: null, size: null, pressure: 68, volume: 5 })
}

describe('a difference at receipt', () => {
  async function received(scene: LoanScene, difference: number) {
    const number = await scene.lend('dispatched')
    const one = await scene.piece(number)
    await receiveFrom(scene.holder, number, { [one.piece]: one.present + difference })
    const resolve = (how: 'accept' | 'loss' | 'weigh_again') =>
      scene.office.api.loans.resolve({
        ...byNumber(number),
        body: { piece: one.piece, how, reason: 'Grains on the wall of the cup.' },
      })
    return { number, piece: one.piece, resolve }
  }

  test.each([
    ['accept', { difference: -41, lost: 0 }],
    ['loss', { difference: 0, lost: 41 }],
  ] as const)('is resolved as %s', (how, amounts) =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, resolve } = await received(scene, -41)
      expect((await resolve(how)).result).toBe(1)
      expect(await scene.piece(number)).toMatchObject({
        ...{ state: 'in_use', open_difference: null, present: 1963 },
        ...amounts,
      })
      expect((await resolve(how)).result).toBe(0)
    }),
  )

  test("where the borrower's balance says more than ours is no loss", () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, resolve } = await received(scene, 41)
      expect((await resolve('loss')).message).toContain('heavier than what was sent: nothing was lost')
      await resolve('accept')
      expect(await scene.piece(number)).toMatchObject({ state: 'in_use', present: 2045, difference: 41 })
    }))

  test('is weighed again by the borrower, who is asked by mail; what agrees is in use', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, piece, resolve } = await received(scene, -41)
      await resolve('weigh_again')
      expect((await findMails(world, 'loan_weigh_again')).map(({ recipients }) => recipients)).toEqual([
        [scene.people.holder.email],
      ])
      const mine = await scene.holder.api.loans.mine({})
      expect(mine.owed.map(({ kind }) => kind)).toContain('weigh_again')
      await scene.holder.api.loans.weighAgain({ ...byNumber(number), body: { piece, found: 2003 } })
      expect(await scene.piece(number)).toMatchObject({ state: 'in_use', present: 2003, found: 2003 })
    }))

  test('weighed again with another result stays open, and becomes one loss', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, piece, resolve } = await received(scene, -41)
      await scene.holder.api.loans.weighAgain({ ...byNumber(number), body: { piece, found: 1970 } })
      expect(await scene.piece(number)).toMatchObject({ state: 'received', open_difference: -34 })
      await resolve('loss')
      expect(await scene.piece(number)).toMatchObject({ lost: 34, difference: 0, present: 1970 })
    }))

  test('keeps the piece from being used or sent back', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, piece } = await received(scene, -41)
      const { api } = scene.holder
      expect(
        (await api.loans.consume({ ...byNumber(number), body: { piece, consumed: 1, method: 'SIMS' } }))
          .result,
      ).toBe(0)
      expect(
        await api.loans.sendBack({
          ...byNumber(number),
          body: { pieces: [{ piece, amount: 1963 }], carrier: '', tracking_number: '' },
        }),
      ).toMatchObject({ result: 0, message: expect.stringContaining('The office looks into the difference') })
    }))
})

describe('a photo', () => {
  const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1])

  test('of a piece is kept with it, by what it is and not by its name', () =>
    withServer(async (world) => {
      const { lend, holder, loan, piece } = await loanScene(world)
      const number = await lend('in_use')
      const one = await piece(number)
      const send = (name: string, bytes: Buffer | string) =>
        sendForm(holder, `/api/loans/${number}/photos`, { name, bytes }, { piece: one.piece })
      expect((await send('IMG_1.png', JPEG)).json().result).toBe(1)
      const refused = await send('IMG_2.jpg', '<svg onload=alert(1)>')
      expect([refused.statusCode, refused.json().errors.file]).toEqual([
        400,
        ['Only photos (JPEG, PNG, WebP, HEIC) can be uploaded.'],
      ])
      expect((await loan(number)).files).toMatchObject([
        { kind: 'photo', name: 'IMG_1.png.jpg', type: 'image/jpeg', piece: one.piece },
      ])
    }))
})
