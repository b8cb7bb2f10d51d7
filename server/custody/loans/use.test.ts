import { describe, expect, test } from 'vitest'
import { aSample } from '../../builders/samples.ts'
import { type LoanScene, loanScene } from '../../testing/loan_scene.ts'
import { findMails } from '../../testing/reviews.ts'
import { withServer } from '../../testing/test_server.ts'

const byNumber = (number: string) => ({ params: { number } })
const parts = (...amounts: number[]) => amounts.map((amount) => ({ amount, form: '' }))

async function inUse(scene: LoanScene, weight = 1.87) {
  const number = await scene.lend('in_use', [weight])
  const { piece, name } = await scene.piece(number)
  const { api } = scene.holder
  const split = (address: string, amounts: number[], consumed = 0, lost = 0) =>
    api.loans.split({
      ...byNumber(number),
      body: { piece: address, parts: parts(...amounts), consumed, lost, method: 'Cutting' },
    })
  const consume = (address: string, consumed: number, lost = 0) =>
    api.loans.consume({ ...byNumber(number), body: { piece: address, consumed, lost, method: 'NanoSIMS' } })
  const named = async (name: string) =>
    (await scene.loan(number)).piece_list.find((one) => one.name === name)!
  return { number, piece, name, split, consume, named }
}

describe('a split', () => {
  test('makes parts that stay with their holder and in their loan', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, piece, name, split } = await inUse(scene)
      const { message } = await split(piece, [1104, 742], 15, 9)
      expect(message).toBe(`${name} has been split into ${name}-01, ${name}-02.`)
      const { piece_list, pieces, out_ug, state } = await scene.loan(number)
      expect(piece_list.map((one) => [one.name, one.state, one.present, one.parent])).toEqual([
        [name, 'split', 0, null],
        [`${name}-01`, 'in_use', 1104, piece],
        [`${name}-02`, 'in_use', 742, piece],
      ])
      expect(piece_list[0]).toMatchObject({ consumed: 15, lost: 9, holder: 'split in 2' })
      expect([pieces, out_ug, state]).toEqual([2, 1846, 'in_use'])
    }))

  test.each([
    [[1104, 742], 0, 9, '15 µg'],
    [[1200, 742], 0, 0, '72 µg'],
  ])('into %s that does not add up is refused', (amounts, consumed, lost, by) =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, piece, split } = await inUse(scene)
      const { result, message } = await split(piece, amounts, consumed, lost)
      expect([result, message]).toEqual([0, expect.stringContaining(by)])
      expect((await scene.piece(number)).state).toBe('in_use')
    }),
  )

  test('that errs within the tolerance records what was measured', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, piece, split } = await inUse(scene)
      await split(piece, [1104, 763])
      expect(await scene.piece(number)).toMatchObject({ state: 'split', difference: -3, split_out: 1867 })
    }))

  test('of a split keeps the tree, and the sum', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, name, piece, split, named, consume } = await inUse(scene, 3)
      await split(piece, [2000, 1000])
      await split((await named(`${name}-01`)).piece, [1500, 500])
      const part = await named(`${name}-01-02`)
      await split(part.piece, [300, 200])
      await consume((await named(`${name}-01-02-01`)).piece, 300)
      const { piece_list } = await scene.loan(number)
      expect(piece_list.map((one) => [one.name, one.state, one.present])).toEqual([
        [name, 'split', 0],
        [`${name}-01`, 'split', 0],
        [`${name}-01-01`, 'in_use', 1500],
        [`${name}-01-02`, 'split', 0],
        [`${name}-01-02-01`, 'consumed', 0],
        [`${name}-01-02-02`, 'in_use', 200],
        [`${name}-02`, 'in_use', 1000],
      ])
      const left = piece_list.reduce((sum, { present }) => sum + present, 0)
      const used = piece_list.reduce((sum, { consumed, lost }) => sum + consumed + lost, 0)
      expect(left + used).toBe(3000)
    }))

  test('of what another tab has split is refused by its version', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, piece, consume } = await inUse(scene)
      const { version } = await scene.piece(number)
      await consume(piece, 100)
      const reply = await scene.holder.request('PUT', `/api/loans/${number}/split`, {
        ...{ piece, parts: parts(1000, 870), consumed: 0, lost: 0, method: '', version },
      })
      expect([reply.statusCode, reply.json().message]).toEqual([
        409,
        expect.stringContaining('after you opened it'),
      ])
    }))
})

