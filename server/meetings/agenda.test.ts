import ICAL from 'ical.js'
import { simpleParser } from 'mailparser'
import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aMeeting } from '../builders/meetings.ts'
import { aTerm, aUser, settleMails } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { smtpTransport } from '../platform/outbox/transport.ts'
import { deliverNext, recordDelivery } from '../platform/outbox/worker.ts'
import { saveGlobalScore } from '../staff/service.ts'
import { mailbox } from '../testing/mailbox.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

const NOW = '2031-03-01T08:00:00.000Z'
const SESSIONS = [
  { starts_at: '2031-03-04T09:00:00.000Z', ends_at: '2031-03-04T09:15:00.000Z' },
  { starts_at: '2031-03-04T10:00:00.000Z', ends_at: '2031-03-04T11:00:00.000Z' },
]

async function scene(world: TestServer) {
  world.at(NOW)
  await aTerm(world.ctx())
  const office = world.ctx(await aUser(world.ctx(), ['admin'], { last_name: 'Office' }))
  const titles = ['Salts', 'Metal', 'Water', 'Canary7x']
  const ids: number[] = []
  for (const title of titles) ids.push((await aSubmittedProposal(office, { input: { title } })).proposal_id)
  const chair = await aUser(world.ctx(), ['panel'], { last_name: 'Chairova', email: 'chair@example.org' })
  const free = await aUser(world.ctx(), ['panel'], { last_name: 'Freeva', email: 'free@example.org' })
  const out = await aUser(world.ctx(), ['panel'], { last_name: 'Outova', email: 'out@example.org' })
  await aConflict(office.as(out), { proposal_id: ids[3]! })
  const id = await aMeeting(office, { chair, members: [free, out], sessions: SESSIONS })
  // The docket is not in the order of the numbers.
  const order = [ids[3]!, ids[1]!, ids[0]!, ids[2]!]
  for (const [i, proposal_id] of order.entries())
    await world.db
      .updateTable('meeting_items')
      .set({ position: 100 + i })
      .where('proposal_id', '=', proposal_id)
      .execute()
  await settleMails(world.ctx())
  const as = async (actor: Actor) => (await world.as(actor)).api.meetings
  return { office, ids, chair, free, out, id, params: { id }, as, api: await as(office.actor) }
}

/** Delivers the mails that wait; by recipient. */
async function delivered(world: TestServer) {
  const box = await mailbox()
  const transport = smtpTransport(box.url, 'https://example.org')
  for (;;) {
    const result = await deliverNext(world.db, transport, 'ao@example.org', world.services.clock)
    if (!result) break
    await recordDelivery(world.db, result)
  }
  transport.close()
  await box.close()
  return new Map(
    await Promise.all(
      box.received.map(async ({ to, raw }) => {
        const { text, attachments } = await simpleParser(raw)
        const file = attachments.find(({ filename }) => filename === 'agenda.ics')!.content.toString()
        const calendar = new ICAL.Component(ICAL.parse(file))
        const event = calendar.getFirstSubcomponent('vevent')!
        const value = (name: string) => String(event.getFirstPropertyValue(name))
        return [
          to.join(),
          { text: text!, raw, file, method: calendar.getFirstPropertyValue('method'), event, value },
        ] as const
      }),
    ),
  )
}

