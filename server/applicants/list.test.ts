import { describe, expect, test } from 'vitest'
import { aNotice, aPerson, aTerm, aUser } from '../builders/people.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

/** One Notice of AO6 and three of AO7, oldest first, and a signed-in administrator. */
async function fourNotices({ ctx, as, db, at }: TestServer) {
  const now = new Date('2026-05-01T00:00:00Z')
  at(now)
  await aTerm(ctx(), { id: 6 })
  const past = await aNotice(ctx(), { first_name: 'Long', last_name: 'Ago' })
  await db.updateTable('terms').set({ is_current: false }).execute()
  await aTerm(ctx(), { id: 7 })
  const minutes = (count: number) => at(new Date(+now + count * 60_000))
  minutes(1)
  const oleg = await aNotice(ctx(), {
    first_name: 'Олег',
    last_name: 'Ким',
    email: 'oleg@institute.example',
    affiliation: 'Институт геохимии',
    proposal_title: 'Вода в зёрнах 50%',
    early_career: 1,
  })
  minutes(2)
  const zoe = await aNotice(ctx(), {
    first_name: 'Zoë',
    middle_name: 'Anaïs',
    last_name: "O'Brien",
    affiliation: 'Université de Genève',
    proposal_title: '=HYPERLINK("x")',
    collaborators: [
      aPerson({
        first_name: '山田',
        last_name: '太郎',
        email: 'yamada@tokyo.example',
        affiliation: '東京大学',
      }),
      aPerson({ first_name: 'Ana', last_name: 'Gómez', affiliation: 'Universidad' }),
    ],
  })
  minutes(3)
  const kim = await aNotice(ctx(), { first_name: 'ОЛЕГ', last_name: 'ким', email: 'OTHER@example.org' })
  const { api, request } = await as(await aUser(ctx(), ['admin']))
  return { past, oleg, zoe, kim, api: api.applicants, request }
}

describe('the applicant list', () => {
  test('is newest first, of all terms unless one is chosen', () =>
    withServer(async (world) => {
      const { api, past, oleg, zoe, kim } = await fourNotices(world)
      const ids = async (query?: object) => (await api.list({ query })).data.map(({ id }) => id)
      expect(await ids()).toEqual([kim, zoe, oleg, past])
      expect(await ids({ term_id: 7 })).toEqual([kim, zoe, oleg])
      expect(await ids({ per_page: 1, page: 2 })).toEqual([zoe])
      expect(await api.list({ query: { per_page: 3, page: 9 } })).toMatchObject({
        total: 4,
        last_page: 2,
        current_page: 2,
        data: [{ id: past }],
      })
    }))

  test('matches each filter anywhere in the text, ignoring case and accents', () =>
    withServer(async (world) => {
      const { api, zoe, oleg, kim } = await fourNotices(world)
      const cases: [field: string, value: string, expected: number[]][] = [
        ['name', 'zoe obrien', []],
        ['name', "O'BRIEN zoe", [zoe]],
        ['name', 'олег', [kim, oleg]],
        ['email', 'institute', [oleg]],
        ['affiliation', 'geneve UNIVERSITE', [zoe]],
        ['proposal_title', '50%', [oleg]],
        ['proposal_title', '5_%', []],
        ['proposal_title', '５０％', [oleg]],
        ['proposal_title', '％', [oleg]],
        ['proposal_title', '＿', []],
        ['proposal_title', '\\', []],
        ['collaborator_name', '太郎', [zoe]],
        ['collaborator_email', 'YAMADA@', [zoe]],
        ['collaborator_affiliation', '東京', [zoe]],
        ['early_career', '1', [oleg]],
        ['early_career', '', [kim, zoe, oleg]],
      ]
      for (const [field, value, expected] of cases) {
        const { data } = await api.list({ query: { term_id: 7, [field]: value } })
        expect(
          data.map(({ id }) => id),
          `${field} ${value}`,
        ).toEqual(expected)
      }
    }))

  test('with several filters matches all of them, and one collaborator must match all collaborator filters', () =>
    withServer(async (world) => {
      const { api, zoe } = await fourNotices(world)
      const matching = async (query: object) => (await api.list({ query })).data.map(({ id }) => id)
      expect(await matching({ name: 'zoe', collaborator_name: 'gomez' })).toEqual([zoe])
      expect(await matching({ name: 'oleg', collaborator_name: 'gomez' })).toEqual([])
      expect(await matching({ collaborator_name: 'gomez', collaborator_affiliation: '東京' })).toEqual([])
    }))

  test('by status: the checked ones; none checked matches nothing, an absent group everything', () =>
    withServer(async (world) => {
      const { api, request, zoe, oleg } = await fourNotices(world)
      await api.rejectNoMail({ params: { id: zoe } })
      await api.register({ params: { id: oleg } })
      const matching = async (query: string) =>
        (await request('GET', `/api/applicants?term=7&${query}`))
          .json()
          .data.map((row: { id: number }) => row.id)
      expect(await matching('status[]=1&status[]=2')).toEqual([zoe, oleg])
      expect(await matching('status=2')).toEqual([zoe])
      expect(await matching('status[]=')).toEqual([])
      expect(await matching('unknown=1')).toHaveLength(3)
      expect(await api.notRegisteredCount()).toBe(1)
    }))

  test('refuses a malformed query', () =>
    withServer(async (world) => {
      const { request } = await fourNotices(world)
      for (const query of [
        'status[]=x',
        'status[]=99999',
        'page=0',
        'per_page=101',
        'term_id=99999999999',
        'term_id=%20',
        'early_career=1.5',
        'early_career=40000',
        'name=%00',
        'name=a&name=b',
      ])
        expect((await request('GET', `/api/applicants?${query}`)).statusCode, query).toBe(400)
    }))
})

