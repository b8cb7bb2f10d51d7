import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { allows, type Role } from '#domain/access.ts'
import { AuditRow } from '#domain/audit/contract.ts'
import { contract } from '#domain/contract.ts'
import { type Endpoint, fileAddress } from '#domain/endpoint.ts'
import { aConflict } from '../builders/conflicts.ts'
import { anOpenMeeting } from '../builders/meetings.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReview, aReviewer } from '../builders/reports.ts'
import { saveGrade } from '../panel/grades.ts'
import type { Ctx } from '../platform/context.ts'
import { sharedServer, type TestClient, type TestServer } from '../testing/test_server.ts'
import { declareInMeeting } from './attendance.ts'
import { giveGrade, openBallot } from './ballots.ts'
import { agree, putOff, setMinutes, setPaused, showOnWall, startItem } from './discussion.ts'
import { showLive } from './live.ts'
import { closeMeeting } from './service.ts'

/**
 * A meeting with three proposals, of whose members one in the office, and one in the panel alone, are in conflict with the
 * second; the latter is the chair.
 */
async function scene(world: TestServer) {
  world.at('2027-05-11T08:00:00.000Z')
  await aTerm(world.ctx())
  const office = world.ctx(await aUser(world.ctx(), ['admin']))
  const panel: Ctx[] = []
  for (let n = 0; n < 4; n++) panel.push(world.ctx(await aUser(world.ctx(), ['panel'])))
  const watchers = [await aUser(world.ctx(), ['admin', 'panel']), await aUser(world.ctx(), ['panel'])]
  const [before, secret, after] = [
    (await aSubmittedProposal(office)).proposal_id,
    (await aSubmittedProposal(office)).proposal_id,
    (await aSubmittedProposal(office)).proposal_id,
  ]
  for (const proposal_id of [before, secret, after]) {
    const reviewer = await aReviewer(world.ctx())
    await aReport(office, { proposal_id, reviewer, status: 3, review: aReview() })
  }
  const [deputy, ...voters] = panel as [Ctx, ...Ctx[]]
  // The chair is in conflict too: it has the order of what it may see.
  const chair = watchers[1]!
  for (const watcher of watchers) await aConflict(world.ctx(watcher), { proposal_id: secret })
  const id = await anOpenMeeting(office, {
    ...{ chair, deputy: deputy.actor, quorum: 2 },
    members: [...watchers, ...panel.map(({ actor }) => actor)],
  })
  return {
    ...{ office, chair: world.ctx(chair), deputy, voters, before, secret, after, id },
    asOffice: await world.as(watchers[0]!),
    asChair: await world.as(chair),
  }
}
type Scene = Awaited<ReturnType<typeof scene>> & { world: TestServer }

const current = async (by: Ctx, id: number) => {
  const { body } = await showLive(by, id, undefined)
  if (body.face !== 'chair' || !body.current) throw new Error('No proposal is on.')
  return body.current
}

/** What the panel does while the secret proposal is on; without it, it is only put off. */
const HIDDEN: Record<string, (scene: Scene) => Promise<unknown>> = {
  nothing: async () => {},
  'a ballot': async ({ deputy, voters, id }) => {
    await openBallot(deputy, id, await current(deputy, id))
    const { proposal_id, ballot } = await current(deputy, id)
    for (const by of [deputy, ...voters])
      await giveGrade(by, id, { proposal_id, number: ballot!.number, grade: 4.44 })
    await showOnWall(deputy, id, true)
  },
  'two ballots and an agreed score': async (scene) => {
    await HIDDEN['a ballot']!(scene)
    await HIDDEN['a ballot']!(scene)
  },
  'a conflict of another, a break, more minutes, private grades': async ({ deputy, voters, id, secret }) => {
    await saveGrade(voters[0]!, secret, { grade: 4.44, notes: 'Canary.', version: 0 })
    await setMinutes(deputy, id, { proposal_id: secret, minutes: 44 })
    await setPaused(deputy, id, true)
    await setPaused(deputy, id, false)
    await declareInMeeting(voters[1]!, id, { proposal_id: secret, reason: 'Canary.' })
  },
}

