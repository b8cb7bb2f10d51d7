import { describe, expect, test } from 'vitest'
import type { MailKind } from '#domain/mail_kinds.ts'
import { aSample } from '../../builders/samples.ts'
import { loanScene } from '../../testing/loan_scene.ts'
import { type TestServer, withServer } from '../../testing/test_server.ts'
import { takeWholeInventory } from '../../testing/whole_inventory.ts'
import { remindOfInventory } from './reminders.ts'

const ASKED = { body: { name: 'Inventory 2027', days: 30 } }

/** A loan of pieces of these weights in use, and an inventory that asks for them. */
async function asked(world: TestServer, weights: readonly number[] = [2.004, 5.4]) {
  const scene = await loanScene(world)
  const number = await scene.lend('in_use', weights)
  const { id } = await scene.office.api.inventories.ask(ASKED)
  const params = { id: id! }
  const { inventories } = scene.office.api
  return {
    ...{ scene, number, params, inventories },
    read: () => inventories.get({ params }),
    own: async () => (await scene.holder.api.inventories.mine())!,
    /** The holder answers for the n-th piece. */
    async answer(n: number, said: Partial<Said> = {}) {
      const { piece, present } = await scene.piece(number, n)
      return scene.holder.api.inventories.answer({
        body: {
          inventory_id: id!,
          pieces: [{ address: piece, there: true, found: present, remark: '', ...said }],
        },
      })
    },
    /** The office acts on the only difference. */
    async resolve(
      act: 'loss' | 'weigh' | 'split' | 'accept' | 'note' | 'write_off' | 'curation',
      reason = 'Seen.',
    ) {
      const [row] = (await inventories.get({ params })).differences
      return inventories.resolve({
        params,
        body: { entry_id: row!.id, answered_at: row!.answered_at, act, reason },
      })
    },
  }
}
interface Said {
  there: boolean
  found: number | null
  condition: 'unchanged' | 'changed' | 'broken'
  remark: string
}

const mailsTo = ({ db }: TestServer, kind: MailKind) =>
  db.selectFrom('mails').select(['recipients', 'body']).where('kind', '=', kind).orderBy('id').execute()

describe('asking', () => {
  test('says whom it mails, and mails each once with their pieces', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      await scene.lend('in_use')
      const preview = await scene.office.api.inventories.preview()
      expect(preview.holders).toMatchObject([{ email: scene.people.holder.email, pieces: 1 }])
      await scene.office.api.inventories.ask(ASKED)
      const mails = await mailsTo(world, 'inventory_asked')
      expect(mails).toHaveLength(1)
      expect(mails[0]!.body).toContain('on record 2.004 mg')
    }))

  test('is refused while one is open, and while nothing is out', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      expect(await scene.office.api.inventories.ask(ASKED)).toMatchObject({ result: 0 })
      await scene.lend('in_use')
      await scene.office.api.inventories.ask(ASKED)
      const again = await scene.office.api.inventories.ask({ body: { name: 'Another', days: 5 } })
      expect(again.message).toContain('Inventory 2027 is open')
    }))

  test('asks nobody for what is on its way until it has arrived', () =>
    withServer(async (world) => {
      const scene = await loanScene(world)
      await scene.lend('dispatched')
      await scene.lend('in_use')
      const { id } = await scene.office.api.inventories.ask(ASKED)
      const { counts } = await scene.office.api.inventories.get({ params: { id: id! } })
      expect([counts.on_its_way, counts.not_answered]).toEqual([1, 1])
    }))
})

