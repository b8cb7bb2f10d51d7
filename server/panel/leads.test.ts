import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict, makeColleagues } from '../builders/conflicts.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { errorKindOf } from '../testing/reviews.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

/** A term with three submitted proposals, an administrator and three members of the panel. */
async function createPanel(world: TestServer) {
  await aTerm(world.ctx())
  const admin: Actor = await aUser(world.ctx(), ['admin'])
  const office = world.ctx(admin)
  const members = [
    await aUser(world.ctx(), ['panel']),
    await aUser(world.ctx(), ['panel']),
    await aUser(world.ctx(), ['panel']),
  ] as const
  const ids: number[] = []
  for (let n = 0; n < 3; n++) ids.push((await aSubmittedProposal(office)).proposal_id)
  const { api } = await world.as(admin)
  const name = (
    proposal_id: number,
    first: number | null,
    second: number | null,
    more: { version?: number; acknowledged?: boolean } = {},
  ) => api.panel.saveLeads({ body: { leads: [{ proposal_id, first, second, ...more }] } })
  const rowOf = async (id: number) =>
    (await api.panel.leads({ query: {} })).proposals.find(({ proposal_id }) => proposal_id === id)!
  return { world, admin, office, members, ids: ids as [number, number, number], api, name, rowOf }
}

describe('naming speakers', () => {
  test('is shown to the office with the loads, and to each member', () =>
    withServer(async (world) => {
      const { api, ids, members, name } = await createPanel(world)
      const [a, b] = members
      expect(await name(ids[0], a.id, b.id)).toEqual({
        result: 1,
        message: `${ids[0]}: ${a.name} first, ${b.name} second. Nobody is mailed.`,
        versions: [{ proposal_id: ids[0], version: 1 }],
      })
      await name(ids[1], b.id, a.id)
      await name(ids[2], a.id, null)
      const { proposals, members: loads, term } = await api.panel.leads({ query: {} })
      expect(term).toEqual({ id: 7, disabled: false })
      expect(proposals.map(({ first, second, version, lost }) => ({ first, second, version, lost }))).toEqual(
        [
          { first: a.id, second: b.id, version: 1, lost: [] },
          { first: b.id, second: a.id, version: 1, lost: [] },
          { first: a.id, second: null, version: 1, lost: [] },
        ],
      )
      expect(loads.map(({ id, first, second }) => [id, first, second])).toEqual(
        expect.arrayContaining([
          [a.id, 2, 1],
          [b.id, 1, 1],
          [members[2].id, 0, 0],
        ]),
      )
      const own = (await world.as(a)).api
      expect(await own.panel.myLeads({ query: {} })).toEqual({ first: [ids[0], ids[2]], second: [ids[1]] })
      expect(await own.panel.myLeads({ query: { term_id: 7 } })).toEqual(
        await own.panel.myLeads({ query: {} }),
      )
      const none = (await world.as(members[2])).api
      expect(await none.panel.myLeads({ query: {} })).toEqual({ first: [], second: [] })
    }))

  test('is refused for who is not an active member, in conflict, or of a possible one that is not acknowledged', () =>
    withServer(async (world) => {
      const { office, ids, members, name, admin } = await createPanel(world)
      const [a, b, c] = members
      const { id: disabled } = await aUser(world.ctx(), ['panel'])
      await world.db.updateTable('users').set({ disabled: true }).where('id', '=', disabled).execute()
      for (const id of [admin.id, disabled])
        expect(await name(ids[0], id, null)).toMatchObject({
          result: 0,
          message: 'Only active members of the panel can speak.',
        })
      await aConflict(office, { proposal_id: ids[0], user_id: a.id })
      expect(await name(ids[0], null, a.id)).toMatchObject({
        result: 0,
        message: `${a.name} has a conflict of interest with ${ids[0]}.`,
      })
      const { user_id: proposer } = await world.db
        .selectFrom('proposals')
        .select('user_id')
        .where('id', '=', ids[1])
        .executeTakeFirstOrThrow()
      await makeColleagues(office, [b.id, proposer])
      expect(await name(ids[1], b.id, null)).toMatchObject({
        result: 0,
        message: `${b.name} may have a conflict of interest with ${ids[1]}, not judged yet.`,
      })
      expect(await name(ids[1], b.id, null, { acknowledged: true })).toMatchObject({ result: 1 })
      // Naming the other place later does not ask again.
      expect(await name(ids[1], b.id, c.id, { version: 1 })).toMatchObject({ result: 1 })
      expect(await errorKindOf(name(ids[2], c.id, c.id))).toBe('invalid')
    }))

  test('saves all or none', () =>
    withServer(async (world) => {
      const { api, ids, members, office, rowOf } = await createPanel(world)
      const [a, b] = members
      await aConflict(office, { proposal_id: ids[1], user_id: b.id })
      const leads = [
        { proposal_id: ids[0], first: a.id, second: b.id },
        { proposal_id: ids[1], first: a.id, second: b.id },
      ]
      expect(await api.panel.saveLeads({ body: { leads } })).toMatchObject({ result: 0 })
      expect((await rowOf(ids[0])).first).toBeNull()
      leads[1]!.second = members[2].id
      expect(await api.panel.saveLeads({ body: { leads } })).toMatchObject({
        message: 'The speakers of 2 proposals have been saved. Nobody is mailed.',
      })
      expect(await api.panel.saveLeads({ body: { leads } })).toMatchObject({
        result: 0,
        message: 'These speakers are already named.',
      })
    }))

  test('does not overwrite what another of the office has saved meanwhile', () =>
    withServer(async (world) => {
      const { ids, members, name, rowOf } = await createPanel(world)
      const [a, b] = members
      expect((await rowOf(ids[0])).version).toBe(0)
      await name(ids[0], a.id, null, { version: 0 })
      expect(await errorKindOf(name(ids[0], b.id, null, { version: 0 }))).toBe('stale')
      expect(await name(ids[0], b.id, null, { version: 1 })).toMatchObject({ result: 1 })
      expect((await rowOf(ids[0])).first).toBe(b.id)
    }))

  test('mails nobody', () =>
    withServer(async (world) => {
      const { ids, members, name } = await createPanel(world)
      const count = () => world.db.selectFrom('mails').select('id').execute()
      const before = await count()
      await name(ids[0], members[0].id, members[1].id)
      expect(await count()).toEqual(before)
    }))
})

