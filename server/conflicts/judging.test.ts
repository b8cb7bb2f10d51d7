import { describe, expect, test } from 'vitest'
import type { FindingState } from '#domain/conflicts/status.ts'
import { aConflict, findFinding, makeColleagues } from '../builders/conflicts.ts'
import { aPerson, aTerm, aUser } from '../builders/people.ts'
import { aProposalInput, aSubmittedProposal } from '../builders/proposals.ts'
import { aReviewer } from '../builders/reports.ts'
import { saveProposal } from '../proposals/service.ts'
import { errorKindOf, findMails } from '../testing/reviews.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { findJudgements } from './findings.ts'

/** A reviewer of the proposer's organisation, two members of the office, and one with a conflict with the proposal. */
async function createFinding(world: TestServer) {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const office = world.ctx(admin)
  const { actor: proposer, proposal_id } = await aSubmittedProposal(office, { input: { title: 'Salts' } })
  const reviewer = await aReviewer(world.ctx())
  await makeColleagues(office, [proposer.id, reviewer.id])
  const conflicted = await aUser(world.ctx(), ['admin'])
  await aConflict(office, { proposal_id, user_id: conflicted.id })
  const { conflicts, audit, reports } = (await world.as(admin)).api
  const pair = { proposal_id, user_id: reviewer.id }
  const finding = () => findFinding(office, pair)
  const states = async (state: FindingState = 'unjudged', api = conflicts) =>
    (await api.findings({ query: { state } })).rows.map(({ user, kind }) => `${user.id} ${kind}`)
  const judge = async (verdict: 'block' | 'allow', reason = 'Two campuses.') =>
    conflicts.judge({ body: { findings: [await finding()], verdict, reason } })
  const stateOf = async () =>
    (await findJudgements(world.db, admin, { term_id: 7 })).find(({ user_id }) => user_id === reviewer.id)
      ?.state
  return {
    admin,
    office,
    proposer,
    proposal_id,
    reviewer,
    conflicted,
    conflicts,
    audit,
    reports,
    pair,
    finding,
    states,
    judge,
    stateOf,
  }
}

