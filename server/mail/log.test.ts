import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import type { Mail } from '../platform/outbox/queries.ts'
import { createConflictedUser } from '../testing/allocation.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

/** Creates a mail in the outbox in this state; returns its id. */
async function aMail(
  { ctx, db }: TestServer,
  mail: Partial<Mail> = {},
  state: 'waiting' | 'sent' | 'failed' = 'failed',
) {
  await ctx().write(async (tx) => {
    tx.skipAudit('A mail alone.')
    await tx.mail({
      kind: 'group_mail',
      recipients: ['bo@example.org'],
      subject: 'News',
      body: 'Hello',
      ...mail,
    })
  })
  const { id } = await db
    .selectFrom('mails')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  const done = {
    state,
    tries: state === 'waiting' ? 0 : 10,
    last_error: state === 'failed' ? 'mailbox full' : null,
  }
  await db.updateTable('mails').set(done).where('id', '=', id).execute()
  return id
}

const stateOf = ({ db }: TestServer, id: number) =>
  db.selectFrom('mails').select(['state', 'tries']).where('id', '=', id).executeTakeFirstOrThrow()

const inOffice = (work: (world: TestServer, office: Actor) => Promise<void>) =>
  withServer(async (world) => {
    await aTerm(world.ctx())
    await work(world, await aUser(world.ctx(), ['admin']))
  })

