import { describe, expect, test } from 'vitest'
import { aPerson, aProposer, aTerm, aUser } from '../builders/people.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

const ana = aPerson({
  first_name: 'Ana',
  last_name: 'Gómez',
  email: 'ana@uni.example',
  affiliation: 'Universidad',
})

/** Proposers of AO6 and AO7; Åsa is in both, and Ana works with her and with Bo. */
async function createProposers({ ctx, as, db }: TestServer) {
  const office = await aUser(ctx(), ['admin'])
  await aTerm(ctx(), { id: 6 })
  const asa = {
    first_name: 'Åsa',
    last_name: 'Ek',
    email: 'asa@lund.example',
    affiliation: 'Lunds universitet',
  }
  const old = await aProposer(ctx(office), { ...asa, proposal_title: 'Old grains' })
  await db.updateTable('terms').set({ is_current: false }).execute()
  await aTerm(ctx(), { id: 7 })
  const now = await aProposer(ctx(office), {
    ...asa,
    proposal_title: 'New grains',
    early_career: 1,
    collaborators: [ana, aPerson({ last_name: 'Zander' })],
  })
  const bo = await aProposer(ctx(office), { first_name: 'Bo', last_name: 'Dahl', collaborators: [ana] })
  const cy = await aProposer(ctx(office), { first_name: 'Cy', last_name: 'ek' })
  await db.updateTable('proposals').set({ status: 1 }).where('id', '=', bo.proposal_id).execute()
  await db.updateTable('proposals').set({ status: 2 }).where('id', '=', now.proposal_id).execute()
  await db
    .updateTable('proposals')
    .set({ global_score: 4.5 })
    .where('id', 'in', [old.proposal_id, now.proposal_id])
    .execute()
  const panel = await as(await aUser(ctx(), ['panel']))
  return {
    old: old.proposal_id,
    now: now.proposal_id,
    bo: bo.proposal_id,
    cy: cy.proposal_id,
    asa: now.actor,
    ...panel,
  }
}

describe('the proposer list', () => {
  test('has a row per proposal of the term, by last name', () =>
    withServer(async (world) => {
      const { api, old, now, bo, cy, asa } = await createProposers(world)
      const found = async (query?: object) =>
        (await api.proposers.list({ query })).data.map(({ proposal_id }) => proposal_id)
      expect(await found()).toEqual([bo, old, now, cy])
      expect(await found({ term_id: 7 })).toEqual([bo, now, cy])
      const { data } = await api.proposers.list({ query: { term_id: 7, name: 'asa EK' } })
      expect(data).toEqual([
        {
          user_id: asa.id,
          name: 'Åsa Ek',
          email: 'asa@lund.example',
          affiliation: 'Lunds universitet',
          early_career: 1,
          status: 2,
          term_id: 7,
          proposal_id: now,
          title: 'New grains',
          proposal_collaborator: [
            expect.objectContaining({ name: 'Ana Gómez' }),
            expect.objectContaining({ last_name: 'Zander' }),
          ],
        },
      ])
    }))

  test('can be searched by each filter', () =>
    withServer(async (world) => {
      const { api, now, bo, cy } = await createProposers(world)
      const cases: [query: object, found: number[]][] = [
        [{ name: 'cy' }, [cy]],
        [{ email: 'LUND.' }, [now]],
        [{ affiliation: 'lunds' }, [now]],
        [{ collaborator_name: 'gomez' }, [bo, now]],
        [{ collaborator_email: 'ana@' }, [bo, now]],
        [{ collaborator_affiliation: 'universidad', affiliation: 'lund' }, [now]],
        [{ early_career: 1 }, [now]],
        [{ not_created: true, not_submitted: false, submitted: false }, [cy]],
        [{ not_submitted: 1 }, [bo]],
        [{ submitted: 'true', not_created: 'true' }, [now, cy]],
        [{ submitted: '0' }, []],
      ]
      for (const [query, found] of cases) {
        const { data, total } = await api.proposers.list({ query: { ...query, term_id: 7 } as never })
        expect(
          data.map(({ proposal_id }) => proposal_id),
          JSON.stringify(query),
        ).toEqual(found)
        expect(total).toBe(found.length)
      }
    }))

  test('has the same rows as CSV', () =>
    withServer(async (world) => {
      const { api, request, bo } = await createProposers(world)
      const address = await api.proposers.download({ query: { term_id: 7, not_submitted: true } })
      const [head, row, end] = (await request('GET', address)).body.split('\r\n')
      expect(head).toContain(
        'ID,Term,Name,E-mail,Affiliation,Early career,Status,Proposal ID,Title,Collaborators',
      )
      expect(row).toContain(`Not Submitted,${bo},`)
      expect(row).toContain('Ana Gómez / Universidad (ana@uni.example)')
      expect(end).toBe('')
    }))
})