/** The whole discussion, from the proposal before the secret one to the one after it; then the end, at the same times. */
async function meet(made: Scene, act: string, see: (when: string) => Promise<void>) {
  const { world, chair, deputy, id, secret } = made
  await startItem(chair, id, null)
  await putOff(chair, id, { ...(await current(chair, id)), next: true })
  await see('as the secret proposal begins')
  world.at('2027-05-11T08:10:00.000Z')
  await HIDDEN[act]!(made)
  await see('while it is on')
  world.at('2027-05-11T08:20:00.000Z')
  const on = await current(deputy, id)
  if (act.includes('agreed'))
    await agree(deputy, id, {
      ...{ proposal_id: secret, version: on.version, score_version: undefined },
      ...{ global_score: 4.44, rank: 1, tell_reviewers: true, next: false },
      notes: { for_proposer: 'Canary.', internal: 'Canary.', version: 0 },
    })
  else await putOff(deputy, id, { ...on, next: false })
  await see('as it ends')
  await startItem(chair, id, null)
  await see('as the next one begins')
  await putOff(chair, id, { ...(await current(chair, id)), next: false })
  await closeMeeting(chair, id)
  await see('at the end')
  world.at('2027-05-11T08:00:00.000Z')
}

/** Constants, and measurements of the machine. */
const LEFT_OUT = /csrf|masters\/|\/api\/system|undo/u

const addresses = ({ before, secret, after, id }: Scene, roles: readonly Role[]) =>
  Object.values<Record<string, Endpoint>>(contract)
    .flatMap((area) => Object.values(area))
    .filter(({ method, gives, path }) => method === 'GET' && gives === 'json' && !LEFT_OUT.test(path))
    .filter(({ access }) => access === 'public' || allows(access, roles))
    .flatMap(({ path, reply }) => {
      const ids = path.startsWith('/api/meetings')
        ? [id]
        : path.startsWith('/api/terms')
          ? [7]
          : [before, secret, after]
      const paths = /:\w+/u.test(path) ? ids.map((one) => path.replace(/:\w+/u, String(one))) : [path]
      return paths.map((at) => ({ at, isFile: reply === fileAddress }))
    })

/**
 * The answers with their ETags, and the content of files; of the audit log all but the entries' ids and times, which gaps
 * tell as well (SECURITY.md). What the questions write is undone.
 */
async function answersTo(made: Scene, by: TestClient, roles: readonly Role[]) {
  const answers: Record<string, string> = {}
  for (const { at, isFile } of addresses(made, roles)) {
    await sql`savepoint answer`.execute(made.world.db)
    const { statusCode, headers, payload } = await by.request('GET', at)
    const content =
      isFile && statusCode === 200 ? (await by.request('GET', JSON.parse(payload))).payload : payload
    await sql`rollback to savepoint answer`.execute(made.world.db)
    const body =
      at === '/api/audit_log' && statusCode === 200
        ? JSON.stringify(
            JSON.parse(payload).data.map((row: unknown) => ({ ...AuditRow.parse(row), id: 0, at: '' })),
          )
        : content
    answers[at] = `${statusCode} ${headers.etag ?? ''} ${body}`
  }
  return answers
}

/** What someone in conflict is answered at each moment of the meeting, which is then undone. */
async function seenIn(made: Scene, act: string, by: TestClient, roles: readonly Role[]) {
  const { db } = made.world
  const seen: Record<string, Record<string, string>> = {}
  await sql`savepoint meeting`.execute(db)
  await meet(made, act, async (when) => {
    seen[when] = await answersTo(made, by, roles)
  })
  await sql`rollback to savepoint meeting`.execute(db)
  return seen
}

describe.each([
  ['a member of the office in conflict', 'asOffice', ['admin', 'panel']],
  ['the chair in conflict', 'asChair', ['panel']],
] as const)(
  'nothing that %s is answered, from the first moment to the last, is moved by',
  (_, who, roles) => {
    const { scene: made, alsoSetUp } = sharedServer(scene)
    const plain = alsoSetUp(async (scene) => ({ seen: await seenIn(scene, 'nothing', scene[who], roles) }))

    test.each(Object.keys(HIDDEN).filter((act) => act !== 'nothing'))('%s', async (act) => {
      const seen = await seenIn(made, act, made[who], roles)
      expect(JSON.stringify(seen)).not.toMatch(/Canary|4[.]44/u)
      const moved = Object.entries(seen).flatMap(([when, answers]) =>
        Object.entries(answers).flatMap(([at, is]) => {
          const was = plain.seen[when]![at]
          return is === was ? [] : [{ when, at, was, is }]
        }),
      )
      expect(moved).toEqual([])
    })
  },
)