describe('a finding', () => {
  test('hides nothing and keeps nobody from reviewing until it is judged, but must be acknowledged', () =>
    withServer(async (world) => {
      const { reports, proposal_id, reviewer, states, stateOf } = await createFinding(world)
      expect(await states()).toEqual([`${reviewer.id} organisation`])
      expect(await stateOf()).toBe('unjudged')
      const add = (more: object) =>
        reports.add({ params: { proposalId: proposal_id }, body: { reviewer_id: reviewer.id, ...more } })
      expect(await add({})).toMatchObject({ result: 0, message: /not been judged/u })
      expect(await add({ acknowledged: false })).toMatchObject({ result: 0 })
      expect(await add({ acknowledged: true })).toMatchObject({ result: 1 })
      const entry = await world.db
        .selectFrom('audit_entries')
        .select('after')
        .where('action', '=', 'report.add')
        .executeTakeFirstOrThrow()
      expect(entry.after).toMatchObject({ user_id: reviewer.id, acknowledged: true })
    }))

  test('that is blocked is a conflict of interest', () =>
    withServer(async (world) => {
      const { conflicts, judge, states, stateOf, reviewer, proposal_id, reports } = await createFinding(world)
      expect(await judge('block', '')).toEqual({
        result: 1,
        message: `${reviewer.name} is blocked from proposal ${proposal_id}.`,
      })
      expect(await stateOf()).toBe('blocked')
      expect(await states()).toEqual([])
      expect(await states('blocked')).toContain(`${reviewer.id} declared`)
      expect(await conflicts.list({ query: { proposal_id } })).toContainEqual(
        expect.objectContaining({
          user_id: reviewer.id,
          reason: 'Same organisation: Institute of Small Bodies',
        }),
      )
      const call = {
        params: { proposalId: proposal_id },
        body: { reviewer_id: reviewer.id, acknowledged: true },
      }
      expect((await reports.add(call)).result).toBe(0)
    }))

  test('that is allowed stays allowed while its evidence stays, and is judged again when it changes', () =>
    withServer(async (world) => {
      const { judge, states, stateOf, reviewer, proposer, proposal_id, reports, conflicts } =
        await createFinding(world)
      expect(await judge('allow')).toMatchObject({ result: 1 })
      expect([await states(), await states('allowed')]).toEqual([[], [`${reviewer.id} organisation`]])
      expect(await stateOf()).toBe('allowed')
      await saveProposal(world.ctx(proposer), proposal_id, aProposalInput({ title: 'Other salts' }))
      expect(await stateOf()).toBe('allowed')
      const colleague = { ...aPerson({ affiliation: 'Institute of Small Bodies' }), middle_name: '' }
      await saveProposal(
        world.ctx(proposer),
        proposal_id,
        aProposalInput({ proposal_collaborator: [colleague] }),
      )
      expect(await stateOf()).toBe('unjudged')
      const [row] = (await conflicts.findings({ query: {} })).rows
      expect(row!.earlier).toMatchObject([
        { verdict: 'allow', reason: 'Two campuses.', same_evidence: false },
      ])
      const call = { params: { proposalId: proposal_id }, body: { reviewer_id: reviewer.id } }
      expect((await reports.add(call)).result).toBe(0)
      await judge('allow')
      expect((await reports.add(call)).result).toBe(1)
    }))

  test('is judged again once the conflict that it became is lifted', () =>
    withServer(async (world) => {
      const { judge, stateOf, conflicts, proposal_id, states, reviewer } = await createFinding(world)
      await judge('block')
      const id = (await conflicts.list({ query: { proposal_id } })).find(
        ({ user_id }) => user_id === reviewer.id,
      )!.id!
      await conflicts.takeBack({ params: { id }, body: { reason: 'A mistake.' } })
      expect(await stateOf()).toBe('unjudged')
      expect(await states()).toEqual([`${reviewer.id} organisation`])
    }))

  test('is not judged with other evidence than was seen, without a reason to allow, or in a closed term', () =>
    withServer(async (world) => {
      const { conflicts, finding, judge } = await createFinding(world)
      const seen = await finding()
      const stale = { ...seen, fingerprint: 'other' }
      expect(
        await conflicts.judge({ body: { findings: [stale], verdict: 'block', reason: '' } }),
      ).toMatchObject({
        result: 0,
        message: /changed meanwhile/u,
      })
      const without = conflicts.judge({ body: { findings: [seen], verdict: 'allow', reason: ' ' } })
      await expect(without).rejects.toMatchObject({
        errors: { reason: ['Write why this is no conflict of interest.'] },
      })
      await world.db.updateTable('terms').set({ disabled: true }).execute()
      expect(await judge('block')).toMatchObject({ result: 0 })
      expect(await conflicts.ask({ body: { findings: [seen] } })).toMatchObject({ result: 0 })
      expect(await world.db.selectFrom('conflict_judgements').select('id').execute()).toEqual([])
    }))
})

