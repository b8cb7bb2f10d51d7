import { describe, expect, test } from 'vitest'
import type { DeliveryFilter } from '#domain/web_hooks/contract.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aPiece } from '../builders/pieces.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { anAnsweredResult } from '../builders/results.ts'
import { aSample } from '../builders/samples.ts'
import { aFailedDelivery, aWebHook, aWebHookInput } from '../builders/web_hooks.ts'
import { of, only, resultScene } from '../testing/result_scene.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { announce } from './announce.ts'
import { addHook, retryDeliveries, saveHook } from './service.ts'
import { sendNext } from './worker.ts'

const ALL = [
  'proposal.submitted',
  'proposal.submission_cancelled',
  'allocation.confirmed',
  'allocation.confirmation_cancelled',
  'result.released',
  'piece.moved',
] as const

async function createScene(world: TestServer) {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const office = world.ctx(admin)
  return { admin, office, ...(await world.as(admin)) }
}

const eventsIn = ({ db }: TestServer) =>
  db.selectFrom('web_hook_deliveries').select(['event', 'data', 'proposal_id']).orderBy('id').execute()

describe('a web hook', () => {
  test('is sent what was submitted, confirmed, and is confirmed no more, with ids and addresses alone', () =>
    withServer(async (world) => {
      const { office, api } = await createScene(world)
      await aWebHook(office, { events: [...ALL] })
      const { proposal_id } = await aSubmittedProposal(office)
      const { id: sample_id } = await aSample(office)
      await api.allocation.save({ body: [{ sample_id, proposal_id }] })
      await api.allocation.confirm({ body: [{ sample_id, proposal_id }] })
      const { id: main_key } = await world.db.selectFrom('assignments').select('id').executeTakeFirstOrThrow()
      await api.allocation.cancel({ params: { main_key } })
      await api.staff.cancel({ params: { id: proposal_id } })
      const { term_id } = await world.db.selectFrom('proposals').select('term_id').executeTakeFirstOrThrow()
      const { baseUrl } = world.services.config
      const ofProposal = { term_id, proposal_id, url: `${baseUrl}/proposals/detail/${proposal_id}` }
      const ofSamples = {
        ...{ term_id, proposal_id, sample_ids: [sample_id] },
        url: `${baseUrl}/samples/assigned?term_id=${term_id}`,
      }
      expect(await eventsIn(world)).toEqual([
        { event: 'proposal.submitted', data: ofProposal, proposal_id },
        { event: 'allocation.confirmed', data: ofSamples, proposal_id },
        { event: 'allocation.confirmation_cancelled', data: ofSamples, proposal_id },
        { event: 'proposal.submission_cancelled', data: ofProposal, proposal_id },
      ])
    }))

  test('is sent results as they are released and corrected', () =>
    withServer(async (world) => {
      const { office, asOffice } = await resultScene(world)
      await aWebHook(office, { events: ['result.released', 'result.corrected'] })
      const { proposal_id, term_id } = await anAnsweredResult(office)
      const added = await aSample(office)
      const correction = { correction: 'One was missing.', remove: [], add: [added.id] }
      await asOffice.api.results.correct({ ...of(proposal_id), body: correction })
      expect(await eventsIn(world)).toHaveLength(1)
      await asOffice.api.results.release(only(proposal_id))
      const data = {
        ...{ term_id, proposal_id, answer_by: expect.stringMatching(/^2026-\d\d-\d\d$/u) },
        url: `${world.services.config.baseUrl}/proposals/detail/${proposal_id}`,
      }
      expect(await eventsIn(world)).toEqual([
        { event: 'result.released', data: { ...data, edition: 1 }, proposal_id },
        { event: 'result.corrected', data: { ...data, edition: 2 }, proposal_id },
      ])
    }))

  test('is sent where a piece is put and what it loses, and nothing when both stay the same', () =>
    withServer(async (world) => {
      const { office } = await createScene(world)
      const { address, sample_id } = await aPiece(office, { weight: 1 })
      await aWebHook(office, { events: ['piece.moved'] })
      const { api } = await world.as(await aUser(world.ctx(), ['curation']))
      const params = { address }
      await api.pieces.place({ params, body: { place: 'N1-1', version: 1 } })
      await api.pieces.place({ params, body: { place: 'N1-1', version: 1 } })
      await api.pieces.loss({ params, body: { amount: 2, reason: 'Spilt', version: 1 } })
      const data = { piece: address, sample_id, url: `${world.services.config.baseUrl}/pieces/${address}` }
      expect(await eventsIn(world)).toEqual([
        { event: 'piece.moved', data: { ...data, event: null, kind: 'place' }, proposal_id: null },
        { event: 'piece.moved', data: { ...data, event: 2, kind: 'loss' }, proposal_id: null },
      ])
    }))

  test('is sent nothing of what is rolled back, or of what it does not want', () =>
    withServer(async (world) => {
      const { office } = await createScene(world)
      await aWebHook(office, { events: ['piece.moved'] })
      await aSubmittedProposal(office)
      const event = {
        type: 'piece.moved',
        data: { piece: 'abcdefghjkmn', sample_id: null, event: 1, kind: 'move' },
      } as const
      await office
        .write(async (tx) => {
          await announce(tx, event)
          tx.refuse('Not now.')
        })
        .catch(() => {})
      expect(await eventsIn(world)).toEqual([])
    }))

  test('never shows its secret again, nor in audit log or mails', () =>
    withServer(async (world) => {
      const { office, request, api } = await createScene(world)
      const { id, secret } = await aWebHook(office)
      const rotated = await api.webHooks.rotate({ params: { id }, body: { at_once: false } })
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u)
      expect(rotated.secret).not.toBe(secret)
      await api.webHooks.save({ params: { id }, body: aWebHookInput({ name: 'Vault' }) })
      await aFailedDelivery(office, id)
      const texts = [
        ...(await Promise.all(
          ['', `/${id}`, '/deliveries'].map(
            async (path) => (await request('GET', `/api/web_hooks${path}`)).body,
          ),
        )),
        JSON.stringify(await world.db.selectFrom('audit_entries').selectAll().execute()),
        JSON.stringify(await world.db.selectFrom('mails').selectAll().orderBy('id').execute()),
        JSON.stringify(await world.db.selectFrom('web_hook_deliveries').selectAll().orderBy('id').execute()),
      ]
      for (const text of texts) expect(text).not.toContain('whsec_')
    }))

  test.each([
    ['http://data.example.org/', 'The address must begin with https://.'],
    ['https://127.0.0.1/', /not public/u],
    ['https://localhost/', /not public/u],
    ['https://[::ffff:10.0.0.1]/', /not public/u],
  ])('cannot be added at %s, nor moved there', (url, why) =>
    withServer(async (world) => {
      const { office, api } = await createScene(world)
      const { id } = await aWebHook(office)
      const refused = { errors: { url: [expect.stringMatching(why)] } }
      const body = aWebHookInput({ url })
      await expect(api.webHooks.add({ body })).rejects.toMatchObject(refused)
      await expect(api.webHooks.save({ params: { id }, body })).rejects.toMatchObject(refused)
    }),
  )

  test('is not sent results of proposals with which whoever entered its address has a conflict', () =>
    withServer(async (world) => {
      const { office, admin } = await createScene(world)
      const other = world.ctx(await aUser(world.ctx(), ['admin']))
      const own = await aWebHook(office, { events: ['result.released', 'proposal.submitted'] })
      const theirs = await aWebHook(other, { events: ['result.released'] })
      const { proposal_id } = await aSubmittedProposal(office)
      await aConflict(office, { user_id: admin.id, proposal_id })
      await other.write(async (tx) => {
        tx.skipAudit('An event of a test.')
        const data = { term_id: 7, proposal_id, edition: 1, answer_by: null }
        await announce(tx, { type: 'result.released', data })
      })
      const rows = await world.db
        .selectFrom('web_hook_deliveries')
        .select(['hook_id', 'event'])
        .orderBy('id')
        .execute()
      expect(rows).toEqual([
        { hook_id: own.id, event: 'proposal.submitted' },
        { hook_id: theirs.id, event: 'result.released' },
      ])
    }))

  test('is not sent them either when its address was entered after they were queued, or the conflict declared', () =>
    withServer(async (world) => {
      const { admin, office } = await createScene(world)
      const other = world.ctx(await aUser(world.ctx(), ['admin']))
      const { id } = await aWebHook(other, { events: ['result.released'] })
      const { proposal_id } = await aSubmittedProposal(office)
      await aConflict(office, { user_id: admin.id, proposal_id })
      await other.write(async (tx) => {
        tx.skipAudit('An event of a test.')
        const data = { term_id: 7, proposal_id, edition: 1, answer_by: null }
        await announce(tx, { type: 'result.released', data })
      })
      const moved = { ...aWebHookInput({ events: ['result.released'] }), url: 'https://93.184.215.15/hook' }
      await saveHook(office, id, { ...moved, version: 1 })
      const states = () => world.db.selectFrom('web_hook_deliveries').select(['state', 'tries']).execute()
      expect(await sendNext(world.services)).toBeNull()
      expect(await states()).toEqual([{ state: 'failed', tries: 0 }])
      // Sending it again does not help.
      await retryDeliveries(other, { hook_id: id } as DeliveryFilter)
      expect(await sendNext(world.services)).toBeNull()
      expect(await states()).toEqual([{ state: 'failed', tries: 0 }])
    }))

  test('hides rows and counts about a proposal from who has a conflict with it, also in the to-do list', () =>
    withServer(async (world) => {
      const { office } = await createScene(world)
      const { id } = await aWebHook(office, { events: ['proposal.submitted'] })
      const { proposal_id } = await aSubmittedProposal(office)
      const delivery = await world.db
        .updateTable('web_hook_deliveries')
        .set({ state: 'failed' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const conflicted = await aUser(world.ctx(), ['admin'])
      await aConflict(office, { user_id: conflicted.id, proposal_id })
      const { api } = await world.as(conflicted)
      expect(await api.webHooks.deliveries()).toMatchObject({ total: 0, data: [] })
      expect(await api.webHooks.get({ params: { id } })).toMatchObject({ failed: 0, waiting: 0 })
      const { todo } = await api.callState.get()
      expect(todo.map(({ key }) => key)).not.toContain('hook_deliveries')
      await expect(api.webHooks.retry({ params: { id: delivery.id }, body: {} })).rejects.toMatchObject({
        kind: 'missing',
      })
      expect(await api.webHooks.retry({ params: { id: 'all' }, body: {} })).toMatchObject({ result: 0 })
      expect((await office.db.selectFrom('web_hook_deliveries').select('state').execute())[0]!.state).toBe(
        'failed',
      )
    }))

  test('is one of twenty at most', () =>
    withServer(async (world) => {
      const { office } = await createScene(world)
      for (let n = 0; n < 20; n++) await addHook(office, aWebHookInput())
      await expect(addHook(office, aWebHookInput())).rejects.toThrow(/20 web hooks already/u)
    }))
})
