import { describe, expect, test } from 'vitest'
import { aConflict } from '../builders/conflicts.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSavedProposal, aSubmittedProposal } from '../builders/proposals.ts'
import { errorKindOf } from '../testing/reviews.ts'
import { sharedServer, type TestServer } from '../testing/test_server.ts'
import { saveDecisionNotes } from './decision_notes.ts'

async function scene(world: TestServer) {
  const term = await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const member = await aUser(world.ctx(), ['panel'])
  const office = world.ctx(admin)
  const { proposal_id: id } = await aSubmittedProposal(office)
  const draft = (await aSavedProposal(office)).proposal_id
  const staffOf = async (actor: typeof admin) => (await world.as(actor)).api.staff
  return {
    ...{ term, admin, member, office, id, draft, params: { id }, staffOf },
    asOffice: await staffOf(admin),
    asMember: await staffOf(member),
  }
}
const NOTES = { for_proposer: 'The question is clear.', internal: 'Close to the line.' }

describe('the decision notes', () => {
  const { scene: s } = sharedServer(scene)
  const save = (body = NOTES) => s.asOffice.saveDecisionNotes({ params: s.params, body })
  const entries = () =>
    s.world.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('action', '=', 'proposal.decision_notes')
      .orderBy('id')
      .execute()

  test('are empty until the office saves them, and shown to the panel', async () => {
    const empty = { for_proposer: '', internal: '', version: 0, saved_by: null, saved_at: null }
    expect(await s.asMember.decisionNotes({ params: s.params })).toEqual(empty)
    expect(await save()).toMatchObject({ result: 1, version: 1 })
    expect(await s.asMember.decisionNotes({ params: s.params })).toMatchObject({
      ...NOTES,
      version: 1,
      saved_by: s.admin.name,
    })
  })

  test('keep their earlier versions in the audit log', async () => {
    await save()
    await save({ ...NOTES, internal: 'Above the line.' })
    expect((await entries()).at(-1)).toEqual({
      before: { internal: 'Close to the line.' },
      after: { internal: 'Above the line.' },
    })
  })

  test('leave no entry and keep their version when they are saved unchanged', async () => {
    await save()
    expect(await save()).toMatchObject({ result: 1, version: 1 })
    expect(await entries()).toHaveLength(1)
  })

  test.each([
    ['for_proposer', 2000, 'ok'],
    ['for_proposer', 2001, 'invalid'],
    ['internal', 2000, 'ok'],
    ['internal', 2001, 'invalid'],
  ])('take %s of %i characters: %s', async (field, length, answer) => {
    const body = { ...NOTES, [field]: '探'.repeat(length) }
    expect(await errorKindOf(save(body))).toBe(answer)
  })

  test('are for submitted proposals of open calls', async () => {
    const onDraft = s.asOffice.saveDecisionNotes({ params: { id: s.draft }, body: NOTES })
    expect(await onDraft).toMatchObject({ result: 0, message: 'This proposal is not submitted.' })
    await s.world.db.updateTable('terms').set({ disabled: true }).where('id', '=', s.term.id).execute()
    expect(await save()).toMatchObject({ result: 0, message: expect.stringContaining('is closed') })
  })

  test('are neither read nor written with a conflict of interest', async () => {
    await save()
    const watcher = await aUser(s.world.ctx(), ['admin'])
    await aConflict(s.world.ctx(watcher), { proposal_id: s.id })
    const staff = await s.staffOf(watcher)
    expect(await errorKindOf(staff.decisionNotes({ params: s.params }))).toBe('forbidden')
    expect(await errorKindOf(staff.saveDecisionNotes({ params: s.params, body: NOTES }))).toBe('forbidden')
  })

  test('are not written by the panel through the office’s endpoint', async () => {
    const saved = s.asMember.saveDecisionNotes({ params: s.params, body: NOTES })
    expect(await errorKindOf(saved)).toBe('forbidden')
  })

  test('are saved within the transaction of another command, in the name of who acts', async () => {
    const version = await s.world
      .ctx(s.member)
      .write((tx) => saveDecisionNotes(tx, { id: s.id }, { ...NOTES, version: 0 }))
    expect(version).toBe(1)
    expect((await s.asMember.decisionNotes({ params: s.params })).saved_by).toBe(s.member.name)
  })
})