describe('use', () => {
  test('takes what was consumed and lost off the piece', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, piece, consume, name } = await inUse(scene)
      expect((await consume(piece, 260, 10)).message).toBe(`${name}: 270 µg recorded. 1.600 mg are left.`)
      expect(await scene.piece(number)).toMatchObject({ consumed: 260, lost: 10, present: 1600 })
      const [event] = (await scene.loan(number)).events
      expect(event).toMatchObject({ text: `${name}: 260 µg consumed, NanoSIMS`, on_behalf: false })
    }))

  test('of all of a particle uses it up, and its loan is consumed', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, piece, consume } = await inUse(scene)
      await consume(piece, 1870)
      expect(await scene.loan(number)).toMatchObject({ state: 'consumed', out_ug: 0 })
      expect((await consume(piece, 1)).result).toBe(0)
    }))

  test('of more than there is, is refused', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { piece, consume, name } = await inUse(scene)
      expect(await consume(piece, 1871)).toMatchObject({
        result: 0,
        message: `${name} holds 1.870 mg, not 1.871 mg.`,
      })
    }))

  test('cannot lose all of it: that is a write-off', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { piece, consume } = await inUse(scene)
      expect((await consume(piece, 0, 1870)).message).toContain('a write-off needs two persons')
    }))

  test('of gas draws it down; the empty bottle is still to be returned, and is then used up', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const gas = { sample_type: 2, weight: null, size: null, pressure: 68, volume: 5 } as const
      const { id } = await aSample(scene.officeCtx, gas)
      const number = await scene.lendSamples('in_use', [id])
      const { piece, name } = await scene.piece(number)
      const { api } = scene.holder
      const body = { piece, method: 'Noble gases' }
      await api.loans.consume({ ...byNumber(number), body: { ...body, consumed: 60_000 } })
      const { message } = await api.loans.consume({ ...byNumber(number), body: { ...body, consumed: 8000 } })
      expect(message).toContain('The bottle is empty, and is still to be returned.')
      expect(await scene.loan(number)).toMatchObject({ state: 'in_use' })
      expect(
        await api.loans.split({
          ...byNumber(number),
          body: { piece, parts: parts(1), consumed: 0, lost: 0, method: '' },
        }),
      ).toMatchObject({ result: 0, message: `Gas is drawn down, never split: ${name} has no parts.` })
      await api.loans.sendBack({
        ...byNumber(number),
        body: { pieces: [{ piece, amount: 0 }], carrier: '', tracking_number: '' },
      })
      expect((await scene.loan(number)).state).toBe('returned')
      await scene.curation.api.loans.confirmReturn({
        ...byNumber(number),
        body: { piece, found: 0, place: 'G-1, shelf 3', reason: '' },
      })
      expect(await scene.loan(number)).toMatchObject({ state: 'consumed' })
    }))
})

describe('a move', () => {
  const colleague = {
    to: 'colleague' as const,
    ...{ name: 'Γιώργος Νικολάου', email: 'giorgos@example.org' },
    ...{ affiliation: 'Εθνικό Αστεροσκοπείο', reason: 'He has the microscope.' },
  }

  async function asked(scene: LoanScene) {
    const made = await inUse(scene)
    const { number, piece } = made
    await scene.holder.api.loans.askMove({ ...byNumber(number), body: { piece, ...colleague } })
    const decide = (granted: boolean) =>
      scene.office.api.loans.decideMove({ ...byNumber(number), body: { piece, granted, note: 'Until May.' } })
    return { ...made, decide }
  }

  test('is asked first, once, and nothing moves before', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, piece, name } = await asked(scene)
      expect(await scene.piece(number)).toMatchObject({
        holder: scene.people.holder.name,
        move: { to: colleague.name },
      })
      expect((await scene.loan(number)).next).toMatchObject({ kind: 'move', verb: 'Decide' })
      const again = await scene.holder.api.loans.askMove({
        ...byNumber(number),
        body: { piece, ...colleague },
      })
      expect(again).toMatchObject({ result: 0, message: `A move of ${name} is already asked for.` })
    }))

  test('that is allowed puts the piece into the hands of the colleague; the borrower is told and stays responsible', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, decide, consume, piece } = await asked(scene)
      expect((await decide(true)).result).toBe(1)
      expect(await scene.piece(number)).toMatchObject({ holder: colleague.name, move: null })
      const [mail] = await findMails(world, 'loan_move')
      expect([mail!.recipients, mail!.subject]).toEqual([
        [scene.people.holder.email],
        expect.stringContaining('may be moved'),
      ])
      expect((await consume(piece, 100)).result).toBe(1)
      expect((await decide(true)).result).toBe(0)
    }))

  test('that is refused changes nothing', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, decide } = await asked(scene)
      await decide(false)
      expect(await scene.piece(number)).toMatchObject({ holder: scene.people.holder.name, move: null })
      expect((await findMails(world, 'loan_move'))[0]!.body).toContain('Until May.')
    }))

  test('to another place stays in the same hands', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, piece } = await inUse(scene)
      await scene.holder.api.loans.askMove({
        ...byNumber(number),
        body: { piece, to: 'place', name: 'Beamline 7', email: '', affiliation: '', reason: '' },
      })
      await scene.office.api.loans.decideMove({
        ...byNumber(number),
        body: { piece, granted: true, note: '' },
      })
      const { holder } = await scene.piece(number)
      expect(holder).toBe(scene.people.holder.name)
      expect((await scene.loan(number)).events.map(({ text }) => text)).toContainEqual(
        expect.stringContaining('Beamline 7 allowed'),
      )
    }))

  test('to a colleague needs an address', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      const { number, piece } = await inUse(scene)
      const reply = await scene.holder.request('PUT', `/api/loans/${number}/ask_move`, {
        ...{ piece, ...colleague, email: '' },
      })
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([400, ['email']])
    }))
})
