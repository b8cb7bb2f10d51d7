import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aGroupMail, aGroupMailInput } from '../builders/group_mail.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aSample } from '../builders/samples.ts'
import { createUsers } from '../testing/many_users.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'
import { sendGroupMail } from './service.ts'

/** The office and a panel member, signed in, and two other users. */
async function createUsersAndSignIn({ ctx, as }: TestServer) {
  const [admin, panelist] = [await aUser(ctx(), ['admin']), await aUser(ctx(), ['panel'])]
  const [mira, bo] = [
    await aUser(ctx(), ['reviewer'], { first_name: 'Mira', last_name: 'Ito', affiliation: 'Tohoku' }),
    await aUser(ctx(), ['proposer'], { first_name: 'Bo', last_name: 'Ek', affiliation: 'Lund' }),
  ]
  const office = ctx(admin)
  return { admin, mira, bo, office, api: (await as(admin)).api, panel: (await as(panelist)).api }
}
const mailsOf = ({ db }: TestServer) =>
  db
    .selectFrom('mails')
    .select(['recipients', 'bcc', 'reply_to', 'subject', 'body', 'destination_id'])
    .where('kind', '=', 'group_mail')
    .orderBy('id')
    .execute()

/** The sizes of the statements with their parameters that a server executes while `work` runs, in characters. */
async function measureStatements({ services }: TestServer, work: () => Promise<unknown>): Promise<number[]> {
  const sizes: number[] = []
  const measuring: KyselyPlugin = {
    transformQuery: ({ node }) => {
      sizes.push(JSON.stringify(node).length)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const { db } = services
  services.db = db.withPlugin(measuring)
  await work()
  services.db = db
  return sizes
}

describe('a group mail', () => {
  test('is saved with its destinations and its sender', () =>
    withServer(async (world) => {
      const { admin, mira, bo, api, panel } = await createUsersAndSignIn(world)
      const body = aGroupMailInput({
        title: 'Results',
        bcc: 'a@example.org,b@example.org',
        reply_to_address: 'office@example.org',
        reply_to_name: 'The office',
        destinations: [mira.id, bo.id],
      })
      const { id, ...reply } = await api.mail.add({ body })
      expect(reply).toEqual({ result: 1, message: 'Saved successfully' })
      const params = { id: id! }
      const mail = await panel.mail.get({ params })
      expect(mail).toMatchObject({
        title: 'Results',
        content: body.content,
        bcc: 'a@example.org, b@example.org',
        reply_to_address: 'office@example.org',
        reply_to_name: 'The office',
        sender: { id: admin.id, name: admin.name, email: admin.email },
        sender_id: admin.id,
        transmission_status: 0,
        transmission_date: null,
        disabled: 0,
        progress: null,
        version: 1,
      })
      expect(mail.users.map(({ name, affiliation }) => [name, affiliation])).toEqual([
        ['Bo Ek', 'Lund'],
        ['Mira Ito', 'Tohoku'],
      ])
      expect(await api.mail.target({ params })).toEqual({
        [bo.id]: mail.users[0],
        [mira.id]: mail.users[1],
      })
      await panel.mail.save({ params, body: { ...body, title: 'The results', destinations: [bo.id] } })
      const saved = await api.mail.get({ params })
      expect([saved.title, saved.version, saved.users.map((user) => user.id)]).toEqual([
        'The results',
        2,
        [bo.id],
      ])
    }))

  test('accepts only users as destinations, and no disabled one who is newly chosen', () =>
    withServer(async (world) => {
      const { mira, bo, api, office } = await createUsersAndSignIn(world)
      const gone = await aUser(world.ctx(), ['panel'], { disabled: true })
      const add = (...destinations: number[]) => api.mail.add({ body: aGroupMailInput({ destinations }) })
      await expect(add(mira.id, 99_999_999)).rejects.toMatchObject({
        errors: { destinations: ['User 99999999 is not registered.'] },
      })
      await expect(add(gone.id)).rejects.toMatchObject({
        errors: { destinations: [`${gone.email} is disabled.`] },
      })
      // A destination who was disabled later does not prevent saving.
      const id = await aGroupMail(office, { destinations: [bo] })
      await world.db.updateTable('users').set({ disabled: true }).where('id', '=', bo.id).execute()
      const body = aGroupMailInput({ destinations: [bo.id, mira.id] })
      expect(await api.mail.save({ params: { id }, body })).toMatchObject({ result: 1 })
    }))

  test('is sent as one mail to each destination and one copy to the Bcc; disabled users are named', () =>
    withServer(async (world) => {
      const { mira, bo, api, office } = await createUsersAndSignIn(world)
      const gone = await aUser(world.ctx(), ['panel'], { first_name: 'Ola', last_name: 'Away' })
      const id = await aGroupMail(office, {
        title: 'Results',
        content: 'Dear #name# (#affiliation#)',
        bcc: 'a@example.org, b@example.org',
        reply_to_address: 'office@example.org',
        reply_to_name: 'The "Office"',
        destinations: [mira, bo, gone],
      })
      await world.db.updateTable('users').set({ disabled: true }).where('id', '=', gone.id).execute()
      world.at('2026-05-01T09:30:00Z')
      const params = { id }
      const sent = await api.mail.send({ params, body: { version: 1 } })
      const left = { id: gone.id, name: 'Ola Away', email: gone.email }
      expect(sent).toEqual({
        result: 1,
        message: `The group mail is on its way to 2 destinations. Left out because they are disabled: Ola Away (${gone.email}).`,
        skipped: [left],
      })
      const common = { subject: 'Results', reply_to: '"The \\"Office\\"" <office@example.org>' }
      expect(await mailsOf(world)).toEqual([
        { ...common, recipients: [bo.email], bcc: [], body: 'Dear Bo Ek (Lund)', destination_id: bo.id },
        {
          ...common,
          recipients: [mira.email],
          bcc: [],
          body: 'Dear Mira Ito (Tohoku)',
          destination_id: mira.id,
        },
        {
          ...common,
          recipients: [],
          bcc: ['a@example.org', 'b@example.org'],
          body: 'Copy of a group mail to 2 recipients; placeholders are replaced in each.\n\nDear #name# (#affiliation#)',
          destination_id: null,
        },
      ])
      expect(await api.mail.get({ params })).toMatchObject({
        transmission_status: 1,
        transmission_date: '2026-05-01T09:30:00.000Z',
        progress: { delivered: 0, waiting: 2, failed: 0, failures: [], skipped: [left] },
      })
      expect((await api.mail.get({ params, query: { progress_only: true } })).users).toEqual([])
      // What another group mail delivers, fails to deliver or leaves out is not counted.
      const another = await aGroupMail(office, { destinations: [mira, bo], sent: true })
      await world.db
        .updateTable('mails')
        .set({ state: 'failed', last_error: 'No such user.' })
        .where('group_mail_id', '=', another)
        .where('destination_id', '=', mira.id)
        .execute()
      await world.db
        .insertInto('group_mail_destinations')
        .values({ group_mail_id: another, user_id: gone.id })
        .execute()
      expect((await api.mail.get({ params })).progress).toEqual({
        delivered: 0,
        waiting: 2,
        failed: 0,
        failures: [],
        skipped: [left],
      })
      expect((await api.mail.get({ params: { id: another } })).progress).toMatchObject({
        waiting: 1,
        failed: 1,
        failures: [{ name: mira.name }],
        skipped: [left],
      })
    }))

  test('contains title and confirmed samples of the current term, or nothing if there are none', () =>
    withServer(async (world) => {
      const { mira, bo, api, office } = await createUsersAndSignIn(world)
      await aTerm(world.ctx())
      const { actor, proposal_id } = await aSubmittedProposal(office)
      const samples = [await aSample(office, { name: 'A0099' }), await aSample(office, { name: 'A0007' })]
      const unconfirmed = await aSample(office, { name: 'A0001' })
      const pair = (sample: { id: number }) => ({ sample_id: sample.id, proposal_id })
      await api.allocation.save({ body: [...samples, unconfirmed].map(pair) })
      await api.allocation.confirm({ body: samples.map(pair) })
      const { title } = await world.db
        .selectFrom('proposals')
        .select('title')
        .where('id', '=', proposal_id)
        .executeTakeFirstOrThrow()
      // The same proposer's proposal of another term, with a confirmed sample.
      await aTerm(world.ctx(), { id: 6, is_current: false })
      const past = await world.db
        .insertInto('proposals')
        .values({ user_id: actor.id, term_id: 6, status: 2, title: 'Of before' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id: sample_id } = await aSample(office, { name: 'A0002' })
      await world.db
        .insertInto('assignments')
        .values({ sample_id, proposal_id: past.id, status: 1, confirmed_at: new Date().toISOString() })
        .execute()
      const content = '#name#|#title#|#samples#'
      const id = await aGroupMail(office, { content, destinations: [actor, mira] })
      await aGroupMail(office, { content, destinations: [bo] })
      const { users } = await api.mail.get({ params: { id } })
      expect(users.map((user) => user.id).sort()).toEqual([actor.id, mira.id].sort())
      expect(users.find((user) => user.id === actor.id)).toMatchObject({ title, samples: ['A0007', 'A0099'] })
      expect(users.find((user) => user.id === mira.id)).toMatchObject({ title: null, samples: [] })
      await api.mail.send({ params: { id }, body: {} })
      const bodies = (await mailsOf(world)).map(({ body }) => body)
      expect(bodies.sort()).toEqual([`${actor.name}|${title}|A0007, A0099`, 'Mira Ito||'].sort())
    }))

  test.each(['sent', 'deleted'] as const)('that was %s cannot be edited, deleted or sent', (what) =>
    withServer(async (world) => {
      const { mira, api, office } = await createUsersAndSignIn(world)
      const params = { id: await aGroupMail(office, { destinations: [mira] }) }
      if (what === 'sent') await api.mail.send({ params, body: {} })
      else await api.mail.remove({ params })
      const why = {
        result: 0,
        message: what === 'sent' ? 'This group mail was already sent.' : 'This group mail was deleted.',
      }
      expect(await api.mail.save({ params, body: aGroupMailInput() })).toEqual(why)
      expect(await api.mail.remove({ params })).toEqual(why)
      expect(await api.mail.send({ params, body: {} })).toEqual(why)
      expect(await api.mail.get({ params })).toMatchObject({ disabled: what === 'deleted' ? 1 : 0 })
      expect(await mailsOf(world)).toHaveLength(what === 'sent' ? 1 : 0)
    }),
  )

  test('is listed before those sent, by the date on which they were, and those deleted', () =>
    withServer(async (world) => {
      const { mira, api, office } = await createUsersAndSignIn(world)
      const make = async (title: string, at: string) => {
        world.at(at)
        return aGroupMail(office, { title, destinations: [mira] })
      }
      const sentLast = await make('Sent last', '2026-05-01T00:00:00Z')
      const sentFirst = await make('Sent first', '2026-05-02T00:00:00Z')
      await make('Unsent, older', '2026-05-03T00:00:00Z')
      const deleted = await make('Deleted', '2026-05-04T00:00:00Z')
      await make('Unsent, newer', '2026-05-05T00:00:00Z')
      await make('Deleted, newer', '2026-05-06T00:00:00Z').then((id) => api.mail.remove({ params: { id } }))
      await api.mail.remove({ params: { id: deleted } })
      world.at('2026-05-07T00:00:00Z')
      await api.mail.send({ params: { id: sentFirst }, body: {} })
      world.at('2026-05-08T00:00:00Z')
      await api.mail.send({ params: { id: sentLast }, body: {} })
      const { data } = await api.mail.list()
      expect(data.map(({ title }) => title)).toEqual([
        'Unsent, newer',
        'Unsent, older',
        'Sent last',
        'Sent first',
        'Deleted, newer',
        'Deleted',
      ])
      const ids = data.map(({ id }) => id)
      for (const [place, id] of ids.entries())
        expect(await api.mail.get({ params: { id } })).toMatchObject({
          prevID: ids[place - 1] ?? null,
          nextID: ids[place + 1] ?? null,
        })
    }))

  test('without a destination cannot be sent', () =>
    withServer(async (world) => {
      const { api, office } = await createUsersAndSignIn(world)
      const params = { id: await aGroupMail(office, { destinations: [] }) }
      expect(await api.mail.send({ params, body: {} })).toEqual({
        result: 0,
        message: 'This group mail has no destination.',
      })
    }))

  test('is saved or sent by only one of two users at once; the other gets an error', () =>
    withParallelServer(async (world) => {
      const { mira, api, panel, office } = await createUsersAndSignIn(world)
      const params = { id: await aGroupMail(office, { destinations: [mira] }) }
      const save = (title: string) =>
        panel.mail.save({
          params,
          body: { ...aGroupMailInput({ title, destinations: [mira.id] }), version: 1 },
        })
      const saves = await Promise.allSettled([save('One'), save('Two')])
      expect(saves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      await expect(api.mail.send({ params, body: { version: 1 } })).rejects.toMatchObject({ kind: 'stale' })
      const sends = await Promise.all([1, 2, 3].map(() => api.mail.send({ params, body: { version: 2 } })))
      expect(sends.map(({ result }) => result).sort()).toEqual([0, 0, 1])
      expect(await mailsOf(world)).toHaveLength(1)
    }))

  test('to two thousand users is queued at once, each with its own text', () =>
    withServer(async (world) => {
      const { api, office } = await createUsersAndSignIn(world)
      const destinations = await createUsers(world.db, 2000)
      const content = `Dear #name# of #affiliation#,\n\n${'The call is open. '.repeat(50)}`
      const params = { id: await aGroupMail(office, { content, destinations }) }
      expect(await api.mail.send({ params, body: {} })).toMatchObject({ result: 1 })
      const mails = await mailsOf(world)
      expect(mails).toHaveLength(2000)
      expect(new Set(mails.map(({ body }) => body)).size).toBe(2000)
    }))

  test('of the longest kind is queued in small statements, which leave the server time for others', () =>
    withServer(async (world) => {
      const { office } = await createUsersAndSignIn(world)
      const destinations = await createUsers(world.db, 1000)
      const content = 'x'.repeat(10_000)
      const id = await aGroupMail(office, { content, destinations })
      const sizes = await measureStatements(world, () => sendGroupMail(office, id, {}))
      expect(Math.max(...sizes)).toBeLessThan(3_000_000)
      expect((await mailsOf(world)).filter(({ body }) => body === content)).toHaveLength(1000)
    }))
})