describe('the agenda of a meeting', () => {
  test('goes to chair and members, each their own: in order with times, or by number without', () =>
    withServer(async (world) => {
      const { api, params, ids } = await scene(world)
      const before = await api.agenda({ params })
      expect(before.to.map(({ name }) => name.split(' ').at(-1))).toEqual(['Chairova', 'Freeva', 'Outova'])
      expect(before).toMatchObject({ sent_at: null, number: 0, changed: false, why_not: null })
      const { message } = await api.sendAgenda({ params, body: { number: 0 } })
      for (const { name } of before.to) expect(message).toContain(name)
      const mails = await delivered(world)
      expect([...mails.keys()].sort()).toEqual(['chair@example.org', 'free@example.org', 'out@example.org'])
      const { text } = mails.get('free@example.org')!
      expect(text).toContain('- 2031-03-04 09:00 to 09:15 UTC\n- 2031-03-04 10:00 to 11:00 UTC')
      expect(text).toContain(
        [
          'In this order; times are planned, in UTC.',
          '2031-03-04',
          `- 09:00: ${ids[3]}: Canary7x`,
          `- 09:10: ${ids[1]}: Metal`,
          '- 09:15 to 10:00: break',
          `- 10:05: ${ids[0]}: Salts`,
          `- 10:15: ${ids[2]}: Water`,
        ].join('\n'),
      )
      const other = mails.get('out@example.org')!.text
      expect(other).toContain(`- ${ids[0]}: Salts\n- ${ids[1]}: Metal\n- ${ids[2]}: Water`)
      expect(other).not.toMatch(/Canary7x|09:10|10:05|10:15|break/u)
      // The hours hold numbers before a colon too.
      expect(other).not.toMatch(new RegExp(`(?<![\\d:])${ids[3]}: `, 'u'))
    }))

  test('has a calendar file with dates, place and screen, and nothing of what is discussed', () =>
    withServer(async (world) => {
      const { api, params, id } = await scene(world)
      await api.sendAgenda({ params, body: { number: 0 } })
      const mails = await delivered(world)
      const { method, event, value, file, raw } = mails.get('out@example.org')!
      expect(method).toBe('REQUEST')
      expect(raw).toContain('method=REQUEST')
      expect(value('dtstart')).toBe('2031-03-04T09:00:00Z')
      expect(value('dtend')).toBe('2031-03-04T11:00:00Z')
      expect(value('location')).toBe('Sagamihara')
      expect(value('summary')).toBe('AO7 panel meeting')
      expect(value('url')).toMatch(new RegExp(`/meetings/${id}$`, 'u'))
      expect(value('sequence')).toBe('1')
      expect(event.getAllProperties('attendee').map((one) => one.getFirstValue())).toEqual([
        'MAILTO:out@example.org',
      ])
      expect(value('description')).toMatch(
        /^2031-03-04 09:00 UTC to 2031-03-04 11:00 UTC \(Coordinated Universal Time\)\n\S+$/u,
      )
      expect(file).not.toMatch(/Salts|Metal|Water|Canary7x|Chairova|Freeva/u)
      const uids = [...mails.values()].map((mail) => mail.value('uid'))
      expect(new Set(uids).size).toBe(1)
    }))

  test('says that something has changed, and a second one updates the entry and cancels it for who has left', () =>
    withServer(async (world) => {
      const { api, params, ...people } = await scene(world)
      const { free } = people
      await api.sendAgenda({ params, body: { number: 0 } })
      const first = await delivered(world)
      expect(await api.agenda({ params })).toMatchObject({
        sent_to: [people.chair, free, people.out].map(({ id, name }) => ({ id, name })),
        number: 1,
        changed: false,
        sent_at: NOW,
      })
      const { chair, deputy, members, ...meeting } = await api.get({ params })
      world.at('2031-03-01T09:00:00.000Z')
      await api.save({
        params,
        body: {
          ...meeting,
          place: 'Kyoto',
          chair_id: chair.id,
          deputy_id: deputy?.id ?? null,
          members: members.filter(({ id }) => id !== free.id).map(({ id }) => ({ user_id: id, hours: [] })),
        },
      })
      const before = await api.agenda({ params })
      expect(before.changed).toBe(true)
      expect(before.cancelled_for.map(({ id }) => id)).toEqual([free.id])
      await api.sendAgenda({ params, body: { number: 1 } })
      const second = await delivered(world)
      const [old, now] = [first.get('chair@example.org')!, second.get('chair@example.org')!]
      expect([now.value('uid'), now.value('sequence'), now.value('location')]).toEqual([
        old.value('uid'),
        '2',
        'Kyoto',
      ])
      const left = second.get('free@example.org')!
      expect([left.method, left.value('status'), left.value('uid')]).toEqual([
        'CANCEL',
        'CANCELLED',
        old.value('uid'),
      ])
      expect(left.text).toContain('takes place without you')
    }))

  test('is not sent twice by two presses, nor without hours', () =>
    withServer(async (world) => {
      const { api, params } = await scene(world)
      const body = { number: 0 }
      await api.sendAgenda({ params, body })
      await expect(api.sendAgenda({ params, body })).rejects.toMatchObject({
        kind: 'stale',
        message: expect.stringContaining('sent at 2031-03-01 08:00 UTC already'),
      })
      expect((await delivered(world)).size).toBe(3)
      await world.db.deleteFrom('meeting_sessions').execute()
      expect((await api.agenda({ params })).why_not).toBe('Set the hours of the meeting first.')
      expect(await api.sendAgenda({ params, body: { number: 1 } })).toMatchObject({ result: 0 })
    }))

  test('is cancelled with its meeting', () =>
    withServer(async (world) => {
      const { api, params } = await scene(world)
      await api.sendAgenda({ params, body: { number: 0 } })
      const sent = await delivered(world)
      const { message } = await api.remove({ params })
      expect(message).toContain('A cancellation has been sent to')
      const cancelled = await delivered(world)
      expect(cancelled.size).toBe(3)
      const { method, value } = cancelled.get('out@example.org')!
      expect([method, value('sequence'), value('uid')]).toEqual([
        'CANCEL',
        '2',
        sent.get('out@example.org')!.value('uid'),
      ])
    }))

  test('may be sent by the chair, and not by another member', () =>
    withServer(async (world) => {
      const { as, chair, free, params } = await scene(world)
      const member = await as(free)
      await expect(member.agenda({ params })).rejects.toMatchObject({ kind: 'forbidden' })
      await expect(member.sendAgenda({ params, body: { number: 0 } })).rejects.toMatchObject({
        kind: 'forbidden',
      })
      expect(await (await as(chair)).sendAgenda({ params, body: { number: 0 } })).toMatchObject({ result: 1 })
    }))
})

