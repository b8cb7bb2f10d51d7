import { describe, expect, test } from 'vitest'
import { type LoanScene, loanScene } from '../../testing/loan_scene.ts'
import { findMails } from '../../testing/reviews.ts'
import { withServer } from '../../testing/test_server.ts'

const byNumber = (number: string) => ({ params: { number } })

const part = (amount: number) => ({ amount, form: 'Chip', place: '' })
const SPLIT = { parts: [part(1200), part(800)], consumed: 0, lost: 0, method: '', note: '' }

const confirmIn = (scene: LoanScene, number: string, piece: string, found: number, more: object = {}) =>
  scene.curation.api.loans.confirmReturn({
    ...byNumber(number),
    body: { piece, found, place: 'N2-3, drawer 4', reason: '', ...more },
  })

describe('a return', () => {
  test('is said by the borrower, confirmed by curation, and the last one is told', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('in_use', [2, 3])
      const [first, second] = (await scene.loan(number)).piece_list
      await scene.holder.api.loans.sendBack({
        ...byNumber(number),
        body: {
          pieces: [
            { piece: first!.piece, amount: 2000 },
            { piece: second!.piece, amount: 2998 },
          ],
          ...{ carrier: 'DHL', tracking_number: '99' },
        },
      })
      expect(await scene.loan(number)).toMatchObject({
        state: 'returned',
        next: { kind: 'confirm_return', label: '0 of 2 pieces weighed', verb: 'Confirm' },
      })
      expect((await scene.piece(number)).sent_back).toMatchObject({ amount: 2000, tracking_number: '99' })
      await confirmIn(scene, number, first!.piece, 2000)
      expect((await scene.loan(number)).next.label).toBe('1 of 2 pieces weighed')
      expect(await findMails(world, 'loan_returned')).toEqual([])
      await confirmIn(scene, number, second!.piece, 2998)
      const [mail] = await findMails(world, 'loan_returned')
      expect(mail!.recipients).toEqual([scene.people.holder.email])
      for (const said of ['2.000 mg', '2.998 mg']) expect(mail!.body).toContain(said)
      const places = await world.db
        .selectFrom('pieces')
        .select(['state', 'place', 'present'])
        .orderBy('id')
        .execute()
      expect(places).toEqual([
        { state: 'returned', place: 'N2-3, drawer 4', present: 2000 },
        { state: 'returned', place: 'N2-3, drawer 4', present: 2998 },
      ])
    }))

  test.each([
    ['loss', { lost: 40, difference: 0 }],
    ['accept', { lost: 0, difference: -40 }],
  ])('that differs needs to be kept as %s, with a reason', (how, amounts) =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('sent_back', [2])
      const { piece } = await scene.piece(number)
      expect((await confirmIn(scene, number, piece, 1960)).message).toContain('40 µg lighter than on record')
      expect((await confirmIn(scene, number, piece, 1960, { how })).result).toBe(0)
      expect((await confirmIn(scene, number, piece, 1960, { how, reason: 'Broken.' })).result).toBe(1)
      expect(await scene.piece(number)).toMatchObject({ ...amounts, state: 'returned', present: 1960 })
    }),
  )

  test('is confirmed of a parcel that came back undelivered', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('dispatched', [2])
      const { piece } = await scene.piece(number)
      expect((await confirmIn(scene, number, piece, 1999)).result).toBe(1)
      expect(await scene.loan(number)).toMatchObject({ state: 'returned' })
    }))

  test('is confirmed once', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('returned', [2])
      const { piece, name } = await scene.piece(number)
      expect(await confirmIn(scene, number, piece, 2000)).toMatchObject({
        result: 0,
        message: `${name} has been returned.`,
      })
    }))

  test('of what was never lent in this loan is not confirmed, but noted, and settled before the loan is closed', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('returned', [2])
      const other = await scene.lend('in_use', [3])
      const stranger = await scene.piece(other)
      const reply = await scene.curation.request('PUT', `/api/loans/${number}/confirm_return`, {
        ...{ piece: stranger.piece, found: 3000, place: 'N2', reason: '' },
      })
      expect(reply.statusCode).toBe(404)
      await scene.curation.api.loans.noteUnlent({
        ...byNumber(number),
        body: { description: 'A cup with grains', note: 'No label.' },
      })
      expect((await scene.loan(number)).unlent).toMatchObject([
        { description: 'A cup with grains', settled: null },
      ])
      const close = () =>
        scene.office.api.loans.close({ ...byNumber(number), body: { without_report: 'None due.' } })
      expect((await close()).message).toBe('Settle first what came back without having been lent.')
      const settle = () =>
        scene.curation.api.loans.settleUnlent({
          ...byNumber(number),
          body: { entry: 1, resolution: `It is of ${other}.` },
        })
      expect((await settle()).result).toBe(1)
      expect((await settle()).result).toBe(0)
      expect((await close()).result).toBe(1)
    }))

  test('leaves a piece that is split in curation later out of the loan', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('returned', [2])
      const { piece } = await scene.piece(number)
      await scene.curation.api.pieces.split({
        params: { address: piece },
        body: SPLIT,
      })
      expect(await scene.loan(number)).toMatchObject({ state: 'returned', pieces: 1 })
    }))
})

