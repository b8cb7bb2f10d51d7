import { describe, expect, test } from 'vitest'
import { packLoan } from '../../builders/loans.ts'
import { type LoanScene, loanScene } from '../../testing/loan_scene.ts'
import { pdfText } from '../../testing/pdf.ts'
import { findMails } from '../../testing/reviews.ts'
import { type TestServer, withServer } from '../../testing/test_server.ts'

const byNumber = (number: string) => ({ params: { number } })
const weighing = (piece: string, weighed: number | null, container = 'B-0411') => ({
  body: { piece, weighed, container, picked: true },
})

const part = (amount: number) => ({ amount, form: 'Chip', place: '' })
const SPLIT = { parts: [part(1200), part(800)], consumed: 0, lost: 0, method: '', note: '' }

const requireTwo = ({ db }: TestServer) =>
  db.insertInto('settings').values({ name: 'two_persons', value: '1' }).execute()

async function signed(scene: LoanScene, weight: number) {
  const number = await scene.lend('ready_to_pack')
  const { piece } = await scene.piece(number)
  const { api } = scene.curation
  await api.loans.savePacking({ ...byNumber(number), ...weighing(piece, weight) })
  const sign = () => api.loans.signPacked({ ...byNumber(number), body: {} })
  return { number, piece, sign }
}

describe('packing', () => {
  test('needs an agreement that is complete', () =>
    withServer(async (world) => {
      const { lend, piece, curation } = await loanScene(world)
      const number = await lend('agreement_sent')
      const one = await piece(number)
      expect(
        await curation.api.loans.savePacking({ ...byNumber(number), ...weighing(one.piece, 2004) }),
      ).toMatchObject({ result: 0, message: 'The agreement is not complete.' })
    }))

  test('records what was weighed within the tolerance, and packs for this loan', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, sign } = await signed(scene, 2001)
      expect((await sign()).result).toBe(1)
      const { state, piece_list, packed } = await scene.loan(number)
      expect([state, packed!.by]).toEqual(['ready_to_pack', scene.people.curation.name])
      expect(piece_list[0]).toMatchObject({ state: 'packed', present: 2001, container: 'B-0411' })
    }))

  test.each([
    [1998, 'is 6 µg lighter than on record'],
    [2010, 'is 6 µg heavier than on record'],
    [null, 'is not weighed yet'],
  ])('is not signed with %s µg, and says why', (weighed, why) =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('ready_to_pack')
      const { piece } = await scene.piece(number)
      const { api } = scene.curation
      await api.loans.savePacking({ ...byNumber(number), ...weighing(piece, weighed) })
      const { result, message } = await api.loans.signPacked({ ...byNumber(number), body: {} })
      expect([result, message]).toEqual([0, expect.stringContaining(why)])
    }),
  )

  test('needs a container', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('ready_to_pack')
      const { piece, name } = await scene.piece(number)
      const { api } = scene.curation
      await api.loans.savePacking({ ...byNumber(number), ...weighing(piece, 2004, '') })
      expect(await api.loans.signPacked({ ...byNumber(number), body: {} })).toMatchObject({
        result: 0,
        message: `Enter the container of ${name}.`,
      })
    }))

  test.each([
    ['loss', { lost: 23, difference: 0 }],
    ['accept', { lost: 0, difference: -23 }],
  ] as const)('goes on when a difference is resolved as %s', (how, amounts) =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, piece, sign } = await signed(scene, 1981)
      const { api } = scene.curation
      await api.loans.resolvePacking({
        ...byNumber(number),
        body: { piece, how, reason: 'Grains on the cup.' },
      })
      expect((await sign()).result).toBe(1)
      const row = await world.db
        .selectFrom('pieces')
        .select(['lost', 'difference', 'present'])
        .where('address', '=', piece)
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ ...amounts, present: 1981 })
    }),
  )

  test('is no loss where more was found', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, piece } = await signed(scene, 2050)
      const reply = await scene.curation.api.loans.resolvePacking({
        ...byNumber(number),
        body: { piece, how: 'loss', reason: 'x' },
      })
      expect([reply.result, reply.message]).toEqual([0, expect.stringContaining('heavier than on record')])
    }))

  test('is unpacked with a reason, and packed again', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, sign } = await signed(scene, 2004)
      await sign()
      const { api } = scene.curation
      await api.loans.unpack({ ...byNumber(number), body: { reason: 'Wrong cup.' } })
      expect((await scene.piece(number)).state).toBe('in_curation')
      expect((await sign()).result).toBe(1)
    }))

  test('weighs nothing any more once it is signed', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, piece, sign } = await signed(scene, 2004)
      await sign()
      expect(
        await scene.curation.api.loans.savePacking({ ...byNumber(number), ...weighing(piece, 2000) }),
      ).toMatchObject({ result: 0, message: 'It is signed as packed. Unpack it first.' })
    }))
})

