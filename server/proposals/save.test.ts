import { describe, expect, test } from 'vitest'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import type { Fault } from '#domain/errors.ts'
import type { ReportStatus } from '#domain/reports/status.ts'
import { aProposer, aTerm, aUser, daysFrom } from '../builders/people.ts'
import { aProposalInput, aSavedProposal, aSubmittedProposal } from '../builders/proposals.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import type { Db } from '../platform/context.ts'
import { storedScores } from '../testing/reviews.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'

const ANY = { db_type: 1, type: 0, any: true }

/** An administrator, and a signed-in proposer with an empty proposal. */
async function emptyProposal({ ctx, as }: TestServer) {
  const term = await aTerm(ctx())
  const office = ctx(await aUser(ctx(), ['admin']))
  const proposer = await aProposer(office)
  const visit = await as(proposer.actor)
  const params = { id: proposer.proposal_id }
  return { ...visit, term, office, params, actor: proposer.actor }
}

const faultOf = (call: Promise<unknown>): Promise<Fault> =>
  call.then(
    () => expect.unreachable('The call succeeded.'),
    (fault) => fault,
  )

describe('saving', () => {
  test('needs only the title', () =>
    withServer(async (world) => {
      const { api, params } = await emptyProposal(world)
      expect(await api.proposals.mine()).toEqual({ status: 0, id: params.id })
      expect(await api.proposals.edit({ params })).toMatchObject({ saved_at: null, submitted_at: null })
      expect(await api.proposals.save({ params, body: { title: 'Water' } })).toEqual({
        result: 1,
        message: 'The proposal has been saved.',
        version: 2,
      })
      expect(await api.proposals.mine()).toEqual({ status: 1, id: params.id })
      expect(await api.proposals.edit({ params })).toMatchObject({
        title: 'Water',
        status: 1,
        version: 2,
        saved_at: expect.any(String),
      })
      const { errors } = await faultOf(api.proposals.save({ params, body: { title: ' ' } }))
      expect(errors).toEqual({ title: ['This field is required.'] })
    }))

  test('keeps the rows of an unchanged list, and replaces those of a changed one', () =>
    withServer(async (world) => {
      const { api, params } = await emptyProposal(world)
      const person = (last_name: string) => ({
        ...{ first_name: 'Zoë', last_name, email: 'z@example.org', affiliation: 'U' },
      })
      const body = {
        title: 'Water',
        keywords_other: [{ name: 'Ice' }, { name: 'Water' }],
        methods_other: [{ name: 'NanoSIMS' }],
        conditions: [2, 3],
        proposal_collaborator: [person('Ng'), person('Abe')],
        samples: [{ ...ANY, size: '1.5' }, ANY],
      }
      const save = async (sent: object) => {
        await api.proposals.save({ params, body: { ...body, ...sent } })
        const { proposal_collaborator, requested_samples, ...rest } = await api.proposals.edit({ params })
        return {
          people: proposal_collaborator.map(({ id, last_name }) => ({ id, last_name })),
          samples: requested_samples.map(({ id, size }) => ({ id, size })),
          keywords: rest.selected_keywords.map(({ name }) => name),
          conditions: rest.selected_conditions.map((one) => one.environmental_condition_id),
        }
      }
      const first = await save({})
      expect(await save({ title: 'Ice' })).toEqual(first)
      const changed = await save({
        proposal_collaborator: body.proposal_collaborator.toReversed(),
        keywords_other: body.keywords_other.toReversed(),
        conditions: [2],
        samples: [ANY, ANY],
      })
      expect(changed).toMatchObject({
        people: [{ last_name: 'Abe' }, { last_name: 'Ng' }],
        samples: [{ size: null }, first.samples[1]],
        keywords: ['Water', 'Ice'],
        conditions: [2],
      })
      expect(changed.people.map(({ id }) => id)).not.toEqual(first.people.map(({ id }) => id))
    }))

  test('stores every part of the form, in its order', () =>
    withServer(async (world) => {
      const { api, params, ctx } = { ...(await emptyProposal(world)), ctx: world.ctx }
      const { id: grain } = await aSample(ctx(), { db_type: 1, sample_type: 1, name: 'A0106', weight: 6.2 })
      const [keyword] = await addEntries(world, 'keywords', ['Organics'])
      await aTerm(ctx(), { id: 5, is_current: false, disabled: true })
      await api.proposals.save({
        params,
        body: {
          title: 'Water',
          abstract: 'a\r\nb',
          early_career: 2,
          check_organization: true,
          keywords: [keyword!],
          keywords_other: [{ name: 'Ice' }],
          methods_other: [{ name: 'NanoSIMS' }],
          accepted_terms: [5],
          accepted_terms_other: [1],
          conditions: [3, 2],
          proposal_collaborator: [
            { first_name: 'Zoë', last_name: 'Ng', email: 'z@example.org', affiliation: 'U' },
          ],
          samples: [
            { db_type: 1, type: 1, sample_id: grain, size: '9', chamber: '2' },
            {
              db_type: 2,
              type: 0,
              any: '1',
              size: '1.2345',
              dish: '8',
              chamber: '1',
              number_of_samples: '3',
            },
            { db_type: 1, type: 2, any: true, weight: 4 },
          ],
        },
      })
      expect(await api.proposals.edit({ params })).toMatchObject({
        abstract: 'a\nb',
        early_career: 2,
        check_organization: 1,
        check_collaborators: 0,
        proposal_collaborator: [{ name: 'Zoë Ng', email: 'z@example.org' }],
        selected_keywords: [
          { keyword_id: keyword, name: 'Organics' },
          { keyword_other: 'Ice', name: 'Ice' },
        ],
        selected_methods: [{ analysis_method_other: 'NanoSIMS' }],
        accepted_terms: [{ term_id: 5 }, { other_status_id: 1 }],
        selected_conditions: [{ environmental_condition_id: 2 }, { environmental_condition_id: 3 }],
        requested_samples: [
          { priority: 1, sample_name: 'A0106', sample_weight: 6.2, size: null, chamber: null },
          { priority: 2, sample_id: null, size: 1235, dish: 8, chamber: null, number_of_samples: 3 },
          { priority: 3, sample_type: 2, number_of_bottles: 1, weight: null, size: null },
        ],
      })
    }))

  test('empties an absent list, keeps an absent text, and clears a consent that is sent as 0', () =>
    withServer(async ({ ctx, as }) => {
      await aTerm(ctx())
      const { actor, proposal_id } = await aSavedProposal(ctx(await aUser(ctx(), ['admin'])))
      const { api } = await as(actor)
      const params = { id: proposal_id }
      await api.proposals.save({ params, body: { title: 'New', check_collaborators: 0 } })
      expect(await api.proposals.edit({ params })).toMatchObject({
        title: 'New',
        abstract: aProposalInput().abstract,
        check_organization: 1,
        check_collaborators: 0,
        selected_keywords: [],
        selected_methods: [],
        requested_samples: [],
      })
    }))

  test.each([
    ['samples.0.size', { samples: [{ ...ANY, size: 'much' }] }],
    ['samples.0.weight', { samples: [{ ...ANY, weight: -1 }] }],
    ['samples.1.size', { samples: [ANY, { ...ANY, size: 1, weight: 1 }] }],
    ['samples.0.type', { samples: [{ ...ANY, db_type: 2, type: 2 }] }],
    ['samples.0.type', { samples: [{ ...ANY, type: 4 }] }],
    ['samples.0.dish', { samples: [{ ...ANY, db_type: 2, dish: 9 }] }],
    ['samples.0.number_of_bottles', { samples: [{ ...ANY, type: 2, number_of_bottles: 4 }] }],
    ['samples.0.sample_id', { samples: [{ db_type: 1, type: 0, any: 0 }] }],
    ['samples.0.sample_id', { samples: [{ db_type: 1, type: 0, sample_id: 2_000_000_000 }] }],
    ['samples', { samples: Array.from({ length: 11 }, (_, i) => ({ ...ANY, type: i % 2 })) }],
    ['proposal_collaborator.0.email', { proposal_collaborator: [{ ...person(), email: 'no' }] }],
    [
      'proposal_collaborator.1.last_name',
      { proposal_collaborator: [person(), { ...person(), last_name: '' }] },
    ],
    ['keywords', { keywords: [2_000_000_000] }],
    ['keywords_other.1.name', { keywords_other: [{ name: 'a' }, { name: ' ' }] }],
    ['methods', { methods: [2_000_000_000] }],
    ['methods_other.0.name', { methods_other: [{ name: 'x'.repeat(51) }] }],
    ['accepted_terms', { accepted_terms: [7] }],
    ['accepted_terms_other', { accepted_terms_other: [9999, 1] }],
    ['abstract', { abstract: 'word '.repeat(201) }],
    ['sample_description_3_1', { sample_description_3_1: 'word '.repeat(201) }],
    ['title', { title: 'x'.repeat(201) }],
    ['title', { title: 'a\nb' }],
    ['file', { file: 'no file' }],
  ])('invalid input has its error on %s and stores nothing', (field, invalid) =>
    withServer(async (world) => {
      const { api, params } = await emptyProposal(world)
      const fault = await faultOf(api.proposals.save({ params, body: { title: 'T', ...invalid } as never }))
      expect(fault).toMatchObject({ kind: 'invalid' })
      expect(Object.keys(fault.errors!)).toEqual([field])
      expect(await api.proposals.mine()).toMatchObject({ status: 0 })
    }),
  )

  test('ten particles and aggregates and any number of gas samples are accepted', () =>
    withServer(async (world) => {
      const { api, params } = await emptyProposal(world)
      const samples = Array.from({ length: 14 }, (_, i) => ({ ...ANY, type: i < 4 ? 2 : i % 2 }))
      await api.proposals.save({ params, body: { title: 'T', samples } })
      const { requested_samples } = await api.proposals.edit({ params })
      expect(requested_samples.map(({ priority }) => priority)).toEqual(samples.map((_, i) => i + 1))
    }))

  test('a listed sample of the other asteroid, of another type, or promised in a past term is refused', () =>
    withServer(async (world) => {
      const { ctx, db } = world
      const { api, params, office } = await emptyProposal(world)
      const bennu = await aSample(ctx(), { db_type: 2 })
      const aggregate = await aSample(ctx(), { sample_type: 1 })
      const promised = await aSample(ctx())
      const { proposal_id } = await aSubmittedProposal(office)
      await aTerm(ctx(), { id: 6, is_current: false })
      await db.updateTable('proposals').set({ term_id: 6 }).where('id', '=', proposal_id).execute()
      const pair = { sample_id: promised.id, proposal_id }
      await anAssignment(office, PARTICLE_GRID, [pair], { term_id: 6, confirmed: true })
      await db.updateTable('terms').set({ disabled: true }).where('id', '=', 6).execute()
      const rows = [bennu, aggregate, promised].map(({ id }) => ({ db_type: 1, type: 0, sample_id: id }))
      const { errors } = await faultOf(api.proposals.save({ params, body: { title: 'T', samples: rows } }))
      expect(Object.keys(errors!)).toEqual([0, 1, 2].map((i) => `samples.${i}.sample_id`))
    }))

  test('a request for a sample that is confirmed for someone else in this term is saved', () =>
    withServer(async (world) => {
      const { api, params, office } = await emptyProposal(world)
      const { id: sample_id } = await aSample(world.ctx())
      const { proposal_id } = await aSubmittedProposal(office)
      await anAssignment(office, PARTICLE_GRID, [{ sample_id, proposal_id }], { confirmed: true })
      const samples = [{ db_type: 1, type: 0, sample_id }]
      expect(await api.proposals.save({ params, body: { title: 'T', samples } })).toMatchObject({ result: 1 })
    }))

  test('a submitted proposal unassigns samples from changed requests only', () =>
    withServer(async (world) => {
      const { office } = await emptyProposal(world)
      const samples = [ANY, { ...ANY, weight: 1 }, { ...ANY, type: 2 }]
      const { proposal_id, actor } = await aSubmittedProposal(office, { input: { samples } })
      const { api } = await world.as(actor)
      const assigned = [await aSample(world.ctx()), await aSample(world.ctx()), await aSample(world.ctx())]
      const pairs = assigned.map(({ id: sample_id }, i) => ({ sample_id, proposal_id, priority: i + 1 }))
      await anAssignment(office, PARTICLE_GRID, pairs)
      const requests = async () =>
        (await api.proposals.edit({ params: { id: proposal_id } })).requested_samples
      const before = await requests()
      const body = aProposalInput({ samples: [ANY, { ...ANY, weight: 2 }] })
      expect(await api.proposals.save({ params: { id: proposal_id }, body })).toMatchObject({ result: 1 })
      expect(await requests()).toEqual([before[0], { ...before[1], id: expect.any(Number), weight: 2 }])
      const assignments = await world.db
        .selectFrom('assignments')
        .select('priority')
        .orderBy('sample_id')
        .execute()
      expect(assignments).toEqual([{ priority: 1 }, { priority: null }, { priority: null }])
    }))

  test('a hidden keyword stays with a proposal that has it', () =>
    withServer(async (world) => {
      const { api, params, office } = await emptyProposal(world)
      const [keyword] = await addEntries(world, 'keywords', ['Chondrules'])
      const body = { title: 'T', keywords: [keyword!] }
      await api.proposals.save({ params, body })
      await world.db.updateTable('keywords').set({ hidden: true }).execute()
      expect(await api.proposals.save({ params, body })).toMatchObject({ result: 1 })
      const other = await aProposer(office)
      const { api: theirs } = await world.as(other.actor)
      const { errors } = await faultOf(theirs.proposals.save({ params: { id: other.proposal_id }, body }))
      expect(Object.keys(errors!)).toEqual(['keywords'])
    }))
})