describe('a speaker who can no longer speak', () => {
  test('frees the place, and is named with the reason', () =>
    withServer(async (world) => {
      const { api, office, ids, members, name, rowOf } = await createPanel(world)
      const [a, b, c] = members
      await name(ids[0], a.id, b.id)
      await aConflict(office, { proposal_id: ids[0], user_id: a.id })
      expect(await rowOf(ids[0])).toMatchObject({
        first: null,
        second: b.id,
        lost: [{ place: 'first', name: a.name, why: 'has a conflict of interest' }],
      })
      await world.db.updateTable('users').set({ is_panel: false }).where('id', '=', b.id).execute()
      expect(await rowOf(ids[0])).toMatchObject({
        second: null,
        lost: [{ place: 'first' }, { place: 'second', name: b.name, why: 'is no longer on the panel' }],
      })
      const own = (await world.as(a)).api
      expect(await own.panel.myLeads({ query: {} })).toEqual({ first: [], second: [] })
      expect((await api.panel.leads({ query: {} })).members.map(({ id, first }) => [id, first])).toEqual(
        expect.arrayContaining([[a.id, 0]]),
      )
      await name(ids[0], c.id, null)
      expect(await rowOf(ids[0])).toMatchObject({ first: c.id, second: null, lost: [] })
    }))
})

describe('a suggestion', () => {
  test('fills the free places, writes nothing, and leaves out conflicts, also possible ones', () =>
    withServer(async (world) => {
      const { api, office, ids, members, name, rowOf } = await createPanel(world)
      const [a, b, c] = members
      await name(ids[0], a.id, null)
      await aConflict(office, { proposal_id: ids[0], user_id: b.id })
      const { user_id: proposer } = await world.db
        .selectFrom('proposals')
        .select('user_id')
        .where('id', '=', ids[1])
        .executeTakeFirstOrThrow()
      await makeColleagues(office, [c.id, proposer])
      const answer = await api.panel.suggestLeads({ query: {} })
      if (answer.result === 0) throw new Error(answer.message)
      expect(answer.items.map(({ proposal_id }) => proposal_id)).toEqual(ids)
      expect(answer.items[0]).toEqual({ proposal_id: ids[0], first: a.id, second: c.id })
      expect([answer.items[1]!.first, answer.items[1]!.second].sort()).toEqual([a.id, b.id].sort())
      expect(answer.free).toBe(0)
      expect((await rowOf(ids[1])).first).toBeNull()
      expect(await api.panel.saveLeads({ body: { leads: answer.items } })).toMatchObject({ result: 1 })
      expect(await api.panel.suggestLeads({ query: {} })).toMatchObject({ items: [] })
    }))

  test('is refused without a panel', () =>
    withServer(async (world) => {
      const { api } = await createPanel(world)
      await world.db.updateTable('users').set({ is_panel: false }).execute()
      expect(await api.panel.suggestLeads({ query: {} })).toEqual({
        result: 0,
        message: 'Nobody is on the panel.',
      })
    }))
})

describe('a member of the office with a conflict of interest', () => {
  /** All answers to someone of the office, who is on the panel too, about the leads of the term. */
  const answersTo = async (world: TestServer, actor: Actor) => {
    const { request } = await world.as(actor)
    const bodies = []
    for (const [method, path] of [
      ['GET', '/api/panel/leads'],
      ['GET', '/api/panel/my_leads'],
      ['POST', '/api/panel/leads/suggest'],
      ['GET', '/api/proposals/adjusted'],
      ['GET', '/api/proposals?i_speak=1'],
      ['GET', '/api/call_state'],
    ] as const) {
      const reply = await request(method, path)
      expect(reply.statusCode, path).toBe(200)
      bodies.push(reply.payload)
    }
    return bodies
  }

  test('gets the same answers whoever speaks on the hidden proposal', () =>
    withServer(async (world) => {
      const { office, ids, members, name } = await createPanel(world)
      const watcher = await aUser(world.ctx(), ['admin', 'panel'])
      await aConflict(world.ctx(watcher), { proposal_id: ids[0] })
      await name(ids[1], members[0].id, watcher.id)
      const before = await answersTo(world, watcher)
      const whole = await (await world.as(await aUser(world.ctx(), ['admin']))).api.panel.leads({ query: {} })
      expect(whole.proposals.map(({ proposal_id }) => proposal_id)).toEqual(ids)
      expect(before[0]).not.toContain(`"proposal_id":${ids[0]}`)
      await name(ids[0], members[0].id, members[1].id)
      expect(await answersTo(world, watcher)).toEqual(before)
      await aConflict(office, { proposal_id: ids[0], user_id: members[0].id })
      expect(await answersTo(world, watcher)).toEqual(before)
      const { api } = await world.as(watcher)
      for (const proposal_id of [ids[0]]) {
        const leads = [{ proposal_id, first: members[2].id, second: null }]
        expect(await errorKindOf(api.panel.saveLeads({ body: { leads } }))).toBe('forbidden')
      }
    }))
})
