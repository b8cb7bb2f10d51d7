import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ROLES } from '#domain/access.ts'
import type { HitKind } from '#domain/search/rules.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aTerm, aUser, makeCurrent } from '../builders/people.ts'
import { aSavedProposal, aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { recordStatements } from '../testing/statements.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

/** The hits of an actor, as 'kind title'. */
const finder = (world: TestServer, actor: Actor) => async (q: string) => {
  const { api } = await world.as(actor)
  return (await api.search.find({ query: { q } })).map(({ kind, title }) => `${kind} ${title}`)
}
const kindsOf = (found: string[]) => [...new Set(found.map((line) => line.split(' ')[0] as HitKind))]

/** A submitted proposal of Haruto Sato with a collaborator and a reviewer, and a saved one of Lucía Peña. */
async function createProposalsAndUsers(world: TestServer) {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'], { first_name: 'Demo', last_name: 'Office' })
  const office = world.ctx(admin)
  const panel = await aUser(world.ctx(), ['panel'], { first_name: 'Pia', last_name: 'Panel' })
  const sato = await aSubmittedProposal(office, {
    notice: {
      first_name: 'Haruto',
      last_name: 'Sato',
      email: 'sato@hokuto.example.org',
      affiliation: 'Hokuto',
    },
    input: {
      title: 'Soluble organics 100% of Ryugu',
      proposal_collaborator: [
        { first_name: 'Zoë', last_name: 'Brønsted', email: 'zoe@example.org', affiliation: 'Elsewhere' },
      ],
    },
  })
  const pena = await aSavedProposal(office, {
    notice: { first_name: 'Lucía', last_name: 'Peña', email: 'pena@example.org' },
    input: { title: 'Phosphates' },
  })
  const reviewer = await aReviewer(world.ctx(), { first_name: 'Ulrike', last_name: 'Undisclosed' })
  return { admin, panel, office, sato, pena, reviewer }
}

describe('a search finds', () => {
  test('proposals by number, title and proposer, without case and accents, the exact number first', () =>
    withServer(async (world) => {
      const { admin, sato, pena } = await createProposalsAndUsers(world)
      const find = finder(world, admin)
      const title = `proposal ${sato.proposal_id}: Soluble organics 100% of Ryugu`
      expect((await find(String(sato.proposal_id)))[0]).toBe(title)
      expect((await find(`#${sato.proposal_id}`))[0]).toBe(title)
      expect(await find('ORGANICS solu')).toContain(title)
      for (const q of ['sato organics', 'organics ha', 'to organics 1', 'ru to 0%'])
        expect(await find(q)).toContain(title)
      expect(await find('organics phosphates')).toEqual([])
      expect(await find('pena')).toContain(`proposal ${pena.proposal_id}: Phosphates`)
    }))

  test('proposals that contain the text in title or proposer’s name, in one order by number', () =>
    withServer(async (world) => {
      const { admin, office } = await createProposalsAndUsers(world)
      const marten = { last_name: 'Marten' }
      await aSavedProposal(office, { notice: marten, input: { title: 'Clasts' } })
      await aSavedProposal(office, { notice: marten, input: { title: 'Dust' } })
      await aSavedProposal(office, { input: { title: 'Of martens' } })
      await aSavedProposal(office, { notice: marten, input: { title: 'Echoes' } })
      // Short texts use another statement.
      for (const q of ['marten', 'rt']) {
        const found = (await finder(world, admin)(q)).filter((line) => line.startsWith('proposal'))
        expect(found.map((line) => line.replace(/^.*: /u, ''))).toEqual([
          'Clasts',
          'Dust',
          'Of martens',
          'Echoes',
        ])
      }
    }))

  test('% and _ as ordinary characters', () =>
    withServer(async (world) => {
      const { admin } = await createProposalsAndUsers(world)
      const find = finder(world, admin)
      expect(kindsOf(await find('100%'))).toEqual(['proposal'])
      expect(await find('1%0')).toEqual([])
      expect(await find('s_to')).toEqual([])
    }))

  test('people in each of their roles, for viewers who may see them', () =>
    withServer(async (world) => {
      const { admin, panel } = await createProposalsAndUsers(world)
      const asOffice = finder(world, admin)
      const asPanel = finder(world, panel)
      const office = await asOffice('sato')
      expect(kindsOf(office)).toEqual(['proposal', 'applicant', 'proposer', 'user'])
      expect(kindsOf(await asPanel('sato'))).toEqual(['proposal', 'proposer'])
      expect(await asOffice('Haruto Sato').then(([first]) => first)).toBe('applicant Haruto Sato')
      for (const find of [asOffice, asPanel]) {
        expect(await find('bronsted')).toEqual(['collaborator Zoë Brønsted'])
        expect(await find('undisclosed')).toContain('reviewer Ulrike Undisclosed')
      }
      expect(await asPanel('Demo Office')).toEqual([])
      expect(await asOffice('demo office')).toEqual(['user Demo Office'])
    }))

  test('samples, calls and screens', () =>
    withServer(async (world) => {
      const { admin, panel } = await createProposalsAndUsers(world)
      await aSample(world.ctx(), { name: 'A9131' })
      for (const actor of [admin, panel]) {
        const find = finder(world, actor)
        expect(await find('a9131')).toEqual(['sample A9131'])
        expect(await find('AO7')).toEqual(['term AO7'])
        expect(await find('AO8')).toEqual([])
        expect(await find('proposal reviewers')).toEqual(['screen Proposal Reviewers List'])
      }
      expect(await finder(world, admin)('audit log')).toEqual(['screen Audit log'])
      expect(await finder(world, panel)('audit log')).toEqual([])
    }))

  test('nothing for an empty text, and at most twenty', () =>
    withServer(async (world) => {
      const { admin } = await createProposalsAndUsers(world)
      for (let i = 0; i < 30; i++) await aSample(world.ctx(), { name: `Zz${i}` })
      const find = finder(world, admin)
      expect(await find('   ')).toEqual([])
      expect(await find('zz')).toHaveLength(20)
    }))
})

/** More than the selective search ranks. */
const MANY = 230
/** SQL: MANY names that contain the word. */
const many = (word: string) =>
  sql`'U' as first_name, ${word}::text || lpad(n::text, 3, '0') as last_name, ${word}::text || n || '@example.org' as email
    from generate_series(1, ${MANY}::int) as n`
const numbered = (word: string, from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `${word}${String(from + i).padStart(3, '0')}`)

describe('with more matches than are ranked, a search finds', () => {
  test('people: names that begin with the text first, then the rest by name, in each of their roles', () =>
    withServer(async (world) => {
      const { panel } = await createProposalsAndUsers(world)
      await sql`insert into users (first_name, last_name, email, affiliation, is_proposer, is_reviewer)
        select first_name, last_name, 'x' || email, '', true, n = 207 from (select n, ${many('loam')}) as u`.execute(
        world.db,
      )
      await sql`insert into users (first_name, last_name, email, affiliation, is_proposer)
        values ('Loam', 'Zz', 'z@example.org', '', true), ('Loam', 'Aa', 'a@example.org', '', true)`.execute(
        world.db,
      )
      expect(await finder(world, panel)('LOAM')).toEqual([
        ...['proposer Loam Aa', 'proposer Loam Zz', ...numbered('proposer U loam', 1, 17)],
        'reviewer U loam207',
      ])
      expect(await finder(world, panel)('oam u')).toEqual([
        ...numbered('proposer U loam', 1, 19),
        'reviewer U loam207',
      ])
    }))

  test('collaborators, notices and samples in the order of their lists', () =>
    withServer(async (world) => {
      const { admin, panel, sato } = await createProposalsAndUsers(world)
      await sql`insert into proposal_collaborators (proposal_id, position, first_name, last_name, email, affiliation)
        select ${sato.proposal_id}::int, 10 + n, first_name, last_name, email, '' from (select n, ${many('sand')}) as c`.execute(
        world.db,
      )
      await sql`insert into applicants (first_name, last_name, email, affiliation, term_id, early_career, proposal_title,
          proposal_abstract, status, created_at)
        select first_name, last_name, 'x' || email, '', 7, 0, '', '', 0, now() - n * interval '1 hour'
        from (select n, ${many('clay')}) as a`.execute(world.db)
      await sql`insert into samples (db_type, sample_type, name, weight, size, chamber)
        select 1, 0, 'X' || last_name, 1, 1, 1 from (select n, ${many('silt')}) as s`.execute(world.db)
      expect(await finder(world, panel)('sand')).toEqual(numbered('collaborator U sand', 1, 20))
      expect(await finder(world, admin)('clay')).toEqual(numbered('applicant U clay', 1, 20))
      expect(await finder(world, panel)('silt')).toEqual(numbered('sample Xsilt', 1, 20))
    }))

  test('proposals: the number, titles that begin with the text, then those that contain it in title or name', () =>
    withServer(async (world) => {
      const { panel, sato } = await createProposalsAndUsers(world)
      await sql`insert into users (first_name, last_name, email, affiliation, is_proposer)
        select first_name, last_name, email, '', true from (select n, ${many('dune')}) as u`.execute(world.db)
      const { rows } = await sql<{
        id: number
      }>`insert into proposals (user_id, term_id, status, early_career, title)
        select id, 7, 1, 0, 'Of grit ' || ${sato.proposal_id}::int from users where last_name like 'dune%' order by id
        returning id`.execute(world.db)
      const [first, second, third] = rows.map(({ id }) => id) as [number, number, number]
      const titled = (id: number, title: string) =>
        world.db.updateTable('proposals').set({ title }).where('id', '=', id).execute()
      await titled(second, 'Dust')
      await world.db
        .updateTable('users')
        .set({ first_name: 'Grit' })
        .where('email', '=', 'dune2@example.org')
        .execute()
      await titled(third, 'Grit')
      await titled(rows.at(-1)!.id, 'Grits')
      const found = await finder(world, panel)('grit')
      expect(found.slice(0, 4).map((line) => line.replace(/^proposal /u, ''))).toEqual([
        `${third}: Grit`,
        `${rows.at(-1)!.id}: Grits`,
        `${first}: Of grit ${sato.proposal_id}`,
        `${second}: Dust`,
      ])
      expect(found).toHaveLength(20)
      const exact = await finder(world, panel)(String(sato.proposal_id))
      expect(exact[0]).toBe(`proposal ${sato.proposal_id}: Soluble organics 100% of Ryugu`)
      expect(exact).toHaveLength(20)
    }))
})

describe('a reviewer', () => {
  test('finds the proposals of their own reports as in the list, and no others', () =>
    withServer(async (world) => {
      const { office, sato, reviewer } = await createProposalsAndUsers(world)
      const find = finder(world, reviewer)
      const line = `assigned ${sato.proposal_id}: Soluble organics 100% of Ryugu`
      expect(await find('organics')).toEqual([])
      const report = await aReport(office, { proposal_id: sato.proposal_id, reviewer, status: 0 })
      expect(await find('organics')).toEqual([])
      await world.db.updateTable('reports').set({ status: 2 }).where('id', '=', report).execute()
      for (const q of ['organics', 'sato', String(sato.proposal_id)]) expect(await find(q)).toContain(line)
      for (const q of ['pena', 'phosphates', 'bronsted', 'hokuto', 'undisclosed'])
        expect(await find(q)).toEqual([])
      const other = await aReviewer(world.ctx())
      expect(await finder(world, other)('organics')).toEqual([])
    }))
})

describe('a proposer', () => {
  test('finds their own proposals and samples that can be requested', () =>
    withServer(async (world) => {
      const { office, sato, pena } = await createProposalsAndUsers(world)
      const free = await aSample(world.ctx(), { name: 'Free1' })
      const taken = await aSample(world.ctx(), { name: 'Free2' })
      await anAssignment(office, 1, [{ sample_id: taken.id, proposal_id: sato.proposal_id }], {
        confirmed: true,
      })
      const find = finder(world, pena.actor)
      expect(await find('phosphates')).toEqual([`own ${pena.proposal_id}: Phosphates`])
      expect(await find('ao7')).toEqual([`own ${pena.proposal_id}: Phosphates`])
      expect(await find('free')).toEqual([`sample ${free.name}`, `sample ${taken.name}`])
      const sample = async () =>
        (await (await world.as(pena.actor)).api.search.find({ query: { q: 'free' } }))[0]
      expect((await sample())?.href).toBe(`/proposals/edit/${pena.proposal_id}?field=samples`)
      for (const q of ['organics', 'sato', 'undisclosed', 'office', String(sato.proposal_id)])
        expect(await find(q)).not.toContain(expect.stringMatching(/organics|Sato|Undisclosed|Office/u))
      expect(await find('organics')).toEqual([])
      await aTerm(world.ctx(), { id: 8, is_current: false })
      await makeCurrent(world.ctx(), 8)
      const [own] = await (await world.as(pena.actor)).api.search.find({ query: { q: 'phosphates' } })
      expect(own?.href).toBe(`/proposals/oldProposal/${pena.proposal_id}`)
      expect((await sample())?.href).toBe('/proposals/myproposal')
      expect(await find('free')).toEqual([`sample ${free.name}`])
    }))
})

describe('staff with a conflict', () => {
  test('find the proposal, but not its reviewers', () =>
    withServer(async (world) => {
      const { office, sato, reviewer, panel } = await createProposalsAndUsers(world)
      await aReport(office, { proposal_id: sato.proposal_id, reviewer })
      await aConflict(world.ctx(panel), { proposal_id: sato.proposal_id })
      const { api } = await world.as(panel)
      const [found] = await api.search.find({ query: { q: 'organics' } })
      expect(found).toMatchObject({ kind: 'proposal', note: 'Haruto Sato, AO7' })
      expect(await finder(world, panel)('undisclosed')).toEqual(['reviewer Ulrike Undisclosed'])
      // A former reviewer is listed only because of their reports.
      await world.db.updateTable('users').set({ is_reviewer: false }).where('id', '=', reviewer.id).execute()
      expect(await finder(world, panel)('undisclosed')).toEqual([])
      const free = await aUser(world.ctx(), ['panel'])
      expect(await finder(world, free)('undisclosed')).toEqual(['reviewer Ulrike Undisclosed'])
    }))
})

describe('the words of a text', () => {
  test('are at most eight: what follows the seventh is found as it is written', () =>
    withServer(async (world) => {
      const { admin, office } = await createProposalsAndUsers(world)
      const title = 'One two three four five six seven eight nine ten'
      const { proposal_id } = await aSavedProposal(office, { input: { title } })
      const find = finder(world, admin)
      const proposal = `proposal ${proposal_id}: ${title}`
      for (const q of [title, 'seven six five four three two one eight nine', 'ten nine eight seven six'])
        expect(await find(q), q).toContain(proposal)
      expect(await find('one two three four five six seven nine eight')).toEqual([])
    }))

  test('change nothing about the statements, of which each role has a few', () =>
    withServer(async (world) => {
      await createProposalsAndUsers(world)
      const texts = ['x', '63', 'sato', 'sato or', 'ao7', '% _', '\u5c71 a', 'dust'.repeat(50)]
      for (const indexed of [0, 1, 2, 5, 9, 20])
        for (const short of [0, 1, 2, 5, 9, 20]) texts.push('abc '.repeat(indexed) + 'o '.repeat(short))
      for (const role of ROLES) {
        const { api } = await world.as(await aUser(world.ctx(), [role]))
        const statements = await recordStatements(world, async () => {
          for (const q of texts) await api.search.find({ query: { q } })
        })
        expect([role, new Set(statements).size]).toEqual([role, expect.toSatisfy((count) => count <= 8)])
      }
    }))
})

test('every single role finds only screens that it may open', () =>
  withServer(async (world) => {
    await createProposalsAndUsers(world)
    for (const role of ROLES) {
      const { api, request } = await world.as(await aUser(world.ctx(), [role]))
      const found = await api.search.find({ query: { q: 'a' } })
      expect([role, found.filter(({ kind }) => kind === 'screen').length > 0]).toEqual([role, true])
      expect((await request('GET', '/api/search?q=%00')).statusCode).toBe(400)
    }
    expect((await world.visitor.request('GET', '/api/search?q=a')).statusCode).toBe(401)
  }))

describe('what was opened last', () => {
  const openedBy = async (world: TestServer, actor: Actor, ...of: string[]) =>
    (await (await world.as(actor)).api.search.opened({ query: { of } })).map(({ title, href }) => [
      title,
      href,
    ])

  test('is shown again, in its order, to those who may open it now', () =>
    withServer(async (world) => {
      const { admin, panel, office, sato, reviewer } = await createProposalsAndUsers(world)
      const report = await aReport(office, { proposal_id: sato.proposal_id, reviewer, status: 1 })
      const keys = [
        `user:${panel.id}`,
        `proposal:${sato.proposal_id}`,
        `reviewer:${reviewer.id}`,
        `assigned:${report}`,
        'proposal:2000000',
        'proposal:x',
        'secret:1',
      ]
      const title = `${sato.proposal_id}: Soluble organics 100% of Ryugu`
      const proposal = [title, `/proposals/detail/${sato.proposal_id}`]
      const person = ['Ulrike Undisclosed', `/reviewers/detail/${reviewer.id}`]
      expect(await openedBy(world, admin, ...keys)).toEqual([
        ['Pia Panel', `/users/detail/${panel.id}`],
        proposal,
        person,
      ])
      expect(await openedBy(world, panel, ...keys)).toEqual([proposal, person])
      expect(await openedBy(world, reviewer, ...keys)).toEqual([[title, `/reports/detail/${report}`]])
      expect(await openedBy(world, sato.actor, ...keys)).toEqual([])
      await world.db.updateTable('reports').set({ status: 0 }).where('id', '=', report).execute()
      expect(await openedBy(world, reviewer, ...keys)).toEqual([])
    }))

  test('leaves out a former reviewer whom only a report in conflict lists', () =>
    withServer(async (world) => {
      const { office, sato, reviewer, panel, admin } = await createProposalsAndUsers(world)
      await aReport(office, { proposal_id: sato.proposal_id, reviewer })
      await aConflict(world.ctx(panel), { proposal_id: sato.proposal_id })
      await world.db.updateTable('users').set({ is_reviewer: false }).where('id', '=', reviewer.id).execute()
      expect(await openedBy(world, panel, `reviewer:${reviewer.id}`)).toEqual([])
      expect(await openedBy(world, admin, `reviewer:${reviewer.id}`)).toHaveLength(1)
    }))
})

describe('actions', () => {
  test('are offered by role', () =>
    withServer(async (world) => {
      const { admin, panel, reviewer } = await createProposalsAndUsers(world)
      expect(await finder(world, admin)('new call')).toEqual(['action New call'])
      expect(await finder(world, panel)('new call')).toEqual([])
      expect(await finder(world, admin)('assign rev')).toEqual([
        'action Assign Reviewers',
        'screen Assign Reviewers',
      ])
      expect(await finder(world, panel)('assign rev')).toEqual(['screen Assign Reviewers'])
      expect(await finder(world, reviewer)('confirm')).toEqual(['action Confirm my reviewer profile'])
    }))
})