describe('someone in conflict', () => {
  test('sees the same agenda, mail and mail log, wherever the proposal is in the docket and if it is in it at all', () =>
    withServer(async (world) => {
      const { ids, params, office, out } = await scene(world)
      await world.db
        .updateTable('users')
        .set({ is_administration_office: true })
        .where('id', '=', out.id)
        .execute()
      const watcher = await world.as({ ...out, roles: ['admin', 'panel'] })
      const send = async (number: number) => {
        const { meetings } = (await world.as(office.actor)).api
        await meetings.sendAgenda({ params, body: { number } })
        const { text } = (await delivered(world)).get('out@example.org')!
        const log = await watcher.api.mail.log({ query: { subject: 'Agenda' } })
        return {
          text,
          agenda: (await watcher.request('GET', `/api/meetings/${params.id}/agenda`)).json(),
          log: log.data,
        }
      }
      const { agenda: first, ...seen } = await send(0)
      expect(seen.log).toEqual([])
      await world.db
        .updateTable('meeting_items')
        .set({ position: 1000, minutes: 60 })
        .where('proposal_id', '=', ids[3]!)
        .execute()
      expect((await watcher.request('GET', `/api/meetings/${params.id}/agenda`)).json()).toEqual(first)
      const { agenda: second, ...moved } = await send(1)
      expect(moved).toEqual(seen)
      await saveGlobalScore(office, ids[3]!, { global_score: 5, rank: null })
      await world.db.deleteFrom('meeting_items').where('proposal_id', '=', ids[3]!).execute()
      expect((await watcher.request('GET', `/api/meetings/${params.id}/agenda`)).json()).toEqual(second)
      const { agenda: _, ...gone } = await send(2)
      expect(gone).toEqual(seen)
    }))
})
