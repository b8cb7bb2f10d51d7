import { describe, expect, test } from 'vitest'
import { ENTRY_LISTS, type EntryList } from '#domain/masters/entries.ts'
import { aKeyword, aMethod, aTerm, aUser } from '../builders/people.ts'
import { aProposalInput, aSavedProposal } from '../builders/proposals.ts'
import { saveProposal } from '../proposals/service.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'

const LISTS = Object.keys(ENTRY_LISTS) as EntryList[]
const builders = { keywords: aKeyword, methods: aMethod }

async function office(world: TestServer) {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'], { first_name: 'Ann' })
  return { ctx: world.ctx(admin), ...(await world.as(admin)) }
}
/** A proposal with chosen entries and typed names. */
const proposal = (
  ctx: Awaited<ReturnType<typeof office>>['ctx'],
  list: EntryList,
  ids: number[],
  typed: string[],
) => aSavedProposal(ctx, { input: { [list]: ids, [`${list}_other`]: typed.map((name) => ({ name })) } })

/** The names that a proposal has of the list, in order. */
async function namesOf({ api }: Awaited<ReturnType<typeof office>>, list: EntryList, id: number) {
  const shown = await api.staff.get({ params: { id } })
  const all: { name: string; keyword_id?: number | null; analysis_method_id?: number | null }[] =
    shown[`selected_${list}`]
  return all.map((one) => `${one.name}${(one.keyword_id ?? one.analysis_method_id) ? '' : ' (typed)'}`)
}

describe.each(LISTS)('the list of %s', (list) => {
  test('is sorted, with the proposals that chose each entry', () =>
    withServer(async (world) => {
      const { ctx, api } = await office(world)
      const last = await builders[list](ctx, { name: 'Last', sort: 9 })
      const first = await builders[list](ctx, { name: 'First', sort: 1, hidden: true })
      const { proposal_id } = await proposal(ctx, list, [last], [])
      const { data, total } = await api[list].list()
      expect(total).toBe(2)
      expect(data).toEqual([
        { id: first, name: 'First', sort: 1, hidden: 1, version: 1, [`selected_${list}`]: [] },
        { id: last, name: 'Last', sort: 9, hidden: 0, version: 1, [`selected_${list}`]: [proposal_id] },
      ])
      expect(await api[list].get({ params: { id: last } })).toEqual(data[1])
    }))

  test('accepts a new entry, and reports errors by field', () =>
    withServer(async (world) => {
      const { api, request } = await office(world)
      expect(await api[list].add({ body: { name: ' Ice ', sort: '3' } })).toMatchObject({ result: 1 })
      const wrong = async (body: object) => (await request('POST', `/api/${list}/add`, body)).json().errors
      expect(await wrong({ name: '', sort: '1e3' })).toEqual({
        name: ['This field is required.'],
        sort: ['Only integer can be inputted in this form.'],
      })
      expect(await wrong({ name: 'x'.repeat(51), sort: 1 })).toEqual({
        name: ['This form is limited in 50 words.'],
      })
      expect(await wrong({ name: 'ICE', sort: 1 })).toEqual({
        name: [`This ${ENTRY_LISTS[list].noun} is already in the list.`],
      })
      expect((await api[list].list()).data.map(({ name, sort }) => [name, sort])).toEqual([['Ice', 3]])
    }))

  test('lets an entry be renamed and hidden, unless someone else saved it meanwhile', () =>
    withServer(async (world) => {
      const { ctx, api, request } = await office(world)
      const id = await builders[list](ctx, { name: 'Ice' })
      await builders[list](ctx, { name: 'Water' })
      const save = { params: { id }, body: { name: 'Ices', sort: 2, hidden: 1 as const, version: 1 } }
      expect(await api[list].save(save)).toMatchObject({ result: 1 })
      await expect(api[list].save(save)).rejects.toMatchObject({
        kind: 'stale',
        message: expect.stringContaining('was saved by Ann'),
      })
      const answer = await request('PUT', `/api/${list}/${id}`, { name: 'water', sort: 1, hidden: 0 })
      expect(Object.keys(answer.json().errors)).toEqual(['name'])
      const choices = list === 'keywords' ? api.masters.keywordChoices : api.masters.methodChoices
      expect((await choices()).map(({ label }) => label)).toEqual(['Water'])
    }))

  test('adopts a name that proposals typed, ignoring case, once per proposal', () =>
    withServer(async (world) => {
      const office_ = await office(world)
      const { ctx, api } = office_
      const two = await proposal(ctx, list, [], ['Ice', 'ice', 'Snow'])
      const one = await proposal(ctx, list, [], ['Ice'])
      expect(await api[list].notRegistered()).toEqual([
        { name: 'Ice', count: 2, proposals: [two.proposal_id, one.proposal_id] },
        { name: 'Snow', count: 1, proposals: [two.proposal_id] },
      ])
      await api[list].add({ body: { name: 'Ice', sort: null, adopt: true } })
      expect(await namesOf(office_, list, two.proposal_id)).toEqual(['Ice', 'Snow (typed)'])
      expect(await namesOf(office_, list, one.proposal_id)).toEqual(['Ice'])
      expect((await api[list].notRegistered()).map(({ name }) => name)).toEqual(['Snow'])
    }))

  test('adopts a typed name into an existing entry; typing the name of an entry chooses it', () =>
    withServer(async (world) => {
      const office_ = await office(world)
      const { ctx, api } = office_
      const early = await proposal(ctx, list, [], ['Ice'])
      const id = await builders[list](ctx, { name: 'ice' })
      const late = await proposal(ctx, list, [id], ['Ice', 'Snow'])
      expect(await namesOf(office_, list, late.proposal_id)).toEqual(['ice', 'Snow (typed)'])
      expect(await namesOf(office_, list, early.proposal_id)).toEqual(['Ice (typed)'])
      await api[list].add({ body: { name: 'Ice', sort: null, adopt: true } })
      expect(await namesOf(office_, list, early.proposal_id)).toEqual(['ice'])
      expect((await api[list].list()).total).toBe(1)
    }))
})

test('a name is adopted while proposals that type it are saved: none keeps the typed name', () =>
  withParallelServer(async (world) => {
    const office_ = await office(world)
    const { ctx, api } = office_
    const proposals = [await proposal(ctx, 'keywords', [], []), await proposal(ctx, 'keywords', [], ['Ice'])]
    const typing = { keywords_other: [{ name: 'Ice' }] }
    for (let round = 0; round < 8; round++) {
      await world.db
        .updateTable('proposal_keywords')
        .set({ keyword_id: null, keyword_other: 'Ice' })
        .execute()
      await world.db.deleteFrom('keywords').execute()
      await Promise.all([
        ...proposals.map((one) =>
          saveProposal(world.ctx(one.actor), one.proposal_id, aProposalInput(typing)),
        ),
        api.keywords.add({ body: { name: 'Ice', sort: null, adopt: true } }),
      ])
      for (const one of proposals)
        expect(await namesOf(office_, 'keywords', one.proposal_id)).toEqual(['Ice'])
    }
  }))

test('two administrators who add the same name at once add it once', () =>
  withParallelServer(async (world) => {
    const { api } = await office(world)
    const both = await Promise.allSettled(
      ['Ice', 'ice'].map((name) => api.keywords.add({ body: { name, sort: 1 } })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  }))
