import { sql } from 'kysely'
import type { LiveChair } from '#domain/meetings/live_contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import { reject } from '#server/applicants/decisions.ts'
import { aConflict } from '#server/builders/conflicts.ts'
import { anOpenMeeting } from '#server/builders/meetings.ts'
import { aNotice, aPerson, aUser } from '#server/builders/people.ts'
import { aSavedProposal, aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReport, aReviewer } from '#server/builders/reports.ts'
import { anAssignment, aScenario } from '#server/builders/samples.ts'
import { anApp, aPasskey } from '#server/builders/second_factor.ts'
import type { Ctx } from '#server/platform/context.ts'
import { createDistinctScene, type DistinctScene } from '#server/testing/distinct/scene.ts'
import { distinguish } from '#server/testing/distinct/values.ts'
import type { TestServer } from '#server/testing/test_server.ts'

/** Also what only actions need: a rejected notice, an unlocked proposal, reports that wait for each step, a clash. */
export async function createActionScene(server: TestServer): Promise<DistinctScene> {
  const scene = await createDistinctScene(server)
  const { actors, ids, sources } = scene
  const office = server.ctx(actors.admin)
  const is = (name: string, table: string, id: number) =>
    distinguish(server.db, sources, { name, table, id, values: {} })
  const nameCollaborators = async (name: string, proposal_id: number) => {
    const { rows } = await sql<{ id: number }>`
      select id from proposal_collaborators where proposal_id = ${proposal_id} order by position`.execute(
      server.db,
    )
    for (const [at, { id }] of rows.entries())
      await is(`${name}_collaborator${at}`, 'proposal_collaborators', id)
  }
  ids.rejected = await aNotice(server.ctx())
  await reject(office, ids.rejected!)
  await is('rejected', 'applicants', ids.rejected!)
  const free = await aSubmittedProposal(office, {
    input: { proposal_collaborator: [aPerson(), aPerson()] },
  })
  ids.free = free.proposal_id
  await is('free', 'proposals', free.proposal_id)
  await is('freer', 'users', free.actor.id)
  Object.assign(actors, { freer: free.actor })
  await nameCollaborators('free', free.proposal_id)
  const unlocked = await aSubmittedProposal(office)
  ids.unlocked = unlocked.proposal_id
  await is('unlocked', 'proposals', unlocked.proposal_id)
  await is('unlocker', 'users', unlocked.actor.id)
  Object.assign(actors, { unlocker: unlocked.actor })
  const { api } = await server.as(actors.admin)
  await api.staff.unlock({ params: { id: unlocked.proposal_id } })
  const author = await aSavedProposal(office, { input: { proposal_collaborator: [aPerson(), aPerson()] } })
  Object.assign(actors, { author: author.actor })
  await is('author', 'users', author.actor.id)
  ids.complete = author.proposal_id
  await is('complete', 'proposals', author.proposal_id)
  await nameCollaborators('complete', author.proposal_id)
  const review = { science_score: 2, technical_score: 2, technical_comment_weakness: 'None' }
  const reviewers = { new: await aReviewer(server.ctx()), ready: await aReviewer(server.ctx()) }
  for (const [name, reviewer] of Object.entries(reviewers)) {
    Object.assign(actors, { [name]: reviewer })
    ids[`${name}_user`] = reviewer.id
    await is(name, 'users', reviewer.id)
  }
  // Each of the two has two reports, so that the numbers of reports and of reviewers differ.
  for (const [name, proposal_id, reviewer, status] of [
    ['new', ids.open!, reviewers.new, 0],
    ['newer', ids.free!, reviewers.new, 0],
    ['ready', ids.open!, reviewers.ready, 2],
    ['readier', ids.free!, reviewers.ready, 2],
    ['done', ids.free!, actors.writing, 3],
  ] as const) {
    ids[name] = await aReport(office, { proposal_id, reviewer, status, ...(status > 0 && { review }) })
    await is(name, 'reports', ids[name])
  }
  await anApp(server.ctx(), actors.colleague)
  await aPasskey(server.ctx(), actors.colleague)
  const disabled = await aUser(server.ctx(), ['reviewer'], { disabled: true })
  ids.disabled = disabled.id
  await askForChange(server, actors.admin, free.actor.id)
  await is('disabled', 'users', disabled.id)
  await anAssignment(office, 2, [{ sample_id: ids.gas!, proposal_id: ids.open! }])
  ids.scenario = await aScenario(office, { term_id: 7, name: 'First choices' })
  await aConflict(server.ctx(actors.colleague), { proposal_id: ids.open! })
  ids.meeting = await holdMeeting(server, office, actors.panel, ids.free!)
  return scene
}

/** An open meeting in which the ballot on a proposal has been revealed. */
async function holdMeeting(
  server: TestServer,
  office: Ctx,
  chair: Actor,
  proposal_id: number,
): Promise<number> {
  const id = await anOpenMeeting(office, { chair, members: [chair], quorum: 1 })
  const { api } = await server.as(chair)
  const params = { id }
  const current = async () => ((await api.meetings.live({ params })) as LiveChair).current!
  await api.meetings.start({ params, body: { proposal_id } })
  await api.meetings.openBallot({ params, body: { proposal_id, version: (await current()).version } })
  const { ballot } = await current()
  await api.meetings.give({ params, body: { proposal_id, number: ballot!.number, grade: 3.35 } })
  return id
}

/** Lets a change of an account wait for a second administrator. */
async function askForChange(server: TestServer, actor: Actor, id: number) {
  const { api } = await server.as(actor)
  const setting = { name: 'two_persons', value: '1' }
  await server.db.insertInto('settings').values(setting).execute()
  const user = await api.users.get({ params: { id } })
  await api.users.save({ params: { id }, body: { ...user, is_panel: 1 } as never })
  await server.db.deleteFrom('settings').where('name', '=', setting.name).execute()
}
