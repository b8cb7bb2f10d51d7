import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ASTEROIDS, SAMPLE_TYPES } from '#domain/masters/values.ts'
import { UNKNOWN_SAMPLE, whyNotSample } from '#domain/samples/catalogue.ts'
import { REQUESTABLE_TYPES } from '#domain/samples/rules.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aSample } from '../builders/samples.ts'
import { createSubmittedProposal, withOffice } from '../testing/allocation.ts'
import { constraintError, type Statement } from '../testing/constraint_error.ts'
import { type TestServer, withParallelServer } from '../testing/test_server.ts'

/** Two samples; a proposal that asks for the first by name and is given it; another that asks for any. */
async function stage(world: TestServer, office: Actor) {
  const [given, free] = [await aSample(world.ctx()), await aSample(world.ctx())]
  const holder = await createSubmittedProposal(world, office, {
    asks: [{ sample_id: given.id }, { sample_id: null }],
  })
  const other = await createSubmittedProposal(world, office, { asks: [{ sample_id: null }] })
  await world.db.insertInto('assignments').values({ sample_id: given.id, proposal_id: holder }).execute()
  return { given: given.id, free: free.id, holder, other }
}
type Stage = Awaited<ReturnType<typeof stage>>

const assign = (sample_id: number, proposal_id: number, priority: number | null = null) =>
  sql`insert into assignments (sample_id, proposal_id, priority) values (${sample_id}, ${proposal_id}, ${priority})`
const disable = sql`update terms set disabled = true where id = 7`
const confirm = sql`update assignments set status = 1, confirmed_at = now()`
const request = (s: Stage, sample_id: number | null, db_type: number, sample_type: number) =>
  sql`insert into requested_samples (proposal_id, priority, db_type, sample_type, sample_id)
    values (${s.other}, 9, ${db_type}, ${sample_type}, ${sample_id})`

describe('the database refuses', () => {
  const OTHER = 'named_sample_is_of_the_asteroid_and_type_of_its_row'
  test.each<[string, (s: Stage) => Statement, string, Statement?]>([
    [
      'a sample for a proposal that is not submitted',
      (s) => assign(s.free, s.other),
      'is not submitted: no sample can be assigned to it.',
      sql`update proposals set status = 1 where id not in (select proposal_id from assignments)`,
    ],
    [
      'a sample in a disabled term',
      (s) => assign(s.free, s.other),
      'AO7 is disabled: its assignments stay as they are.',
      disable,
    ],
    ['a confirmation in a disabled term', () => confirm, 'AO7 is disabled', disable],
    [
      'another proposal for an assignment, when that is not submitted',
      (s) => sql`update assignments set proposal_id = ${s.other}`,
      'is not submitted',
      sql`update proposals set status = 1 where id not in (select proposal_id from assignments)`,
    ],
    ['the end of an assignment in a disabled term', () => sql`delete from assignments`, 'AO7 is', disable],
    [
      'the end of a confirmed assignment',
      () => sql`delete from assignments`,
      'the confirmation is cancelled first.',
      confirm,
    ],
    [
      'the end of a submission with a confirmed sample',
      (s) => sql`update proposals set status = 1 where id = ${s.holder}`,
      'has a confirmed sample: its submission can not be cancelled.',
      confirm,
    ],
    [
      'the end of a submission with an unconfirmed one',
      (s) => sql`update proposals set status = 1 where id = ${s.holder}`,
      'has samples assigned: its submission is cancelled once they are taken away.',
    ],
    [
      'another term for a proposal that holds a sample',
      (s) => sql`update proposals set term_id = 6 where id = ${s.holder}`,
      'has samples assigned: it stays in its term.',
    ],
    ['a named sample of another type', (s) => request(s, s.free, 1, 1), OTHER],
    ['a named sample of the other asteroid', (s) => request(s, s.free, 2, 0), OTHER],
    ['a named sample that does not exist', (s) => request(s, 999_999, 1, 0), OTHER],
    [
      'another type for a row that names a sample',
      (s) =>
        sql`update requested_samples set sample_type = 1 where sample_id is not null and proposal_id = ${s.holder}`,
      OTHER,
    ],
    [
      'another type for a sample that is asked for',
      (s) => sql`update samples set sample_type = 1 where id = ${s.given}`,
      OTHER,
      sql`delete from assignments`,
    ],
    [
      'another asteroid for a sample that is assigned',
      (s) => sql`update samples set db_type = 2 where id = ${s.given}`,
      'is assigned: its asteroid and its type can not be changed.',
      sql`update requested_samples set sample_id = null`,
    ],
    [
      'a choice of a request that the proposal does not have',
      (s) => assign(s.free, s.other, 2),
      'chosen_request_is_one_of_the_proposal',
    ],
    [
      'a move to a request that the proposal does not have',
      () => sql`update assignments set priority = 3`,
      'chosen_request_is_one_of_the_proposal',
    ],
  ])('%s', (_, statement, refusal, before) =>
    withOffice(async (world, office) => {
      const staged = await stage(world, office)
      if (before) await before.execute(world.db)
      expect(await constraintError(world, statement(staged))).toContain(refusal)
    }),
  )

  test('a figure that is infinite or no number', () =>
    withOffice(async (world, office) => {
      await stage(world, office)
      for (const column of [
        'samples.weight',
        'samples.pressure',
        'samples.volume',
        'requested_samples.weight',
      ])
        for (const figure of ['NaN', 'Infinity', '-Infinity']) {
          const [table, field] = column.split('.') as [string, string]
          const set = sql`update ${sql.table(table)} set ${sql.ref(field)} = ${figure}`
          expect(await constraintError(world, set), `${column} ${figure}`).toContain('check constraint')
        }
    }))
})