describe('an answer', () => {
  test('within the tolerance waits to be accepted, and becomes what is on record', () =>
    withServer(async (world) => {
      const { scene, number, params, inventories, read, answer } = await asked(world)
      await answer(0, { found: 2002 })
      expect(await read()).toMatchObject({
        to_accept: 1,
        differences: [],
        counts: { confirmed: 1, not_answered: 1 },
      })
      const { message } = await inventories.accept({ params })
      expect(message).toBe('1 answer accepted; 1 measured difference recorded.')
      expect((await scene.piece(number)).present).toBe(2002)
    }))

  test('beyond it differs, and a loss is recorded by its own act', () =>
    withServer(async (world) => {
      const { scene, number, read, answer, resolve } = await asked(world)
      await answer(0, { found: 1963, remark: 'Grains on the wall of the cup' })
      expect((await read()).differences).toMatchObject([
        { difference: -41, acts: ['loss', 'weigh', 'accept', 'note'] },
      ])
      await resolve('loss')
      const piece = await scene.piece(number)
      expect([piece.present, piece.lost]).toEqual([1963, 41])
      expect((await read()).resolved).toMatchObject([{ resolution: '41 µg recorded as handling loss' }])
    }))

  test('that is more than on record is asked about, and answered again', () =>
    withServer(async (world) => {
      const { own, read, answer, resolve } = await asked(world)
      await answer(0, { found: 2259 })
      expect((await read()).differences[0]!.acts[0]).toBe('weigh')
      await resolve('weigh', '')
      expect(await mailsTo(world, 'inventory_question')).toHaveLength(1)
      expect((await own()).entries.find(({ question }) => question === 'weigh')).toMatchObject({
        found: 2259,
      })
      await answer(0, { found: 2004 })
      expect(await read()).toMatchObject({ differences: [], to_accept: 1 })
    }))

  test('that a piece is not there starts a write-off, which needs another person', () =>
    withServer(async (world) => {
      const { scene, number, read, answer, resolve } = await asked(world)
      await answer(0, { there: false, found: null, remark: 'Lost while polishing' })
      expect((await read()).differences).toMatchObject([
        { state: 'not_there', acts: ['write_off', 'weigh', 'note'] },
      ])
      expect((await resolve('write_off', 'Lost while polishing')).result).toBe(1)
      expect((await scene.piece(number)).state).toBe('in_use')
      const { piece } = await scene.piece(number)
      await scene.second.api.loans.confirmWriteOff({ params: { number }, body: { piece } })
      expect((await scene.piece(number)).state).toBe('lost')
    }))

  test('that a piece is broken asks for its split, whose parts are asked for instead', () =>
    withServer(async (world) => {
      const { scene, number, own, read, answer, resolve } = await asked(world, [2.004])
      await answer(0, { condition: 'broken', remark: 'Broken into two on opening' })
      expect((await read()).differences[0]!.acts[0]).toBe('split')
      await resolve('split')
      const { piece, name } = await scene.piece(number)
      await scene.holder.api.loans.split({
        params: { number },
        body: {
          piece,
          parts: [
            { amount: 1000, form: '' },
            { amount: 1004, form: '' },
          ],
          consumed: 0,
          lost: 0,
          method: '',
        },
      })
      expect(
        (await own()).entries.filter(({ answer: said }) => said === null).map((entry) => entry.name),
      ).toEqual([`${name}-01`, `${name}-02`])
    }))

  test('names what is not on the list, which curation settles', () =>
    withServer(async (world) => {
      const { scene, params, read, resolve } = await asked(world)
      const vault = await aSample(scene.officeCtx, { weight: 1 })
      await scene.holder.api.inventories.answer({
        body: {
          inventory_id: params.id,
          unlisted: [{ what: vault.name, found: 1122, remark: 'In the same parcel' }],
        },
      })
      expect((await read()).differences).toMatchObject([{ state: 'unlisted', acts: ['curation', 'note'] }])
      await resolve('curation')
      const [row] = (await read()).differences
      const body = {
        entry_id: row!.id,
        answered_at: row!.answered_at,
        act: 'note' as const,
        reason: 'Entered.',
      }
      expect((await scene.curation.api.inventories.resolve({ params, body })).result).toBe(1)
    }))

  test('for a piece of someone else is refused', () =>
    withServer(async (world) => {
      const { scene, number, params } = await asked(world)
      const { piece } = await scene.piece(number)
      const body = {
        inventory_id: params.id,
        pieces: [{ address: piece, there: true, found: 1, remark: '' }],
      }
      await expect(scene.other.api.inventories.answer({ body })).rejects.toThrow('Not Found')
    }))

  test('that was given again is not acted on by who saw the first one', () =>
    withServer(async (world) => {
      const { params, inventories, read, answer } = await asked(world)
      await answer(0, { found: 1900 })
      const [row] = (await read()).differences
      world.at(new Date(+world.services.clock() + 60_000))
      await answer(0, { found: 1800 })
      const body = { entry_id: row!.id, answered_at: row!.answered_at, act: 'loss' as const, reason: 'Seen.' }
      expect((await inventories.resolve({ params, body })).message).toContain('answered again')
    }))
})