describe('a member of the office', () => {
  test('with a conflict with the proposal neither sees nor judges its findings, nor counts them', () =>
    withServer(async (world) => {
      const { conflicted, finding, judge, states } = await createFinding(world)
      const seen = await finding()
      const { api } = await world.as(conflicted)
      for (const state of ['unjudged', 'asked', 'blocked', 'allowed'] as const)
        expect(await states(state, api.conflicts)).toEqual([])
      const { proposals, counts } = await api.conflicts.findings({ query: {} })
      expect([proposals, counts]).toEqual([0, { unjudged: 0, asked: 0, blocked: 0, allowed: 0 }])
      const body = { findings: [seen], verdict: 'block' as const, reason: '' }
      expect(await errorKindOf(api.conflicts.judge({ body }))).toBe('missing')
      expect(await errorKindOf(api.conflicts.ask({ body: { findings: [seen] } }))).toBe('missing')
      expect((await api.callState.get()).todo.some(({ key }) => key === 'conflicts')).toBe(false)
      expect(await findJudgements(world.db, conflicted, { term_id: 7 })).toEqual([])
      await judge('allow')
      expect(await states('allowed', api.conflicts)).toEqual([])
      const entries = await api.audit.list({ query: { action: 'conflict.allow' } })
      expect([entries.total, entries.data]).toEqual([0, []])
    }))

  test('is told nothing of findings on themselves, by the audit log neither', () =>
    withServer(async (world) => {
      const { office, proposer, proposal_id, conflicts } = await createFinding(world)
      const self = await aUser(world.ctx(), ['admin', 'reviewer'])
      await makeColleagues(office, [proposer.id, self.id])
      const own = (await world.as(self)).api
      const finding = await findFinding(office, { proposal_id, user_id: self.id })
      const of = async (state: FindingState) =>
        (await own.conflicts.findings({ query: { state } })).rows.filter(({ user }) => user.id === self.id)
      expect(await of('unjudged')).toEqual([])
      const body = { findings: [finding], verdict: 'allow' as const, reason: 'Two campuses.' }
      expect(await own.conflicts.judge({ body })).toMatchObject({ result: 0 })
      await conflicts.ask({ body: { findings: [finding] } })
      await conflicts.judge({ body })
      expect(await of('allowed')).toEqual([])
      const seen = (await own.audit.list({ query: { object: 'conflict' } })).data.map(({ action }) => action)
      expect(seen).not.toContain('conflict.ask')
      expect(seen).not.toContain('conflict.allow')
      const pairs = await findJudgements(world.db, self, { term_id: 7 })
      expect(pairs.filter(({ user_id }) => user_id === self.id)).toEqual([])
      const choices = await own.reports.allReviewers({ query: { proposal_id } })
      expect(choices.find(({ id }) => id === self.id)?.findings).toEqual([])
    }))

  test('is not told what others have declared about them', () =>
    withServer(async (world) => {
      const { admin, conflicts, reviewer } = await createFinding(world)
      const own = (await world.as(reviewer)).api.conflicts
      const to = (name: string, email: string) =>
        own.addRelation({ body: { kind: 'dispute', name, email, from_year: '', until_year: '', note: '' } })
      await to('Someone Else', admin.email.toUpperCase())
      await to(admin.name, '')
      await to('Kim Third', '')
      const listed = async (all?: '1', api = conflicts) =>
        (await api.relations({ query: all ? { all } : {} })).map(({ name }) => name)
      expect(await listed('1')).toEqual(['Kim Third'])
      expect(await listed(undefined, own)).toHaveLength(3)
      expect(await listed('1', (await world.as(await aReviewer(world.ctx()))).api.conflicts)).toEqual([])
      const logged = async ({ api }: Awaited<ReturnType<typeof world.as>>) =>
        (await api.audit.list({ query: { object: 'relation' } })).total
      expect(await logged(await world.as(admin))).toBe(0)
      const member = await aUser(world.ctx(), ['admin'])
      await conflicts.addRelation({
        body: {
          ...{ user_id: reviewer.id, kind: 'family', name: 'Kim Fourth', email: '' },
          ...{ from_year: '', until_year: '', note: '' },
        },
      })
      expect(await logged(await world.as(admin))).toBe(1)
      expect(await logged(await world.as(member))).toBe(0)
      const hidden = (await own.relations()).find(({ name }) => name === admin.name)!.id
      expect(await errorKindOf(conflicts.removeRelation({ params: { id: hidden } }))).toBe('missing')
    }))
})

test('the panel learns of nobody but those who are named on a proposal', () =>
  withServer(async (world) => {
    const { judge, proposal_id, office } = await createFinding(world)
    const panel = await aUser(world.ctx(), ['panel'])
    await judge('block')
    expect(await findJudgements(world.db, panel, { term_id: 7 })).toEqual([])
    const named = await aReviewer(world.ctx())
    const input = { proposal_collaborator: [{ ...aPerson({ email: named.email }), middle_name: '' }] }
    const second = await aSubmittedProposal(office, { input })
    expect(await findJudgements(world.db, panel, { term_id: 7 })).toEqual([
      { proposal_id: second.proposal_id, user_id: named.id, state: 'blocked' },
    ])
    expect(proposal_id).not.toBe(second.proposal_id)
    expect(await errorKindOf((await world.as(panel)).api.conflicts.findings({ query: {} }))).toBe('forbidden')
  }))