test('the database and the rules know the same pairs of asteroid and type', () =>
  withOffice(async (world, office) => {
    const staged = await stage(world, office)
    for (const db_type of ASTEROIDS)
      for (const sample_type of SAMPLE_TYPES) {
        const pair = `${db_type} ${sample_type}`
        const row = { ...UNKNOWN_SAMPLE, name: pair, db_type, sample_type }
        const kept = sql`insert into samples (name, db_type, sample_type) values (${pair}, ${db_type}, ${sample_type})`
        expect(await constraintError(world, kept), pair).toContain(
          whyNotSample(row) === null ? 'done' : 'asteroid_has_samples_of_the_type',
        )
        const asked = await constraintError(world, request(staged, null, db_type, sample_type))
        await sql`delete from requested_samples where priority = 9`.execute(world.db)
        if (REQUESTABLE_TYPES[db_type].includes(sample_type)) expect(asked, pair).toBe('done')
        else expect(asked, pair).toContain('check constraint')
      }
  }))

test('assignments of a term stay when it is disabled', () =>
  withOffice(async (world, office) => {
    await stage(world, office)
    expect(await constraintError(world, disable)).toBe('done')
    expect(await world.db.selectFrom('assignments').select('id').execute()).toHaveLength(1)
  }))

test('deleting a request clears the choice of that request only', () =>
  withOffice(async (world, office) => {
    const { free, holder } = await stage(world, office)
    await sql`update assignments set priority = 1`.execute(world.db)
    await assign(free, holder, 2).execute(world.db)
    await sql`delete from requested_samples where proposal_id = ${holder} and priority = 2`.execute(world.db)
    const rows = await world.db.selectFrom('assignments').select('priority').orderBy('sample_id').execute()
    expect(rows).toEqual([{ priority: 1 }, { priority: null }])
  }))

describe('of two connections the second waits, and is refused:', () => {
  const assigning = (s: Stage) => assign(s.free, s.other)
  const cancelling = (s: Stage) => sql`update proposals set status = 1 where id = ${s.other}`
  const disabling = () => disable

  test.each([
    ['a cancelled submission after an assignment', assigning, cancelling],
    ['an assignment after a cancelled submission', cancelling, assigning],
    ['an assignment after its term was disabled', disabling, assigning],
  ])('%s', (_, first, second) =>
    withOffice(async (world, office) => {
      const staged = await stage(world, office)
      const late = await world.db.transaction().execute(async (tx) => {
        await first(staged).execute(tx)
        const answer = constraintError(world, second(staged))
        await waiting(world, answer)
        return { answer }
      })
      expect(await late.answer).toMatch(/has samples assigned|is not submitted|is disabled/u)
    }, withParallelServer),
  )
})

/** Waits until a connection waits for a lock in this database or, if none does, until the reply arrives. */
async function waiting({ db }: TestServer, answer: Promise<unknown>) {
  let answered = false
  answer.then(() => (answered = true))
  const blocked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while (!answered && (await blocked.execute(db)).rows.length === 0);
}