describe('who may save, and when', () => {
  test("someone else's proposal is forbidden, and an unknown id is missing", () =>
    withServer(async (world) => {
      const { office, api } = await emptyProposal(world)
      const other = await aProposer(office)
      const body = { title: 'Mine now' }
      for (const [id, kind] of [
        [other.proposal_id, 'forbidden'],
        [999_999, 'missing'],
      ] as const) {
        const params = { id }
        for (const call of [
          () => api.proposals.edit({ params }),
          () => api.proposals.myOld({ params }),
          () => api.proposals.save({ params, body }),
          () => api.proposals.put({ params, body }),
          () => api.proposals.check({ params }),
          () => api.proposals.submit({ params }),
          () => api.proposals.pdf({ params }),
        ])
          expect((await faultOf(call())).kind).toBe(kind)
      }
    }))

  test('only within the window, which unlocking extends', () =>
    withServer(async (world) => {
      const { params, term, actor } = await emptyProposal(world)
      const own = async () => (await world.as(actor)).api.proposals
      const save = async () => (await own()).save({ params, body: { title: 'T' } })
      world.at(daysFrom(new Date(term.proposals_open_at), -1))
      expect(await save()).toMatchObject({ result: 0, message: expect.stringContaining('AO7 accepts') })
      world.at(term.proposals_close_at)
      expect(await save()).toMatchObject({ result: 0, message: expect.stringContaining('deadline') })
      expect(await (await own()).edit({ params })).toMatchObject({
        why_not_edit: expect.stringContaining('deadline'),
        what_next: expect.stringMatching(/ask \S+@\S+ to unlock it/u),
      })
      await world.db
        .updateTable('proposals')
        .set({ unlocked_until: daysFrom(world.services.clock(), 7) })
        .execute()
      expect((await (await own()).edit({ params })).what_next).toBeNull()
      expect(await save()).toMatchObject({ result: 1 })
      await world.db.updateTable('terms').set({ disabled: true }).execute()
      expect(await save()).toMatchObject({ result: 0, message: expect.stringContaining('closed') })
    }))

  test('a submitted proposal stays complete, and is closed once a report is requested', () =>
    withServer(async ({ ctx, as, db }) => {
      await aTerm(ctx())
      const { actor, proposal_id } = await aSubmittedProposal(ctx(await aUser(ctx(), ['admin'])))
      const { api } = await as(actor)
      const params = { id: proposal_id }
      const complete = aProposalInput({ title: 'Better' })
      const { errors } = await faultOf(api.proposals.save({ params, body: { title: 'T' } }))
      expect(Object.keys(errors!).sort()).toEqual(['keywords', 'methods', 'samples'])
      expect(await api.proposals.save({ params, body: complete })).toMatchObject({ result: 1 })
      expect(await api.proposals.mine()).toMatchObject({ status: 2 })
      await addReport(db, proposal_id, (await aUser(ctx(), ['reviewer'])).id, 9)
      expect(await api.proposals.save({ params, body: complete })).toMatchObject({ result: 1 })
      await addReport(db, proposal_id, (await aUser(ctx(), ['reviewer'])).id, 1)
      expect(await api.proposals.save({ params, body: complete })).toMatchObject({ result: 0 })
    }))

  test('a form that was loaded before another save is a version conflict', () =>
    withServer(async (world) => {
      const { api, params, actor } = await emptyProposal(world)
      const { version } = await api.proposals.edit({ params })
      await api.proposals.save({ params, body: { title: 'First', version } })
      const fault = await faultOf(api.proposals.save({ params, body: { title: 'Second', version } }))
      expect(fault).toMatchObject({ kind: 'stale', details: { version: 2, saved_by: actor.name } })
      expect(fault.message).toContain(actor.name)
      expect(await api.proposals.edit({ params })).toMatchObject({ title: 'First' })
      expect(await api.proposals.save({ params, body: { title: 'Third' } })).toMatchObject({ result: 1 })
    }))

  test('of simultaneous saves with the same version only one succeeds', () =>
    withParallelServer(async (world) => {
      const { api, params } = await emptyProposal(world)
      const answers = await Promise.allSettled(
        ['a', 'b', 'c'].map((title) =>
          api.proposals.save({ params, body: aProposalInput({ title, version: 1 }) }),
        ),
      )
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await api.proposals.edit({ params })).toMatchObject({ version: 2, requested_samples: [{}] })
    }))

  test('the audit log records what changed', () =>
    withServer(async (world) => {
      const { api, params, actor } = await emptyProposal(world)
      await api.proposals.save({ params, body: aProposalInput() })
      await api.proposals.save({ params, body: aProposalInput({ title: 'New' }) })
      const { before, after, user_id } = await world.db
        .selectFrom('audit_entries')
        .selectAll()
        .where('action', '=', 'proposal.save')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect({ before, after, user_id }).toEqual({
        before: { title: aProposalInput().title },
        after: { title: 'New' },
        user_id: actor.id,
      })
    }))
})

const addReport = (db: Db, proposal_id: number, user_id: number, status: ReportStatus) =>
  db
    .insertInto('reports')
    .values({ proposal_id, user_id, ...storedScores(status) })
    .execute()

function person() {
  return { first_name: 'A', last_name: 'B', email: 'a@example.org', affiliation: 'C' }
}

async function addEntries({ db }: TestServer, table: 'keywords' | 'analysis_methods', names: string[]) {
  const rows = await db
    .insertInto(table)
    .values(names.map((name) => ({ name })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
