import { describe, expect, test } from 'vitest'
import type { Fault } from '#domain/errors.ts'
import { aPerson, aProposer, aTerm, aUser, daysFrom } from '../builders/people.ts'
import { aProposalInput, aSavedProposal, aSubmittedProposal } from '../builders/proposals.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'

const office = async ({ ctx }: TestServer) => ctx(await aUser(ctx(), ['admin']))

const mailsOf = ({ db }: TestServer) =>
  db.selectFrom('mails').selectAll().where('kind', '=', 'proposal_submitted').orderBy('id').execute()

describe('submitting', () => {
  test('a complete proposal ends the unlocking and sends one mail to each participant', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const other = aPerson()
      const { actor, proposal_id } = await aSavedProposal(await office(world), {
        notice: { email: 'lead@example.org' },
        input: { proposal_collaborator: [other, aPerson({ email: 'Lead@Example.org' })] },
      })
      await world.db
        .updateTable('proposals')
        .set({ unlocked_until: daysFrom(world.services.clock(), 7) })
        .execute()
      const { api } = await world.as(actor)
      const params = { id: proposal_id }
      expect(await api.proposals.check({ params })).toBe(true)
      expect(await api.proposals.submit({ params })).toEqual({
        result: 1,
        message: 'The proposal has been submitted.',
      })
      expect(await api.proposals.edit({ params })).toMatchObject({ status: 2, is_unlocked: 0 })
      expect(await api.proposals.check({ params })).toBe(false)
      const mails = await mailsOf(world)
      expect(mails.map(({ recipients }) => recipients)).toEqual([['lead@example.org'], [other.email]])
      expect(mails[0]!.body).toContain(aProposalInput().title)
      expect(await api.proposals.submit({ params })).toMatchObject({
        result: 0,
        message: 'This proposal has already been submitted.',
      })
    }))

  test('names every missing required field', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const { actor, proposal_id } = await aProposer(await office(world), {
        proposal_title: 'T',
        proposal_abstract: '',
      })
      const { api } = await world.as(actor)
      const params = { id: proposal_id }
      expect(await api.proposals.check({ params })).toBe(false)
      const fault: Fault = await api.proposals.submit({ params }).then(
        () => expect.unreachable(),
        (f) => f,
      )
      expect(fault.errors).toEqual(
        Object.fromEntries(
          ['abstract', 'keywords', 'methods', 'samples', 'check_organization', 'check_collaborators'].map(
            (field) => [field, ['This field is required.']],
          ),
        ),
      )
      expect(await api.proposals.mine()).toMatchObject({ status: 0 })
      expect(await mailsOf(world)).toEqual([])
    }))

  test('is refused at the deadline, unless unlocked', () =>
    withServer(async (world) => {
      const term = await aTerm(world.ctx())
      const { actor, proposal_id } = await aSavedProposal(await office(world))
      world.at(term.proposals_close_at)
      const { api } = await world.as(actor)
      const params = { id: proposal_id }
      expect(await api.proposals.submit({ params })).toMatchObject({ result: 0 })
      await world.db
        .updateTable('proposals')
        .set({ unlocked_until: daysFrom(world.services.clock(), 7) })
        .execute()
      expect(await api.proposals.submit({ params })).toMatchObject({ result: 1 })
    }))

  test('twice at once submits once', () =>
    withParallelServer(async (world) => {
      await aTerm(world.ctx())
      const { actor, proposal_id } = await aSavedProposal(await office(world))
      const { api } = await world.as(actor)
      const answers = await Promise.all(
        [1, 2, 3].map(() => api.proposals.submit({ params: { id: proposal_id } })),
      )
      expect(answers.map(({ result }) => result).sort()).toEqual([0, 0, 1])
      expect(await mailsOf(world)).toHaveLength(1)
    }))
})

describe("the proposer's proposals", () => {
  test('list those of past terms that were saved, newest first', () =>
    withServer(async (world) => {
      const admin = await office(world)
      const { ctx, db } = world
      await aTerm(ctx(), { id: 5 })
      const first = await aSubmittedProposal(admin, { notice: { email: 'p@example.org' } })
      const endTermsBefore = (id: number) =>
        db.updateTable('terms').set({ is_current: false }).where('id', '<', id)
      await endTermsBefore(6).execute()
      await aTerm(ctx(), { id: 6 })
      await aProposer(admin, { email: 'p@example.org' })
      await endTermsBefore(7).execute()
      await aTerm(ctx(), { id: 7 })
      const { api } = await world.as(first.actor)
      expect(await api.proposals.mine()).toEqual({ status: 0, id: null })
      expect(await api.proposals.myAll()).toEqual([
        {
          id: first.proposal_id,
          term_id: 5,
          title: aProposalInput().title,
          shortAbstract: aProposalInput().abstract,
        },
      ])
      expect(await api.proposals.myOld({ params: { id: first.proposal_id } })).toMatchObject({ term_id: 5 })
      const present = await aSubmittedProposal(admin, { notice: { email: 'p@example.org' } })
      const notCreated = await db
        .selectFrom('proposals')
        .select('id')
        .where('term_id', '=', 6)
        .executeTakeFirstOrThrow()
      for (const id of [present.proposal_id, notCreated.id])
        await expect(api.proposals.myOld({ params: { id } })).rejects.toMatchObject({ kind: 'missing' })
    }))
})