describe('the applicant detail', () => {
  test('has previous and next applicants of its own term, newest first', () =>
    withServer(async (world) => {
      const { api, past, oleg, zoe, kim } = await fourNotices(world)
      const neighbours = async (id: number) => {
        const { prevID, nextID } = await api.get({ params: { id } })
        return [prevID, nextID]
      }
      expect(await neighbours(kim)).toEqual([null, zoe])
      expect(await neighbours(zoe)).toEqual([kim, oleg])
      expect(await neighbours(oleg)).toEqual([zoe, null])
      expect(await neighbours(past)).toEqual([null, null])
    }))

  test('lists other applicants of the term with the same name or e-mail', () =>
    withServer(async (world) => {
      const { api, oleg, kim, zoe, past } = await fourNotices(world)
      // The same person in another call is no duplicate.
      await world.db
        .updateTable('applicants')
        .set({ first_name: 'Олег', last_name: 'Ким', email: 'oleg@institute.example' })
        .where('id', '=', past)
        .execute()
      expect(await api.get({ params: { id: oleg } })).toMatchObject({
        namesakes: [{ id: kim, shares: ['name'], status: 0 }],
      })
      const again = await aNotice(world.ctx(), { email: 'OLEG@institute.example' })
      expect((await api.get({ params: { id: oleg } })).namesakes).toMatchObject([
        { id: kim, shares: ['name'] },
        { id: again, shares: ['email'] },
      ])
      expect((await api.get({ params: { id: zoe } })).namesakes).toEqual([])
    }))
})

describe('the applicant CSV', () => {
  test('has all rows that match the filters, in UTF-8 and escaped against formula injection', () =>
    withServer(async (world) => {
      const { api, request } = await fourNotices(world)
      const address = await api.download({ query: { term_id: 7, per_page: 1 } })
      const reply = await request('GET', address)
      expect(reply.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
      expect(reply.headers['content-disposition']).toContain('attachment; filename="applicants.csv"')
      expect(reply.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
      const text = reply.rawPayload.subarray(3).toString()
      const lines = text.split('\r\n')
      expect(lines).toHaveLength(5)
      expect(lines.at(-1)).toBe('')
      expect(lines[0]).toMatch(/^ID,Term,Status,Application date,Name,/u)
      expect(lines[2]).toContain(`"'=HYPERLINK(""x"")"`)
      expect(lines[2]).toContain('山田 太郎 / 東京大学 (yamada@tokyo.example)\n')
      expect(lines[3]).toContain('Олег Ким')
      expect(lines[3]).toContain('Graduate student')
    }))

  test('is for the user who requested it, for ten minutes', () =>
    withServer(async (world) => {
      const { api, request } = await fourNotices(world)
      const other = await world.as(await aUser(world.ctx(), ['admin']))
      const address = await api.download()
      expect((await other.request('GET', address)).statusCode).toBe(404)
      expect((await world.visitor.request('GET', address)).statusCode).toBe(401)
      world.at('2026-05-01T00:12:59Z')
      expect((await request('GET', address)).statusCode).toBe(200)
      world.at('2026-05-01T00:13:00Z')
      expect((await request('GET', address)).statusCode).toBe(404)
    }))
})
