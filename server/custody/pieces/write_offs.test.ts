import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import { aConflict } from '../../builders/conflicts.ts'
import { aUser } from '../../builders/people.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { anAssignment, aSample } from '../../builders/samples.ts'
import { constraintError } from '../../testing/constraint_error.ts'
import { loanScene } from '../../testing/loan_scene.ts'
import { type TestServer, withServer } from '../../testing/test_server.ts'
import { findCustodyFaults } from '../verify.ts'

/** A sample that was lent and came back: its piece, with commands on it. */
async function returned(world: TestServer) {
  const scene = await loanScene(world)
  const sample = await aSample(scene.officeCtx, { weight: 5 })
  const number = await scene.lendSamples('returned', [sample.id])
  const { piece: address, name } = await scene.piece(number)
  const params = { address }
  const of = (client: typeof scene.office) => ({
    propose: async (reason = 'Fire in the vault') =>
      (await client.api.pieces.proposeWriteOff({ params, body: { reason } })).message,
    confirm: async () => (await client.api.pieces.confirmWriteOff({ params, body: {} })).message,
    withdraw: async (reason = 'It was found') =>
      (await client.api.pieces.withdrawWriteOff({ params, body: { reason } })).message,
    show: () => client.api.pieces.get({ params }),
    offer: async () => (await client.api.offers.offer({ params })).message,
  })
  const { proposal_id: next } = await aSubmittedProposal(scene.officeCtx)
  const assign = (more = {}) =>
    anAssignment(scene.officeCtx, PARTICLE_GRID, [{ sample_id: sample.id, proposal_id: next }], more)
  return { ...scene, number, sample, address, name, params, of, next, assign }
}