describe('the mail log', () => {
  test('shows recipients and state of a mail, and the body only when one mail is requested', () =>
    inOffice(async (world, office) => {
      const id = await aMail(world, { recipients: [office.email.toUpperCase(), 'bo@example.org'] })
      const { api } = await world.as(office)
      const { data } = await api.mail.log()
      expect(data[0]).toMatchObject({
        subject: 'News',
        recipients: [{ name: office.name }, { email: 'bo@example.org', name: null }],
        state: 'failed',
        tries: 10,
        last_error: 'mailbox full',
        body: null,
      })
      expect((await api.mail.log({ query: { id } })).data).toMatchObject([{ id, body: 'Hello' }])
    }))

  test('lists the Bcc copy of a group mail', () =>
    inOffice(async (world, office) => {
      await aMail(world, { recipients: [], bcc: ['archive@example.org'] })
      const { data } = await (await world.as(office)).api.mail.log({ query: { person: 'archive' } })
      expect(data).toMatchObject([{ recipients: [], bcc: ['archive@example.org'] }])
    }))

  test('finds mails to a former address by the name of its owner', () =>
    inOffice(async (world, office) => {
      await aMail(world, { recipients: [office.email], subject: 'To the old address' })
      await world.db
        .updateTable('users')
        .set({ email: 'new@example.org' })
        .where('id', '=', office.id)
        .execute()
      const { data } = await (await world.as(office)).api.mail.log({ query: { person: office.name } })
      expect(data).toMatchObject([{ subject: 'To the old address', recipients: [{ name: office.name }] }])
    }))

  test('finds a mail once when both an address and a name match', () =>
    inOffice(async (world, office) => {
      const name = office.name.split(' ').at(-1)!
      const once = await aMail(world, { recipients: [`${name}@elsewhere.org`, office.email] })
      const named = await aMail(world, { recipients: [office.email] })
      const { data, total } = await (await world.as(office)).api.mail.log({ query: { person: name } })
      expect([total, ...data.map(({ id }) => id)]).toEqual([2, named, once])
    }))

  test('never shows the body of a mail with a password or a secret link', () =>
    inOffice(async (world, office) => {
      const { api, request } = await world.as(office)
      for (const state of ['waiting', 'failed', 'sent'] as const) {
        const id = await aMail(world, { kind: 'account', body: 'Password: abcdef' }, state)
        expect((await api.mail.log({ query: { id } })).data).toMatchObject([{ secret: true, body: null }])
        expect((await request('GET', `/api/mail_log?id=${id}`)).payload).not.toContain('abcdef')
      }
      expect((await api.mail.log({ query: { subject: 'abcdef' } })).total).toBe(0)
    }))

  test('retries a failed mail, but no waiting, sent or missing one', () =>
    inOffice(async (world, office) => {
      const { api } = await world.as(office)
      const retry = (id: number) => api.mail.retry({ params: { id }, body: {} })
      const failed = await aMail(world)
      expect(await retry(failed)).toEqual({ result: 1, message: 'The e-mail will be sent again.' })
      expect(await stateOf(world, failed)).toEqual({ state: 'waiting', tries: 0 })
      expect(await retry(failed)).toMatchObject({
        result: 0,
        message: 'This e-mail is already waiting to be sent.',
      })
      const sent = await aMail(world, {}, 'sent')
      expect(await retry(sent)).toMatchObject({ result: 0, message: 'This e-mail has already been sent.' })
      await expect(retry(2_000_000_000)).rejects.toMatchObject({ kind: 'missing' })
      const bad = await (await world.as(office)).request('PUT', '/api/mail_log/retry/none', {})
      expect(bad.statusCode).toBe(404)
    }))

  test('retries all failed mails that match a search, and no others', () =>
    inOffice(async (world, office) => {
      const { api } = await world.as(office)
      const [one, two] = [await aMail(world), await aMail(world, { recipients: ['cy@example.org'] })]
      const other = await aMail(world, { kind: 'account', subject: 'Reviews' })
      const sent = await aMail(world, {}, 'sent')
      const all = (body: object) => api.mail.retry({ params: { id: 'all' }, body })
      expect(await all({ subject: 'news' })).toMatchObject({
        result: 1,
        message: '2 e-mails will be sent again.',
      })
      for (const [id, state] of [
        [one, 'waiting'],
        [two, 'waiting'],
        [other, 'failed'],
        [sent, 'sent'],
      ] as const)
        expect(await stateOf(world, id)).toMatchObject({ state })
      expect(await all({ subject: 'news' })).toMatchObject({ result: 0 })
      const [entry] = (await api.audit.list({ query: { action: 'mail.retry' } })).data
      expect(entry!.changes).toMatchObject([{ field: 'State' }, { field: 'Mails', after: `${one}\n${two}` }])
    }))

  test('hides mails about reviews of one’s own proposal from rows, counts, searches and retries', () =>
    inOffice(async (world, office) => {
      const { proposal_id } = await aSubmittedProposal(world.ctx(office))
      const other = await aSubmittedProposal(world.ctx(office))
      const reviewer = await aReviewer(world.ctx(), { first_name: 'Rei', last_name: 'Secret' })
      await aReport(world.ctx(office), { proposal_id, reviewer })
      await aReport(world.ctx(office), {
        proposal_id: other.proposal_id,
        reviewer: await aReviewer(world.ctx()),
      })
      await aMail(world, { kind: 'review_reminder', proposal_ids: [other.proposal_id, proposal_id] })
      await world.db.updateTable('mails').set({ state: 'failed' }).execute()
      const hidden = await world.db
        .selectFrom('mails')
        .select('id')
        .where(sql<boolean>`${proposal_id} = any(proposal_ids)`)
        .orderBy('id')
        .execute()
      const free = await world.as(office)
      const own = await world.as(await createConflictedUser(world, proposal_id))
      for (const query of [{}, { person: 'Secret' }, { subject: 'review' }, { person: reviewer.email }]) {
        const [all, open] = [await free.api.mail.log({ query }), await own.api.mail.log({ query })]
        const ids = new Set(hidden.map(({ id }) => id))
        expect(open.data, JSON.stringify(query)).toEqual(all.data.filter(({ id }) => !ids.has(id)))
        expect(open.total).toBeLessThan(all.total)
        expect(open.total).toBe(open.data.length)
      }
      const { id } = hidden[0]!
      expect((await own.api.mail.log({ query: { id } })).total).toBe(0)
      await expect(own.api.mail.retry({ params: { id }, body: {} })).rejects.toMatchObject({
        kind: 'missing',
      })
      await own.api.mail.retry({ params: { id: 'all' }, body: {} })
      const left = await world.db
        .selectFrom('mails')
        .select('id')
        .where('state', '=', 'failed')
        .orderBy('id')
        .execute()
      expect(left).toEqual(hidden)
    }))
})
