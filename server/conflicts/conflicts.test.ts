import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aPerson, aTerm, aUser } from '../builders/people.ts'
import { aProposalInput, aSavedProposal, aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { saveProposal, submitProposal } from '../proposals/service.ts'
import { cancelSubmission } from '../staff/service.ts'
import { createReport, errorKindOf, findMails } from '../testing/reviews.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { liftConflictCommand } from './service.ts'

const reason = 'We share a grant.'
const back = (id: number) => ({ params: { id }, body: { reason: 'It ended in 1990.' } })

describe('a declared conflict of interest', () => {
  test('can be declared once, and mails the office except members with a conflict', () =>
    withServer(async (world) => {
      const { proposal_id, admin, office } = await createReport(world)
      const panel = await aUser(world.ctx(), ['panel'], { first_name: 'Pia', last_name: 'Panel' })
      const conflicted = await aUser(world.ctx(), ['admin'])
      await aConflict(office, { proposal_id, user_id: conflicted.id })
      const { api } = await world.as(panel)
      const body = { proposal_id, reason: ` ${reason}\r\nSince 2020. ` }
      expect(await api.conflicts.declare({ body })).toEqual({
        result: 1,
        message: 'The conflict of interest has been declared.',
      })
      expect((await api.conflicts.declare({ body })).result).toBe(0)
      expect(await api.conflicts.list()).toMatchObject([
        { proposal_id, term_id: 7, user_id: panel.id, name: 'Pia Panel', declared_by: 'Pia Panel' },
      ])
      const sent = await findMails(world, 'conflict_declared')
      expect(sent).toMatchObject([{ recipients: [admin.email], proposal_ids: [proposal_id] }])
      expect(sent[0]!.body).toContain('We share a grant.\nSince 2020.')
      expect(await errorKindOf(api.conflicts.declare({ body: { proposal_id: 999, reason } }))).toBe('missing')
      expect(await errorKindOf(api.conflicts.declare({ body: { proposal_id, reason: ' ' } }))).toBe('invalid')
    }))

  test('of another user can be recorded by the office, only for staff and reviewers', () =>
    withServer(async (world) => {
      const { proposal_id, reviewer, admin, proposer } = await createReport(world)
      const { conflicts } = (await world.as(admin)).api
      const record = (user_id: number) => conflicts.declare({ body: { proposal_id, user_id, reason } })
      expect(await record(reviewer.id)).toMatchObject({ result: 1, message: /recorded/u })
      expect(await errorKindOf(record(proposer.id))).toBe('invalid')
      expect(await errorKindOf(record(999))).toBe('invalid')
      expect(await findMails(world, 'conflict_declared')).toEqual([])
      const panel = (await world.as(await aUser(world.ctx(), ['panel']))).api.conflicts
      const foreign = { proposal_id, user_id: admin.id, reason }
      expect(await errorKindOf(panel.declare({ body: foreign }))).toBe('forbidden')
    }))

  test.each([
    [null, 'forbidden'],
    [0, 'forbidden'],
    [1, 'ok'],
    [2, 'ok'],
    [3, 'ok'],
    [9, 'forbidden'],
  ] as const)('by a reviewer whose report is at %s: %s', (status, outcome) =>
    withServer(async (world) => {
      const { proposal_id, reviewer } = await createReport(world, status ?? undefined)
      const { conflicts } = (await world.as(reviewer)).api
      expect(await errorKindOf(conflicts.declare({ body: { proposal_id, reason } }))).toBe(outcome)
    }),
  )

  test('of others is visible to the office without an own conflict, for one proposal', () =>
    withServer(async (world) => {
      const { proposal_id, reviewer, admin, office } = await createReport(world)
      const second = await aSubmittedProposal(office)
      const conflicted = await aUser(world.ctx(), ['admin'])
      await aConflict(office, { proposal_id, user_id: reviewer.id })
      await aConflict(office, { proposal_id, user_id: conflicted.id })
      await aConflict(office, { proposal_id: second.proposal_id, user_id: reviewer.id })
      const panel = await aUser(world.ctx(), ['panel'])
      const of = async (actor: Actor, query = {}) =>
        (await (await world.as(actor)).api.conflicts.list({ query })).map(({ user_id }) => user_id)
      expect(await of(admin, { proposal_id })).toEqual([reviewer.id, conflicted.id])
      expect(await of(admin)).toEqual([])
      expect(await of(conflicted, { proposal_id })).toEqual([conflicted.id])
      expect(await of(panel, { proposal_id })).toEqual([])
      expect(await of({ ...reviewer, roles: ['panel'] }, { proposal_id })).toEqual([reviewer.id])
    }))

  test('is taken back by the office, never by its owner or a member with a conflict', () =>
    withServer(async (world) => {
      const { proposal_id, admin, office, reviewer } = await createReport(world)
      const id = await aConflict(office, { proposal_id, user_id: reviewer.id })
      const own = await aConflict(office, { proposal_id })
      const { conflicts } = (await world.as(admin)).api
      expect(await conflicts.takeBack(back(own))).toMatchObject({ result: 0 })
      expect(await errorKindOf(conflicts.takeBack(back(id)))).toBe('forbidden')
      expect(await errorKindOf(conflicts.takeBack(back(999)))).toBe('missing')
      const other = (await world.as(await aUser(world.ctx(), ['admin']))).api.conflicts
      expect(await other.takeBack(back(own))).toMatchObject({ result: 1 })
      expect(await conflicts.takeBack(back(id))).toMatchObject({ result: 1 })
      expect(await world.db.selectFrom('conflicts').selectAll().execute()).toEqual([])
    }))

  test('cannot change once the term is disabled', () =>
    withServer(async (world) => {
      const { proposal_id, admin, office, reviewer } = await createReport(world)
      const id = await aConflict(office, { proposal_id, user_id: reviewer.id })
      await world.db.updateTable('terms').set({ disabled: true }).execute()
      const { conflicts } = (await world.as(admin)).api
      expect((await conflicts.declare({ body: { proposal_id, reason } })).result).toBe(0)
      expect((await conflicts.takeBack(back(id))).result).toBe(0)
    }))

  test('with a collaborator’s former address keeps a reviewer from being added', () =>
    withServer(async (world) => {
      const { office, admin } = await createReport(world)
      const reviewer = await aReviewer(world.ctx(), { email: 'before@example.org' })
      const { proposal_id } = await aSubmittedProposal(office, {
        input: {
          proposal_collaborator: [
            { first_name: 'B', last_name: 'E', email: 'Before@example.org', affiliation: 'X' },
          ],
        },
      })
      await world.db
        .updateTable('users')
        .set({ email: 'now@example.org' })
        .where('id', '=', reviewer.id)
        .execute()
      const { reports } = (await world.as(admin)).api
      const call = { params: { proposalId: proposal_id }, body: { reviewer_id: reviewer.id } }
      expect(await reports.add(call)).toMatchObject({ result: 0 })
      await expect(aReport(office, { proposal_id, reviewer })).rejects.toThrow()
    }))
})

/** A member of the panel who is named as a collaborator by the returned `naming` of a proposal. */
async function aCollaboratingMember(world: TestServer) {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const office = world.ctx(admin)
  const panel = await aUser(world.ctx(), ['panel'], { email: 'Pia@example.org' })
  const naming = { proposal_collaborator: [{ ...aPerson({ email: 'pIA@example.org' }), middle_name: '' }] }
  const hasConflict = async (id: number) =>
    (await (await world.as(panel)).api.staff.get({ params: { id } })).conflict
  return { admin, office, panel, naming, hasConflict }
}

describe('a collaborator who is no longer named', () => {
  test('keeps the conflict with a proposal that was submitted with them', () =>
    withServer(async (world) => {
      const { office, naming, hasConflict } = await aCollaboratingMember(world)
      const { actor, proposal_id } = await aSubmittedProposal(office, { input: naming })
      await saveProposal(world.ctx(actor), proposal_id, aProposalInput())
      expect(await hasConflict(proposal_id)).toBe(true)
    }))

  test('keeps it when they were named on the submitted proposal for a while', () =>
    withServer(async (world) => {
      const { office, naming, hasConflict } = await aCollaboratingMember(world)
      const { actor, proposal_id } = await aSubmittedProposal(office)
      await saveProposal(world.ctx(actor), proposal_id, aProposalInput(naming))
      await saveProposal(world.ctx(actor), proposal_id, aProposalInput())
      expect(await hasConflict(proposal_id)).toBe(true)
    }))

  test('keeps it after the submission was cancelled', () =>
    withServer(async (world) => {
      const { office, naming, hasConflict } = await aCollaboratingMember(world)
      const { actor, proposal_id } = await aSubmittedProposal(office, { input: naming })
      await cancelSubmission(office, proposal_id)
      await saveProposal(world.ctx(actor), proposal_id, aProposalInput())
      expect(await hasConflict(proposal_id)).toBe(true)
    }))

  test('has none when only a draft named them', () =>
    withServer(async (world) => {
      const { office, naming, hasConflict } = await aCollaboratingMember(world)
      const { actor, proposal_id } = await aSavedProposal(office, { input: naming })
      expect(await hasConflict(proposal_id)).toBe(true)
      await saveProposal(world.ctx(actor), proposal_id, aProposalInput())
      await submitProposal(world.ctx(actor), proposal_id)
      expect(await hasConflict(proposal_id)).toBe(false)
    }))

  test('cannot be made a reviewer of it', () =>
    withServer(async (world) => {
      const { admin, office, naming, panel } = await aCollaboratingMember(world)
      await world.db.updateTable('users').set({ is_reviewer: true }).where('id', '=', panel.id).execute()
      const { actor, proposal_id } = await aSubmittedProposal(office, { input: naming })
      await saveProposal(world.ctx(actor), proposal_id, aProposalInput())
      const { reports } = (await world.as(admin)).api
      const choices = await reports.allReviewers({ query: { proposal_id } })
      expect(choices.map(({ part }) => part)).toEqual(['collaborator'])
      const call = { params: { proposalId: proposal_id }, body: { reviewer_id: panel.id } }
      expect(await reports.add(call)).toMatchObject({ result: 0 })
    }))
})

describe('a conflict by address', () => {
  /** A submitted proposal that has named a member of the panel, and still does if `now`. */
  async function aConflictByAddress(world: TestServer, { now }: { now: boolean }) {
    const made = await aCollaboratingMember(world)
    const { actor, proposal_id } = await aSubmittedProposal(made.office, { input: made.naming })
    const name = (again: boolean) =>
      saveProposal(world.ctx(actor), proposal_id, aProposalInput(again ? made.naming : {}))
    if (!now) await name(false)
    const body = { proposal_id, user_id: made.panel.id, reason: 'A shared address.' }
    const { conflicts } = (await world.as(made.admin)).api
    const has = () => made.hasConflict(proposal_id)
    return { ...made, proposer: actor, proposal_id, name, body, conflicts, has }
  }

  test.each([true, false])('is lifted by the office with a reason (still named: %s)', (now) =>
    withServer(async (world) => {
      const { admin, conflicts, body, proposal_id, has, panel } = await aConflictByAddress(world, { now })
      const kind = now ? 'collaborator' : 'former_collaborator'
      const listed = () => conflicts.list({ query: { proposal_id } })
      expect(await listed()).toMatchObject([{ user_id: panel.id, kind, lifted: null }])
      expect(await conflicts.lift({ body })).toMatchObject({ result: 1 })
      expect(await has()).toBe(false)
      const by = { by: admin.name, reason: 'A shared address.', at: expect.stringMatching(/Z$/u) }
      expect(await listed()).toMatchObject([{ user_id: panel.id, kind, lifted: by }])
      expect(await conflicts.lift({ body })).toMatchObject({ result: 0, message: /already/u })
    }),
  )

  test('is back when a former collaborator is named again, and can be lifted again', () =>
    withServer(async (world) => {
      const { conflicts, body, name, has } = await aConflictByAddress(world, { now: false })
      await conflicts.lift({ body })
      await name(true)
      expect(await has()).toBe(true)
      expect(await conflicts.lift({ body })).toMatchObject({ result: 1 })
      expect(await has()).toBe(false)
    }))

  test('that is lifted does not keep the person from declaring one', () =>
    withServer(async (world) => {
      const { conflicts, body, has, panel, proposal_id } = await aConflictByAddress(world, { now: true })
      await conflicts.lift({ body })
      await aConflict(world.ctx(panel), { proposal_id })
      expect(await has()).toBe(true)
    }))

  test('of someone else with the same proposal, or of the person with another, stays', () =>
    withServer(async (world) => {
      const { conflicts, body, office, naming, hasConflict } = await aConflictByAddress(world, { now: true })
      const second = await aSubmittedProposal(office, { input: naming })
      await conflicts.lift({ body })
      expect(await hasConflict(second.proposal_id)).toBe(true)
    }))

  test('is lifted neither by its owner, nor by a member with a conflict, nor in a disabled term', () =>
    withServer(async (world) => {
      const { conflicts, body, panel, office, proposal_id } = await aConflictByAddress(world, { now: true })
      const own = (await world.as({ ...panel, roles: ['admin'] })).api.conflicts
      await world.db
        .updateTable('users')
        .set({ is_administration_office: true })
        .where('id', '=', panel.id)
        .execute()
      expect(await own.lift({ body })).toMatchObject({ result: 0, message: /another administrator/u })
      await world.db.updateTable('terms').set({ disabled: true }).execute()
      expect(await conflicts.lift({ body })).toMatchObject({ result: 0 })
      await world.db.updateTable('terms').set({ disabled: false }).execute()
      await aConflict(office, { proposal_id })
      expect(await errorKindOf(conflicts.lift({ body }))).toBe('forbidden')
    }))

  test('of the proposer is never lifted, and of a user without one there is nothing to lift', () =>
    withServer(async (world) => {
      const { conflicts, body, proposer } = await aConflictByAddress(world, { now: true })
      await world.db.updateTable('users').set({ is_reviewer: true }).where('id', '=', proposer.id).execute()
      const ofProposer = { ...body, user_id: proposer.id }
      expect(await conflicts.lift({ body: ofProposer })).toMatchObject({ result: 0, message: /proposer/u })
      const { id } = await aReviewer(world.ctx())
      expect(await errorKindOf(conflicts.lift({ body: { ...body, user_id: id } }))).toBe('missing')
    }))

  test('is lifted from the command line only where no one of the office can judge it', () =>
    withServer(async (world) => {
      const { admin, panel, office, proposal_id, has } = await aConflictByAddress(world, { now: true })
      const said: string[] = []
      const lift = (email: string, reason = 'A shared address.') =>
        liftConflictCommand({ email, proposal: String(proposal_id), reason }, (line) => said.push(line))(
          world.ctx(),
        )
      await expect(lift(panel.email)).rejects.toThrow(`${admin.email} has no conflict`)
      await aConflict(office, { proposal_id })
      await aUser(world.ctx(), ['admin'], { disabled: true })
      await expect(lift('nobody@example.org')).rejects.toThrow('There is no user')
      expect(() => lift(panel.email, ' ')).toThrow('say why')
      await lift(panel.email)
      expect([said.length, await has()]).toEqual([1, false])
      await expect(lift(panel.email)).rejects.toThrow('has no conflict of interest')
    }))
})