describe('a write-off of a piece in the vault', () => {
  test('is proposed by one person and confirmed by another, one of the two of the office', () =>
    withServer(async (world) => {
      const { office, curation, of, name, loan, number, people } = await returned(world)
      expect(await of(curation).confirm()).toBe(`No write-off of ${name} is proposed.`)
      expect(await of(curation).propose()).toContain(`The write-off of ${name} is proposed. Another person`)
      expect(await of(office).propose()).toBe(`A write-off of ${name} is already proposed.`)
      expect(await of(curation).confirm()).toBe('You have proposed it: someone else confirms it.')
      expect(await of(office).show()).toMatchObject({
        state: 'returned',
        write_off: { reason: 'Fire in the vault', by: people.curation.name, why_not_confirm: null },
        write_off_does: `All that is left of ${name}, 5.000 mg, is then recorded as lost.`,
      })
      expect(await of(office).confirm()).toBe(
        `${name} has been written off, by ${people.curation.name} and you. 5.000 mg is recorded as lost.`,
      )
      const shown = await of(curation).show()
      expect(shown).toMatchObject({ state: 'lost', present: 0, write_off: null, totals: { lost: 5000 } })
      expect(shown.events[0]).toMatchObject({ kind: 'write_off', second_name: people.curation.name })
      // It is no loss of the loan that it came back from.
      expect((await loan(number)).piece_list[0]).toMatchObject({ state: 'returned' })
      expect(shown.events[0]!.loan_number).toBeNull()
      expect(await findCustodyFaults(world.db)).toEqual([])
    }))

  test('is confirmed and withdrawn by none who read another one', () =>
    withServer(async (world) => {
      const { office, curation, of, name, params, people } = await returned(world)
      await of(curation).propose()
      const read = (await of(office).show()).write_off!.number
      await of(curation).withdraw()
      await of(curation).propose('Water in the vault')
      const body = { write_off: read }
      const stale = `The write-off of ${name} that you read was withdrawn; another one is proposed by ${people.curation.name} since `
      const { pieces } = office.api
      await expect(pieces.confirmWriteOff({ params, body })).rejects.toThrow(stale)
      await expect(
        pieces.withdrawWriteOff({ params, body: { ...body, reason: 'It was found' } }),
      ).rejects.toThrow('“Water in the vault”')
      const write_off = (await of(office).show()).write_off!.number
      expect(write_off).toBe(read + 1)
      expect((await pieces.confirmWriteOff({ params, body: { write_off } })).result).toBe(1)
    }))

  test('of a part that was split in the vault concerns the loan and the proposal of the whole', () =>
    withServer(async (world) => {
      const { curation, params, office, officeCtx, number, people } = await returned(world)
      const { proposal_id } = await world.db
        .selectFrom('loans')
        .select('proposal_id')
        .where('number', '=', number)
        .executeTakeFirstOrThrow()
      const part = (amount: number) => ({ amount, form: 'Chip', place: '' })
      await office.api.pieces.split({
        params,
        body: { parts: [part(2000), part(3000)], consumed: 0, lost: 0, method: '', note: '' },
      })
      const { address } = await world.db
        .selectFrom('pieces')
        .select('address')
        .where('form', '=', 'Chip')
        .orderBy('id')
        .executeTakeFirstOrThrow()
      const ofPart = async (client: typeof office) => client.api.pieces.get({ params: { address } })
      const colleague = await aUser(officeCtx, ['admin'])
      await aConflict(officeCtx, { user_id: colleague.id, proposal_id })
      const theirs = await world.as(colleague)
      const propose = (client: typeof office) =>
        client.api.pieces.proposeWriteOff({ params: { address }, body: { reason: 'Fire in the vault' } })
      expect((await propose(theirs)).message).toContain('You have a conflict of interest')
      expect((await propose(curation)).result).toBe(1)
      expect((await ofPart(theirs)).write_off?.why_not_confirm).toContain('You have a conflict of interest')
      // The first of the two has had one since.
      await aConflict(officeCtx, { user_id: people.curation.id, proposal_id })
      expect((await ofPart(office)).write_off?.why_not_confirm).toContain(
        'Whoever proposed it may no longer decide',
      )
    }))

  test('is not confirmed by two of curation', () =>
    withServer(async (world) => {
      const { curation, of, officeCtx } = await returned(world)
      await of(curation).propose()
      const colleague = of(await world.as(await aUser(officeCtx, ['curation'])))
      const why = 'One of the two is of the administration office.'
      expect((await colleague.show()).write_off?.why_not_confirm).toBe(why)
      expect(await colleague.confirm()).toBe(why)
    }))

  test('holds its piece where it is until it is withdrawn with a reason', () =>
    withServer(async (world) => {
      const { office, curation, of, name, params, address } = await returned(world)
      await of(curation).propose()
      const open = `A write-off of ${name} is proposed: confirm or withdraw it first.`
      expect(await of(office).offer()).toBe(open)
      const part = (amount: number) => ({ amount, form: 'Chip', place: '' })
      const split = { parts: [part(2000), part(3000)], consumed: 0, lost: 0, method: '', note: '' }
      expect((await office.api.pieces.split({ params, body: split })).message).toBe(open)
      const shown = await of(office).show()
      expect(shown.why_not).toMatchObject({ split: open, offer: open })
      const back = shown.events.find(({ kind }) => kind === 'return')!
      expect(back.why_not_counter).toBe(open)
      expect(
        await constraintError(
          world,
          sql`insert into custody_events (piece_id, number, kind, at, by_user_id, by_name)
            select id, last_event + 1, 'offer', now(), (select min(id) from users), 'Ann' from pieces where address = ${address}`,
        ),
      ).toContain('a_piece_stays_while_its_write_off_is_open')
      await expect(of(office).withdraw(' ')).rejects.toThrow()
      expect(await of(office).withdraw()).toBe(
        `The write-off of ${name} is withdrawn; nothing of it is lost.`,
      )
      expect(await of(office).withdraw()).toBe(`No write-off of ${name} is proposed.`)
      expect(await of(office).offer()).toContain('is on offer')
      expect(await findCustodyFaults(world.db)).toEqual([])
    }))

  test('takes its sample off offer and out of the allocation, until it is taken back', () =>
    withServer(async (world) => {
      const { office, second, of, name, params, sample, assign, next, holder } = await returned(world)
      await of(office).offer()
      await assign()
      await of(office).propose()
      expect((await of(second).show()).write_off_does).toContain(
        `Proposal ${next} asks for it or has it assigned`,
      )
      expect(await of(second).confirm()).toContain(`${name} is no longer on offer.`)
      const offered = async () =>
        (await holder.api.samples.ryugu()).some(({ id }: { id: number }) => id === sample.id)
      expect(await offered()).toBe(false)
      await expect(assign({ confirmed: true })).rejects.toThrow('written off')
      const { events } = await of(office).show()
      const { number } = events.find(({ kind }) => kind === 'write_off')!
      const body = { number, reason: 'It was in the other drawer' }
      expect(await office.api.pieces.counter({ params, body })).toMatchObject({ result: 1 })
      expect(await of(office).show()).toMatchObject({ state: 'on_offer', present: 5000 })
      expect(await offered()).toBe(true)
      await assign({ confirmed: true })
    }))

  test('is refused by the database where it cannot be', () =>
    withServer(async (world) => {
      const { curation, of, address, number } = await returned(world)
      await of(curation).propose()
      const insert = (values: string) =>
        constraintError(
          world,
          sql.raw(`insert into piece_write_offs (piece_id, number, reason, proposed_at, proposed_by_id, proposed_by) values
            ((select id from pieces where address = '${address}'), ${values})`),
        )
      const update = (set: string) => constraintError(world, sql.raw(`update piece_write_offs set ${set}`))
      const by = '(select proposed_by_id from piece_write_offs limit 1)'
      const other = `(select min(id) from users where id <> ${by})`
      const confirmed = (who: string) =>
        `confirmed_at = now(), confirmed_by = 'Ann', confirmed_by_id = (select id from users where id = ${who})`
      const answers = [
        await insert(`2, 'Again', now(), 1, 'Ann'`),
        await insert(`2, ' ', now(), 1, 'Ann'`),
        await update(`reason = 'Other'`),
        await update(confirmed('piece_write_offs.proposed_by_id')),
        await update(confirmed(other)),
        await update(`withdrawn_at = now()`),
        await constraintError(world, sql`delete from piece_write_offs`),
        await constraintError(
          world,
          sql`insert into loan_write_offs (loan_id, number, piece_id, reason, proposed_at, proposed_by)
            select l.id, 1, p.id, 'Lost', now(), 'Ann' from loans l, pieces p where l.number = ${number} and p.address = ${address}`,
        ),
      ]
      expect(answers.map((answer) => answer.split(' ')[0])).toEqual([
        'one_open_piece_write_off',
        'a_piece_write_off_has_a_reason',
        'a_write_off_stays_as_it_was',
        'a_piece_write_off_needs_two_persons',
        'a_confirmed_write_off_is_an_event',
        'a_withdrawn_piece_write_off_says_why',
        'write_offs_stay',
        'one_open_write_off_of_a_piece',
      ])
    }))
})
