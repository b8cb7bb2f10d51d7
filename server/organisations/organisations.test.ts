import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Fault } from '#domain/errors.ts'
import { anOrganisation } from '../builders/organisations.ts'
import { aNotice, aPerson, aTerm, aUser } from '../builders/people.ts'
import { aSavedProposal } from '../builders/proposals.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'

const TOKYO = '057zh3y96'

async function createOffice(world: TestServer) {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'], { first_name: 'Ann', last_name: 'Ek', affiliation: '' })
  return { office: world.ctx(admin), api: (await world.as(admin)).api.organisations }
}
type Api = Awaited<ReturnType<typeof createOffice>>['api']

const errorsOf = (saving: Promise<unknown>) =>
  saving.then(
    () => expect.unreachable(),
    (fault: Fault) => fault.errors,
  )
const spellingsOf = async (api: Api, id: number) =>
  (await api.get({ params: { id } })).spellings.map(({ spelling }) => spelling)
const keyOf = async ({ db }: TestServer, affiliation: string) =>
  (await sql<{ key: string }>`select organisation_key(${affiliation}) as key`.execute(db)).rows[0]!.key
const body = (name: string, more: { ror?: string; parent_id?: number | null | '' } = {}) => ({
  name,
  ror: '',
  parent_id: null,
  ...more,
})

describe('an organisation', () => {
  test('is added, saved under another name, and keeps the former one as a spelling', () =>
    withServer(async (world) => {
      const { api } = await createOffice(world)
      const { id: top = 0 } = await api.add({
        body: body('University of Tokyo', { ror: `https://ror.org/${TOKYO}` }),
      })
      const { id = 0 } = await api.add({ body: body('Department of Earth Science', { parent_id: top }) })
      const saved = await api.save({
        params: { id },
        body: { ...body('Earth Science', { parent_id: top }), version: 1 },
      })
      expect(saved).toEqual({ result: 1, message: 'Earth Science has been saved.', version: 2 })
      expect(await spellingsOf(api, id)).toEqual(['Earth Science', 'Department of Earth Science'])
      expect(await api.get({ params: { id: top } })).toMatchObject({
        ror: TOKYO,
        parent: null,
        parts: [{ id, name: 'Earth Science' }],
        version: 1,
      })
      expect((await api.list()).data).toEqual([
        {
          id,
          name: 'Earth Science',
          ror: null,
          parent: { id: top, name: 'University of Tokyo' },
          spellings: ['Earth Science', 'Department of Earth Science'],
          people: 0,
        },
        {
          id: top,
          name: 'University of Tokyo',
          ror: TOKYO,
          parent: null,
          spellings: ['University of Tokyo'],
          people: 0,
        },
      ])
      const stale = api.save({ params: { id }, body: { ...body('Earth'), version: 1 } })
      await expect(stale).rejects.toMatchObject({
        kind: 'stale',
        message: expect.stringContaining('by Ann Ek'),
      })
    }))

  test('says what is wrong, at its field', () =>
    withServer(async (world) => {
      const { api, office } = await createOffice(world)
      const top = await anOrganisation(office, {
        name: 'JAXA',
        ror: '059yx9a68',
        spellings: ['Space Agency'],
      })
      const middle = await anOrganisation(office, { name: 'ISAS', parent_id: top })
      const low = await anOrganisation(office, { name: 'Curation', parent_id: middle })
      const errors = (name: string, more = {}) => errorsOf(api.add({ body: body(name, more) }))
      expect(Object.keys((await errors(' '))!)).toEqual(['name'])
      expect(await errors('space  ÀGENCY')).toEqual({
        name: ['This is a spelling of JAXA: merge them, or remove it there.'],
      })
      expect(await errors('NASA', { ror: '059yx9a86' })).toEqual({
        ror: ['The check digits do not match: one of the nine characters is wrong.'],
      })
      expect(await errors('NASA', { ror: '059YX9A68' })).toEqual({ ror: ['JAXA has this ROR id.'] })
      expect(await errors('NASA', { parent_id: 2_000_000 })).toEqual({
        parent_id: ['This organisation does not exist.'],
      })
      const parent = (id: number, parent_id: number) =>
        errorsOf(api.save({ params: { id }, body: body('JAXA', { parent_id }) }))
      expect(await parent(top, low)).toEqual({
        parent_id: ['This organisation is a part of the one that you edit.'],
      })
      expect(await parent(top, top)).toEqual({ parent_id: ['An organisation cannot be a part of itself.'] })
    }))
})