describe('the proposer detail', () => {
  test('shows all proposals, newest term first', () =>
    withServer(async (world) => {
      const { api, asa, old, now } = await createProposers(world)
      expect(await api.proposers.get({ params: { id: asa.id } })).toEqual({
        user_id: asa.id,
        orcid: null,
        name: 'Åsa Ek',
        email: 'asa@lund.example',
        affiliation: 'Lunds universitet',
        created_proposal: [
          { id: now, term_id: 7, title: 'New grains', status: 2, global_score: 4.5 },
          { id: old, term_id: 6, title: 'Old grains', status: 0, global_score: 4.5 },
        ],
      })
    }))

  test('hides scores from staff who take part in the proposal', () =>
    withServer(async (world) => {
      const { asa, now } = await createProposers(world)
      const scores = async (email: string) => {
        const { api } = await world.as(await aUser(world.ctx(), ['panel'], { email }))
        const { created_proposal } = await api.proposers.get({ params: { id: asa.id } })
        return created_proposal.map(({ id, global_score }) => [id === now, global_score])
      }
      expect(await scores('ANA@uni.example')).toEqual([
        [true, null],
        [false, 4.5],
      ])
    }))

  test('is missing for a user who is not a proposer', () =>
    withServer(async (world) => {
      const { api } = await createProposers(world)
      const { id } = await aUser(world.ctx(), ['reviewer'])
      for (const other of [id, id + 1])
        await expect(api.proposers.get({ params: { id: other } })).rejects.toMatchObject({ kind: 'missing' })
    }))
})

describe('proposers and collaborators', () => {
  test('have a row per person and proposal, by last name', () =>
    withServer(async (world) => {
      const { api, old, now, bo, cy } = await createProposers(world)
      await world.db
        .insertInto('proposal_collaborators')
        .values({ ...ana, proposal_id: old, position: 0 })
        .execute()
      const { data, total } = await api.proposers.people({ query: { term_id: 7 } })
      expect(data.map(({ name, proposal_id }) => [name.split(' ')[0], proposal_id])).toEqual([
        ['Bo', bo],
        ['Åsa', now],
        ['Cy', cy],
        ['Ana', now],
        ['Ana', bo],
        ['Akari', now],
      ])
      expect(total).toBe(6)
      expect(data[3]).toMatchObject({ email: 'ana@uni.example', proposal_collaborator_id: [now, bo] })
      expect(data[0]).toMatchObject({ proposal_collaborator_id: [] })
      const everywhere = (await api.proposers.people({ query: { name: 'ana gomez' } })).data
      expect(everywhere[0]).toMatchObject({ proposal_id: old, proposal_collaborator_id: [old, now, bo] })
      expect((await api.proposers.people()).data.map(({ proposal_id }) => proposal_id)).toContain(old)
      const only = async (query: object) => (await api.proposers.people({ query })).total
      expect(await only({ name: 'ana gomez', term_id: 7 })).toBe(2)
      expect(await only({ affiliation: 'LUND' })).toBe(2)
      expect(await only({ email: 'asa@', term_id: 6 })).toBe(1)
    }))

  test('include everyone as CSV', () =>
    withServer(async (world) => {
      const { api, request, bo } = await createProposers(world)
      const address = await api.proposers.peopleDownload({ query: { term_id: 7, name: 'dahl' } })
      const lines = (await request('GET', address)).body.split('\r\n')
      expect(lines[1]).toContain(`AO7,${bo},`)
      expect(lines).toHaveLength(3)
    }))
})