describe('the pieces of a loan', () => {
  /** A loan whose piece curation has split in two: 1.2 and 0.8 mg. */
  async function withSplit(scene: LoanScene) {
    const number = await scene.lend('ready_to_pack', [2])
    const { piece } = await scene.piece(number)
    await scene.curation.api.pieces.split({
      params: { address: piece },
      body: SPLIT,
    })
    return { number, piece }
  }

  test('are its parts where it was split in curation, and those are chosen', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number } = await withSplit(scene)
      const { next, piece_list } = await scene.loan(number)
      expect(next.kind).toBe('choose_parts')
      const [first, second] = piece_list[0]!.parts
      const { api } = scene.curation
      await api.loans.choosePieces({ ...byNumber(number), body: { pieces: [first!.piece], reason: '' } })
      expect((await scene.loan(number)).piece_list.map(({ name, present }) => [name, present])).toEqual([
        [first!.name, 1200],
      ])
      await packLoan(world.ctx(scene.people.curation), number)
      expect(second!.present).toBe(800)
    }))

  test('are two loans of one parent, each with a part of it', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, piece } = await withSplit(scene)
      const { sample_id } = await world.db
        .selectFrom('pieces')
        .select('sample_id')
        .where('address', '=', piece)
        .executeTakeFirstOrThrow()
      const other = await scene.lendSamples('ready_to_pack', [sample_id!])
      const [first, second] = (await scene.piece(number)).parts
      const { api } = scene.curation
      await api.loans.choosePieces({ ...byNumber(number), body: { pieces: [first!.piece], reason: '' } })
      await api.loans.choosePieces({ ...byNumber(other), body: { pieces: [second!.piece], reason: '' } })
      for (const one of [number, other]) await packLoan(world.ctx(scene.people.curation), one)
      expect((await scene.piece(number)).name).toBe(first!.name)
      expect((await scene.piece(other)).name).toBe(second!.name)
      const same = await scene.lendSamples('ready_to_pack', [sample_id!])
      await api.loans.choosePieces({ ...byNumber(same), body: { pieces: [first!.piece], reason: '' } })
      expect((await scene.piece(same)).why_not.pack).toBe(`${first!.name} is on loan ${number}.`)
    }))

  test('are left out with a reason only, and nothing else is taken in', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const number = await scene.lend('ready_to_pack', [2, 3])
      const other = await scene.lend('ready_to_pack', [4])
      const stranger = (await scene.piece(other)).piece
      const [first] = (await scene.loan(number)).piece_list
      const choose = (pieces: string[], reason: string) =>
        scene.curation.request('PUT', `/api/loans/${number}/pieces`, { pieces, reason })
      expect((await choose([first!.piece], '')).json().errors.reason).toEqual([
        'Give the reason to leave a piece out.',
      ])
      expect((await choose([first!.piece, stranger], 'x')).json().errors['pieces.1'][0]).toContain(
        'is not part of what this loan is about',
      )
      expect((await choose([first!.piece], 'Not needed any more.')).json().result).toBe(1)
      expect((await scene.loan(number)).pieces).toBe(1)
    }))
})

describe('a dispatch', () => {
  test('puts every piece into the hands of the carrier, and tells the borrower', () =>
    withServer(async (world) => {
      const { lend, loan, curation, people } = await loanScene(world)
      const number = await lend('packed', [2.004, 1.85])
      expect((await curation.api.loans.dispatch({ ...byNumber(number), body: {} })).result).toBe(1)
      const { state, piece_list, out_ug } = await loan(number)
      expect([state, out_ug]).toEqual(['dispatched', 3854])
      expect(piece_list.map(({ state, sent, holder }) => [state, sent, holder])).toEqual(
        piece_list.map(({ present }) => ['dispatched', present, `on the way to ${people.holder.name}`]),
      )
      const [mail, ...more] = await findMails(world, 'loan_dispatched')
      expect(more).toEqual([])
      expect(mail!.recipients).toEqual([people.holder.email])
      for (const said of ['2.004 mg', '1.850 mg', 'DHL', '44 7100 9218']) expect(mail!.body).toContain(said)
    }))

  test('is by another person than who packed, where two are required', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      await requireTwo(world)
      const { number, sign } = await signed(scene, 2004)
      await sign()
      const dispatch = (as: LoanScene['curation']) => as.api.loans.dispatch({ ...byNumber(number), body: {} })
      expect(await dispatch(scene.curation)).toMatchObject({
        result: 0,
        message: 'You have packed it: someone else checks and dispatches it.',
      })
      expect((await dispatch(scene.second)).result).toBe(1)
      const event = await world.db
        .selectFrom('custody_events')
        .select(['by_name', 'second_name'])
        .where('kind', '=', 'dispatch')
        .executeTakeFirstOrThrow()
      expect(event).toEqual({ by_name: scene.people.second.name, second_name: scene.people.curation.name })
    }))

  test.each(['own', 'conflict'] as const)('is not by a second person with %s', (what) =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      await requireTwo(world)
      const { number, sign } = await signed(scene, 2004)
      await sign()
      const { second } = scene.people
      if (what === 'own')
        await world.db
          .updateTable('loans')
          .set({ borrower_user_id: second.id })
          .where('number', '=', number)
          .execute()
      else
        await scene.office.request('POST', '/api/conflicts', {
          proposal_id: scene.proposal_id,
          user_id: second.id,
          reason: 'Same institute.',
        })
      const { result, message } = await scene.second.api.loans.dispatch({ ...byNumber(number), body: {} })
      expect([result, message]).toEqual([
        0,
        what === 'own'
          ? 'This is your own loan: it needs other people.'
          : 'You have a conflict of interest with the proposal of this loan.',
      ])
    }),
  )

  test('has a packing list with its pieces, containers and the customs note', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number } = await signed(scene, 2004)
      await scene.curation.api.loans.saveParcel({
        ...byNumber(number),
        body: { carrier: 'DHL', tracking_number: '44', customs_note: 'For research, 10 EUR.' },
      })
      const text = await pdfText(
        (await scene.curation.api.loans.packingListPdf(byNumber(number))) as unknown as Buffer,
      )
      const { name } = await scene.piece(number)
      for (const said of [`Packing list ${number}`, name, '2.004 mg', 'B-0411', 'For research, 10 EUR.'])
        expect(text).toContain(said)
    }))
})