describe('affiliations', () => {
  test('in use that are no spelling are listed with how many use them, folded, and with what is like them', () =>
    withServer(async (world) => {
      const { api, office } = await createOffice(world)
      await anOrganisation(office, { name: 'University of Tokyo', spellings: ['Tokyo University'] })
      await aUser(world.ctx(), ['panel'], { affiliation: 'The University of Tokyo' })
      await aUser(world.ctx(), ['panel'], { affiliation: 'UNIVERSITY OF TOKYO' })
      await aNotice(office, { ...aPerson({ affiliation: 'Univ. of  Tokyo' }), collaborators: [] })
      await aSavedProposal(office, {
        notice: aPerson({ affiliation: 'Université de Genève' }),
        input: {
          proposal_collaborator: [
            aPerson({ affiliation: 'universite de geneve' }),
            aPerson({ affiliation: 'Université de Genève' }),
          ],
        },
      })
      const { data, total } = await api.affiliations()
      expect(total).toBe(3)
      expect(
        data.map(({ suggestions, similar, ...row }) => ({
          ...row,
          like: suggestions.map(({ name }) => name),
          similar,
        })),
      ).toEqual([
        {
          affiliation: 'Université de Genève',
          users: 1,
          notices: 1,
          collaborators: 2,
          people: 4,
          like: [],
          similar: [],
        },
        {
          affiliation: 'The University of Tokyo',
          users: 1,
          notices: 0,
          collaborators: 0,
          people: 1,
          like: ['University of Tokyo'],
          similar: ['Univ. of  Tokyo'],
        },
        {
          affiliation: 'Univ. of  Tokyo',
          users: 0,
          notices: 1,
          collaborators: 0,
          people: 1,
          like: ['University of Tokyo'],
          similar: ['The University of Tokyo'],
        },
      ])
      expect(data[1]!.suggestions[0]).toMatchObject({ spelling: 'University of Tokyo' })
    }))

  test('are compared by their words where the database has no trigrams', () =>
    withServer(async (world) => {
      const { api, office } = await createOffice(world)
      await anOrganisation(office, { name: 'University of Tokyo' })
      await aUser(world.ctx(), ['panel'], { affiliation: 'The University of Tokyo' })
      await aUser(world.ctx(), ['panel'], { affiliation: 'Univ. Tokio' })
      await sql`drop extension pg_trgm cascade`.execute(world.db)
      const { data } = await api.affiliations({ query: { sort: 'affiliation' } })
      expect(
        data.map(({ affiliation, suggestions }) => [
          affiliation,
          suggestions.map(({ likeness }) => likeness),
        ]),
      ).toEqual([
        ['The University of Tokyo', [75]],
        ['Univ. Tokio', []],
      ])
    }))

  test('are merged into an organisation, all or none, and taken out again', () =>
    withServer(async (world) => {
      const { api, office } = await createOffice(world)
      const id = await anOrganisation(office, { name: 'Institute of Ices' })
      const other = await anOrganisation(office, { name: 'Institute of Salts' })
      await aUser(world.ctx(), ['panel'], { affiliation: 'Ices' })
      const merge = (...spellings: string[]) => api.addSpellings({ params: { id }, body: { spellings } })
      expect(await merge('Inst. Ices', 'institute of SALTS')).toEqual({
        result: 0,
        message: 'institute of SALTS is already a spelling of Institute of Salts.',
      })
      const { spelling_ids = [] } = await merge('Inst. Ices', 'Ices', 'ICES')
      expect(spelling_ids).toHaveLength(2)
      expect(await spellingsOf(api, id)).toEqual(['Institute of Ices', 'Ices', 'Inst. Ices'])
      expect((await api.get({ params: { id } })).people).toBe(1)
      expect(await keyOf(world, 'inst. ices')).toBe(`#${id}`)
      expect(await merge('ices')).toMatchObject({ result: 0 })
      const remove = (organisation: number, ids: number[]) =>
        api.removeSpellings({ params: { id: organisation }, body: { spelling_ids: ids } })
      await expect(remove(other, spelling_ids)).rejects.toMatchObject({ kind: 'missing' })
      expect(await remove(id, spelling_ids)).toEqual({
        result: 1,
        message: '2 spellings removed from Institute of Ices.',
      })
      expect(await keyOf(world, 'inst. ices')).toBe('inst. ices')
      const [name] = (await api.get({ params: { id } })).spellings
      expect(await remove(id, [name!.id])).toEqual({
        result: 0,
        message: 'Institute of Ices is the name of the organisation: change the name first.',
      })
    }))

  test('of a new organisation are its spellings from the start', () =>
    withServer(async (world) => {
      const { api, office } = await createOffice(world)
      await anOrganisation(office, { name: 'Institute of Salts' })
      const add = (...spellings: string[]) => api.add({ body: { ...body('Institute of Ices'), spellings } })
      expect(await add('Institute of Salts')).toMatchObject({ result: 0 })
      const { id = 0 } = await add('Ices', 'INSTITUTE of ices')
      expect(await spellingsOf(api, id)).toEqual(['Institute of Ices', 'Ices'])
    }))

  test('merged into two organisations at once belong to one', () =>
    withParallelServer(async (world) => {
      const { api, office } = await createOffice(world)
      const ids = [await anOrganisation(office, { name: 'A' }), await anOrganisation(office, { name: 'B' })]
      const answers = await Promise.all(
        ids.map((id) => api.addSpellings({ params: { id }, body: { spellings: ['Ices'] } })),
      )
      expect(answers.map(({ result }) => result).sort()).toEqual([0, 1])
    }))
})