describe('reminders', () => {
  test('leave out who was reminded today', () =>
    withServer(async (world) => {
      world.at(world.services.clock())
      const { scene, params, inventories } = await asked(world)
      const body = { user_ids: [scene.people.holder.id] }
      expect((await inventories.remind({ params, body })).message).toContain('1 holder reminded')
      expect((await inventories.remind({ params, body })).result).toBe(0)
      expect(await mailsTo(world, 'inventory_reminded')).toHaveLength(1)
    }))

  test('go out by themselves seven days before the last day, once', () =>
    withServer(async (world) => {
      const { read } = await asked(world)
      const { until } = await read()
      const before = new Date(Date.parse(`${until}T06:00:00Z`) - 7 * 24 * 60 * 60 * 1000)
      await remindOfInventory(world.services)
      expect(await mailsTo(world, 'inventory_reminded')).toHaveLength(0)
      world.at(before)
      await remindOfInventory(world.services)
      await remindOfInventory(world.services)
      expect(await mailsTo(world, 'inventory_reminded')).toHaveLength(1)
    }))

  test('ask who holds the pieces since', () =>
    withServer(async (world) => {
      const { scene, number } = await asked(world)
      const { other } = scene.people
      const { message, result } = await scene.office.api.loans.handOver({
        params: { number },
        body: { user_id: other.id, reason: 'Moved.', version: undefined } as never,
      })
      expect([result, message]).toEqual([1, expect.any(String)])
      await remindOfInventory(world.services)
      const to = (await mailsTo(world, 'inventory_asked')).flatMap(({ recipients }) => recipients)
      expect(to).toContain(other.email)
      expect((await scene.other.api.inventories.mine())!.entries).toHaveLength(2)
    }))
})

describe('closing', () => {
  test('waits for differences and answers, and keeps who has not answered', () =>
    withServer(async (world) => {
      const { params, inventories, read, answer } = await asked(world)
      await answer(0)
      expect((await inventories.close({ params, body: { unanswered: 1 } })).message).toContain('not accepted')
      await inventories.accept({ params })
      expect((await inventories.close({ params, body: { unanswered: 0 } })).message).toContain(
        '1 piece is not answered',
      )
      const { message } = await inventories.close({ params, body: { unanswered: 1 } })
      expect(message).toContain('Not answered: 1 piece')
      expect(await read()).toMatchObject({
        counts: { not_answered: 1, resolved: 1 },
        why_not_close: 'It is closed.',
      })
      expect((await answer(1)).result).toBe(0)
    }))
})

test('a whole inventory takes at most 15 acts of the office and one for each exception', () =>
  withServer(async (world) => {
    const { officeCtx } = await loanScene(world)
    const { acts, exceptions, closed } = await takeWholeInventory(officeCtx, 5, 4)
    expect([closed.result, exceptions]).toEqual([1, 1])
    expect(acts).toBeLessThanOrEqual(15 + exceptions)
  }))