/** Asks the reviewer, and returns the token of the link. */
async function ask(world: TestServer) {
  const made = await createFinding(world)
  await made.conflicts.ask({ body: { findings: [await made.finding()] } })
  const [mail] = await findMails(world, 'conflict_question')
  const token = /\/conflicts\/answer\/([\w-]{43})/u.exec(mail!.body)![1]!
  return { ...made, mail: mail!, at: { params: { token } } }
}

describe('a question to a person', () => {
  test('names people, and neither the proposal nor a review', () =>
    withServer(async (world) => {
      const { mail, proposer, at, proposal_id } = await ask(world)
      expect(mail.body).toContain(
        `Do you have a conflict of interest with ${proposer.name} (Institute of Small Bodies)?`,
      )
      const question = JSON.stringify(await world.visitor.api.conflicts.linkedQuestion(at))
      for (const text of [mail.body, mail.subject, question]) {
        expect(text).not.toContain('Salts')
        expect(text).not.toMatch(/proposal/iu)
      }
      expect(JSON.parse(question)).not.toHaveProperty('proposal_id')
      expect(JSON.parse(question)).not.toHaveProperty('user_id', proposal_id)
    }))

  test('is answered once by its link without signing in, and decides nothing', () =>
    withServer(async (world) => {
      const { at, states, conflicts, reviewer, stateOf } = await ask(world)
      const { conflicts: visitor } = world.visitor.api
      expect([await states('asked'), await states()]).toEqual([[`${reviewer.id} organisation`], []])
      const body = { conflict: true, note: 'We share a grant.' }
      expect(await errorKindOf(visitor.answerLinked({ ...at, body: { note: '' } as never }))).toBe('invalid')
      expect(await visitor.answerLinked({ ...at, body })).toMatchObject({ result: 1 })
      expect(await visitor.answerLinked({ ...at, body: { ...body, conflict: false } })).toMatchObject({
        result: 0,
      })
      expect((await visitor.linkedQuestion(at)).answer).toBe(true)
      expect(await stateOf()).toBe('unjudged')
      const [row] = (await conflicts.findings({ query: {} })).rows
      expect(row!.question).toMatchObject({ answer: true, note: 'We share a grant.' })
    }))

  test('is answered by the person who is signed in, and by nobody else', () =>
    withServer(async (world) => {
      const { reviewer } = await ask(world)
      const own = (await world.as(reviewer)).api.conflicts
      const [question] = await own.questions()
      const answer = { params: { id: question!.id }, body: { conflict: false, note: '' } }
      const other = (await world.as(await aReviewer(world.ctx()))).api.conflicts
      expect(await other.questions()).toEqual([])
      expect(await errorKindOf(other.answer(answer))).toBe('forbidden')
      expect(await own.answer(answer)).toMatchObject({ result: 1 })
      expect(await own.questions()).toEqual([])
    }))

  test.each<[string, (made: Awaited<ReturnType<typeof ask>>, world: TestServer) => Promise<unknown>]>([
    ['once it is judged', ({ judge }) => judge('allow')],
    [
      'once the person is disabled',
      (_, { db }) =>
        db.updateTable('users').set({ disabled: true }).where('is_reviewer', '=', true).execute(),
    ],
    ['once the term is closed', (_, { db }) => db.updateTable('terms').set({ disabled: true }).execute()],
    [
      'once it is old',
      (_, { db }) => db.updateTable('conflict_questions').set({ open_until: '2000-01-01' }).execute(),
    ],
  ])('dies %s', (_, end) =>
    withServer(async (world) => {
      const made = await ask(world)
      const { conflicts } = world.visitor.api
      expect((await conflicts.linkedQuestion(made.at)).answer).toBeNull()
      await end({ ...made, judge: (verdict) => judgeAsked(made, verdict) }, world)
      expect(await errorKindOf(conflicts.linkedQuestion(made.at))).toBe('missing')
      const body = { conflict: false, note: '' }
      expect(await errorKindOf(conflicts.answerLinked({ ...made.at, body }))).toBe('missing')
    }),
  )
})

/** Judges what was asked about. */
async function judgeAsked(
  { conflicts, office, pair }: Awaited<ReturnType<typeof ask>>,
  verdict: 'block' | 'allow',
) {
  const finding = await findFinding(office, { ...pair, state: 'asked' })
  return conflicts.judge({ body: { findings: [finding], verdict, reason: 'Two campuses.' } })
}
