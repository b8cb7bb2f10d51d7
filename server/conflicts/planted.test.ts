import { expect, test } from 'vitest'
import { aTerm, aUser, daysFrom } from '../builders/people.ts'
import { PLANTED, plantConflicts } from '../testing/planted_conflicts.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { readFindings } from './findings.ts'

const EACH = 4

/** A call with planted conflicts, and what is found of them. */
async function findPlanted(world: TestServer) {
  const now = world.ctx().now()
  const past = {
    noi_opens_at: daysFrom(now, -400),
    noi_closes_at: daysFrom(now, -380),
    proposals_open_at: daysFrom(now, -390),
    proposals_close_at: daysFrom(now, -370),
    reviews_due_at: daysFrom(now, -340),
  }
  await aTerm(world.ctx())
  await aTerm(world.ctx(), { id: 6, is_current: false, disabled: true, ...past })
  const admin = await aUser(world.ctx(), ['admin'])
  const planted = await plantConflicts(
    world.db,
    { term_id: 7, earlier_term_id: 6, declared_by: admin.id },
    { each: EACH },
  )
  const { findings, blocked } = await readFindings(world.db, admin, { term_id: 7 })
  const found = new Set([
    ...findings.map(({ proposal_id, user_id, kind }) => `${proposal_id} ${user_id} ${kind}`),
    ...blocked.map(({ proposal_id, user_id }) => `${proposal_id} ${user_id} blocked`),
  ])
  return { planted, findings, found }
}

test(`planted conflicts of ${Object.keys(PLANTED).length} kinds are found, and next to none between others`, () =>
  withServer(async (world) => {
    const { planted, findings, found } = await findPlanted(world)
    const missed = planted.filter(
      ({ proposal_id, user_id, expected }) => !found.has(`${proposal_id} ${user_id} ${expected}`),
    )
    expect(missed.map(({ planted: kind }) => kind)).toEqual([])
    const pairs = new Set(planted.map(({ proposal_id, user_id }) => `${proposal_id} ${user_id}`))
    const between = findings.filter(({ proposal_id, user_id }) => !pairs.has(`${proposal_id} ${user_id}`))
    expect(between.map(({ kind, summary, evidence }) => `${kind} ${summary} ${evidence[0]!.text}`)).toEqual(
      [],
    )
  }))
