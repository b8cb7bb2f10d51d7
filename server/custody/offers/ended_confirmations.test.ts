import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import { aTerm, aUser } from '../../builders/people.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { anAssignment, aSample } from '../../builders/samples.ts'
import { constraintError } from '../../testing/constraint_error.ts'
import { type TestServer, withServer } from '../../testing/test_server.ts'

/**
 * Assignments by name: 'first' is confirmed, 'second' is of the same sample and not confirmed, and those of 'ended' and
 * 'again' are two confirmations of one sample, of which the earlier has ended.
 */
async function fixture(world: TestServer) {
  const { id: term_id } = await aTerm(world.ctx())
  const office = world.ctx(await aUser(world.ctx(), ['admin']))
  const [one, two] = [await aSample(office), await aSample(office)]
  const [{ proposal_id }, { proposal_id: other }] = [
    await aSubmittedProposal(office),
    await aSubmittedProposal(office),
  ]
  const pairs = [one, two].map(({ id }) => ({ sample_id: id, proposal_id }))
  await anAssignment(office, PARTICLE_GRID, pairs, { confirmed: true })
  const of = (sample_id: number, proposal: number) =>
    `(select id from assignments where sample_id = ${sample_id} and proposal_id = ${proposal})`
  const insert = (sample_id: number, values = '1, now()') =>
    `insert into assignments (sample_id, proposal_id, status, confirmed_at) values (${sample_id}, ${other}, ${values})`
  const ids = { first: of(one.id, proposal_id), second: of(one.id, other), ended: of(two.id, proposal_id) }
  const set = (name: keyof typeof ids, change: string) =>
    `update assignments set ${change} where id = ${ids[name]}`
  const run = (statement: string) => constraintError(world, sql.raw(statement))
  return { run, set, insert, term_id, proposal_id, one: one.id, two: two.id }
}

const ENDED = `ended_at = now(), ended_as = 'returned'`

test('a sample is confirmed once among the confirmations that have not ended', () =>
  withServer(async (world) => {
    const { run, set, insert, one, two } = await fixture(world)
    expect(await run(insert(one))).toContain('assignments_confirmed_once')
    expect(await run(insert(one, '0, null'))).toBe('done')
    expect(await run(set('second', `status = 1, confirmed_at = now()`))).toContain(
      'assignments_confirmed_once',
    )
    expect(await run(set('ended', ENDED))).toBe('done')
    expect(await run(insert(two))).toBe('done')
    // It has begun again with another proposal.
    expect(await run(set('ended', 'ended_at = null, ended_as = null'))).toContain(
      'assignments_confirmed_once',
    )
  }))

test('only a confirmation ends, at a time, as something that is known', () =>
  withServer(async (world) => {
    const { run, set, insert, one } = await fixture(world)
    await run(insert(one, '0, null'))
    const answers = []
    for (const statement of [
      set('second', ENDED),
      set('first', 'ended_at = now()'),
      set('first', `ended_as = 'freed'`),
      set('first', `ended_at = now(), ended_as = 'lost'`),
      set('first', `${ENDED}, status = 0, confirmed_at = null, confirmed_by = null`),
    ])
      answers.push((await run(statement)).split(' ')[0])
    expect(answers).toEqual([
      'only_a_confirmation_ends',
      'an_end_has_a_time',
      'an_end_has_a_time',
      'a_confirmation_ends_as_something',
      'only_a_confirmation_ends',
    ])
  }))

test('in a disabled term a confirmation can end, and nothing else of it changes', () =>
  withServer(async (world) => {
    const { run, set, term_id } = await fixture(world)
    await run(`update terms set disabled = true where id = ${term_id}`)
    const stays = `AO${term_id} is disabled: its assignments stay as they are.`
    expect(await run(set('first', 'status = 0, confirmed_at = null, confirmed_by = null'))).toContain(stays)
    expect(await run(set('first', `${ENDED}, confirmed_at = now() + interval '1 day'`))).toContain(stays)
    expect(await run(set('first', ENDED))).toBe('done')
  }))

test('a submission is cancelled only when all that was confirmed for it has been freed', () =>
  withServer(async (world) => {
    const { run, set, proposal_id } = await fixture(world)
    const cancel = `update proposals set status = 1 where id = ${proposal_id}`
    const refused = `Proposal ${proposal_id} has a confirmed sample`
    expect(await run(set('ended', ENDED))).toBe('done')
    expect(await run(set('first', `ended_at = now(), ended_as = 'freed'`))).toBe('done')
    expect(await run(cancel)).toContain(refused)
    expect(await run(set('ended', `ended_as = 'freed'`))).toBe('done')
    expect(await run(cancel)).not.toContain(refused)
  }))