describe('a loss', () => {
  const say = (scene: LoanScene, number: string, piece: string) =>
    scene.holder.api.loans.sayLost({ ...byNumber(number), body: { piece, reason: 'Lost while polishing.' } })
  const propose = (as: LoanScene['office'], number: string, piece: string) =>
    as.api.loans.proposeWriteOff({ ...byNumber(number), body: { piece, reason: 'Looked for twice.' } })
  const confirm = (as: LoanScene['office'], number: string, piece: string) =>
    as.api.loans.confirmWriteOff({ ...byNumber(number), body: { piece } })

  test('is said by the holder, proposed by one and confirmed by another, of whom one is curation', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('in_use', [2])
      const { piece, name } = await scene.piece(number)
      await say(scene, number, piece)
      expect((await scene.loan(number)).next).toMatchObject({
        kind: 'lost',
        label: `${name} said to be lost`,
      })
      await propose(scene.curation, number, piece)
      expect((await scene.loan(number)).next).toMatchObject({ kind: 'write_off', verb: 'Confirm' })
      expect((await confirm(scene.office, number, piece)).message).toBe(
        `${name} has been written off, by ${scene.people.curation.name} and you.`,
      )
      expect(await scene.loan(number)).toMatchObject({ state: 'lost', out_ug: 0 })
      expect(await scene.piece(number)).toMatchObject({ state: 'lost', lost: 2000, present: 0 })
      expect((await confirm(scene.office, number, piece)).result).toBe(0)
    }))

  test('needs two persons even where none are required elsewhere', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('in_use', [2])
      const { piece } = await scene.piece(number)
      await propose(scene.office, number, piece)
      expect(await confirm(scene.office, number, piece)).toMatchObject({
        result: 0,
        message: 'You have proposed it: someone else confirms it.',
      })
      expect((await confirm(scene.second, number, piece)).result).toBe(1)
    }))

  test('needs one of the office', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { aUser } = await import('../../builders/people.ts')
      const another = await world.as(await aUser(world.ctx(), ['curation']))
      const number = await scene.lend('in_use', [2])
      const { piece } = await scene.piece(number)
      await propose(scene.curation, number, piece)
      expect((await confirm(another, number, piece)).message).toBe(
        'One of the two is of the administration office.',
      )
      expect((await confirm(scene.office, number, piece)).result).toBe(1)
    }))

  test.each(['propose', 'confirm'] as const)(
    'is not for someone with a conflict to %s, or with an own loan',
    (step) =>
      withServer(async (world) => {
        const scene = await loanScene(world)
        const number = await scene.lend('in_use', [2])
        const { piece } = await scene.piece(number)
        if (step === 'confirm') await propose(scene.office, number, piece)
        const act = () => (step === 'propose' ? propose : confirm)(scene.second, number, piece)
        const setBorrower = (id: number) =>
          world.db.updateTable('loans').set({ borrower_user_id: id }).where('number', '=', number).execute()
        await setBorrower(scene.people.second.id)
        expect((await act()).message).toBe('This is your own loan: it needs other people.')
        await setBorrower(scene.people.holder.id)
        await scene.office.request('POST', '/api/conflicts', {
          ...{ proposal_id: scene.proposal_id, user_id: scene.people.second.id, reason: 'Same institute.' },
        })
        expect((await act()).message).toBe('You have a conflict of interest with the proposal of this loan.')
      }),
  )

  test('is taken back when the piece is found, with its write-off', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('in_use', [2])
      const { piece } = await scene.piece(number)
      await say(scene, number, piece)
      await propose(scene.office, number, piece)
      await scene.curation.api.loans.notLost({
        ...byNumber(number),
        body: { piece, reason: 'In the mount.' },
      })
      expect(await scene.piece(number)).toMatchObject({ said_lost: null, write_off: null, state: 'in_use' })
      expect((await confirm(scene.second, number, piece)).result).toBe(0)
      expect((await propose(scene.office, number, piece)).result).toBe(1)
    }))

  test('proposed of a piece that comes back is withdrawn', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('in_use', [2])
      const { piece } = await scene.piece(number)
      await propose(scene.office, number, piece)
      await confirmIn(scene, number, piece, 2000)
      expect((await confirm(scene.second, number, piece)).result).toBe(0)
      expect(await scene.loan(number)).toMatchObject({ state: 'returned' })
    }))
})