describe('merging organisations', () => {
  test('gives spellings, parts and the ROR id to the other', () =>
    withServer(async (world) => {
      const { api, office } = await createOffice(world)
      const into = await anOrganisation(office, { name: 'JAXA' })
      const id = await anOrganisation(office, {
        name: 'Space Agency',
        ror: '059yx9a68',
        spellings: ['NASDA'],
      })
      const part = await anOrganisation(office, { name: 'ISAS', parent_id: id })
      expect(await api.merge({ params: { id }, body: { into } })).toEqual({
        result: 1,
        message: 'Space Agency has been merged into JAXA.',
      })
      expect(await api.get({ params: { id: into } })).toMatchObject({
        ror: '059yx9a68',
        parts: [{ id: part, name: 'ISAS' }],
      })
      expect(await spellingsOf(api, into)).toEqual(['JAXA', 'NASDA', 'Space Agency'])
      for (const affiliation of ['nasda', 'ISAS']) expect(await keyOf(world, affiliation)).toBe(`#${into}`)
      await expect(api.get({ params: { id } })).rejects.toMatchObject({ kind: 'missing' })
    }))

  test('is refused with itself, with what is below it, and where the registry knows two', () =>
    withServer(async (world) => {
      const { api, office } = await createOffice(world)
      const top = await anOrganisation(office, { name: 'JAXA', ror: '059yx9a68' })
      const middle = await anOrganisation(office, { name: 'ISAS', parent_id: top })
      const low = await anOrganisation(office, { name: 'Curation', parent_id: middle })
      const tokyo = await anOrganisation(office, { name: 'Tokyo', ror: TOKYO })
      const merge = async (id: number, into: number) =>
        (await api.merge({ params: { id }, body: { into } })).message
      expect(await merge(top, top)).toBe('Choose another organisation.')
      expect(await merge(top, low)).toBe('Curation is a part of JAXA: merge Curation into JAXA instead.')
      expect(await merge(top, tokyo)).toBe(
        'Both have a ROR id, so the registry knows them as two: JAXA and Tokyo.',
      )
      expect(await errorsOf(api.merge({ params: { id: top }, body: { into: 2_000_000 } }))).toEqual({
        into: ['This organisation does not exist.'],
      })
      expect((await api.remove({ params: { id: top } })).message).toBe(
        'ISAS is a part of it: choose another parent there first.',
      )
      expect(await merge(low, top)).toBe('Curation has been merged into JAXA.')
      expect((await api.remove({ params: { id: middle } })).message).toBe('ISAS has been deleted.')
      expect(await keyOf(world, 'ISAS')).toBe('isas')
    }))
})
