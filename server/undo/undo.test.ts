import { describe, expect, test } from 'vitest'
import { contract } from '#domain/contract.ts'
import { MORE_THAN_WAS_PRESSED } from '#domain/undo/rules.ts'
import { aGroupMail, aGroupMailInput } from '../builders/group_mail.ts'
import { aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { handlers } from '../handlers.ts'
import { createReport, findMails } from '../testing/reviews.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'
import { carryOutAfter, pressed, UNDO_SECONDS } from '../testing/undo.ts'
import { carryOutDue, carryOutNext, performer } from './carry_out.ts'

const NOW = '2026-04-01T12:00:00.000Z'
const DUE = '2026-04-01T12:00:30.000Z'

/** A report that is not requested, and the request for it as the office presses it. */
async function createPressed(world: TestServer) {
  world.at(NOW)
  const made = await createReport(world, 0)
  const visit = await world.as(made.admin)
  const path = `/api/reviewers/request/${made.report_id}`
  const press = () => pressed(visit, 'PUT', path)
  return { ...made, visit, path, press }
}

const statusOf = async ({ db }: TestServer, id: number) =>
  (await db.selectFrom('reports').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

const actionsOn = async ({ db }: TestServer, id: number) =>
  (
    await db
      .selectFrom('audit_entries')
      .select(['action', 'user_id'])
      .where('object_id', '=', id)
      .where('object_type', '=', 'report')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action.replace('report.', ''))

const allActs = ({ db }: TestServer) => db.selectFrom('kept_acts').selectAll().execute()

describe('a request that is kept', () => {
  test('answers what is pending, and has changed and sent nothing', () =>
    withServer(async (world) => {
      const { press, report_id, proposal_id, reviewer, visit } = await createPressed(world)
      const answer = await press()
      expect(answer.statusCode).toBe(202)
      expect(answer.headers['preference-applied']).toBe('respond-async')
      const description = `request 1 review from ${reviewer.name} (proposal ${proposal_id})`
      expect(answer.json()).toEqual({
        result: 1,
        message: `About to ${description}. It can be undone for 30 seconds.`,
        pending: { id: expect.any(Number), description, due_at: DUE, seconds: UNDO_SECONDS },
      })
      expect(await statusOf(world, report_id)).toBe(0)
      expect(await findMails(world, 'review_request')).toEqual([])
      const [listed] = await visit.api.undo.list()
      expect(listed).toMatchObject({ description, state: 'waiting', outcome: null, scheduled: false })
      expect(await actionsOn(world, report_id)).toEqual(['add', 'defer'])
      const own = (await world.as(reviewer)).api.reports
      expect(await own.requested()).toEqual([])
    }))

  test('is carried out once when the time is over, with its mail, as its user', () =>
    withServer(async (world) => {
      const { press, report_id, visit, admin, reviewer } = await createPressed(world)
      await press()
      await carryOutAfter(world, UNDO_SECONDS - 1)
      expect(await statusOf(world, report_id)).toBe(0)
      await carryOutAfter(world, 1)
      await carryOutAfter(world, 1)
      expect(await statusOf(world, report_id)).toBe(1)
      expect(await findMails(world, 'review_request')).toHaveLength(1)
      expect(await actionsOn(world, report_id)).toEqual(['add', 'defer', 'request'])
      const entry = await world.db
        .selectFrom('audit_entries')
        .select('user_id')
        .where('action', '=', 'report.request')
        .executeTakeFirstOrThrow()
      expect(entry.user_id).toBe(admin.id)
      const [act] = await visit.api.undo.list()
      expect(act).toMatchObject({ state: 'done' })
      expect(act!.outcome).toContain(reviewer.name)
      await carryOutAfter(world, 61)
      expect(await visit.api.undo.list()).toEqual([])
    }))

  test('is carried out at once without the header, and where the setting is 0', () =>
    withServer(async (world) => {
      const { press, path, visit, report_id, office, proposal_id } = await createPressed(world)
      expect((await visit.request('PUT', path)).statusCode).toBe(200)
      expect(await statusOf(world, report_id)).toBe(1)
      await world.db.insertInto('settings').values({ name: 'undo_seconds', value: '0' }).execute()
      const reviewer = await aReviewer(world.ctx())
      const other = await aReport(office, { proposal_id, reviewer, status: 0 })
      expect((await pressed(visit, 'PUT', `/api/reviewers/request/${other}`)).statusCode).toBe(200)
      expect(await statusOf(world, other)).toBe(1)
      expect((await press()).json().result).toBe(0)
    }))

  test('leaves nothing but its audit entries when it is undone', () =>
    withServer(async (world) => {
      const { press, report_id, visit } = await createPressed(world)
      const { pending } = (await press()).json()
      const undone = await visit.api.undo.undo({ params: { id: pending.id } })
      expect(undone.message).toMatch(/^Undone, nothing was sent: request 1 review from /u)
      await carryOutAfter(world, UNDO_SECONDS)
      expect(await statusOf(world, report_id)).toBe(0)
      expect(await findMails(world, 'review_request')).toEqual([])
      expect(await allActs(world)).toEqual([])
      expect(await actionsOn(world, report_id)).toEqual(['add', 'defer', 'undo'])
      expect((await press()).statusCode).toBe(202)
    }))

  test('can no longer be undone when it is done, and by no one else', () =>
    withServer(async (world) => {
      const { press, visit, admin } = await createPressed(world)
      const { pending } = (await press()).json()
      const params = { id: pending.id }
      const other = (await world.as(await aUser(world.ctx(), ['admin']))).api.undo
      expect(await other.undo({ params })).toEqual({
        result: 0,
        message: `Only ${admin.name} can undo this.`,
      })
      await carryOutAfter(world, UNDO_SECONDS)
      expect((await visit.api.undo.undo({ params })).message).toBe(
        'It has already been done, so it can no longer be undone.',
      )
    }))

  test('is refused a second time while it waits, also within many', () =>
    withServer(async (world) => {
      const { press, visit, admin, reviewer } = await createPressed(world)
      await press()
      const why = `This is about to be done already: ${admin.name} has pressed it. Wait until it is done, or until it is undone.`
      expect((await press()).json()).toEqual({ result: 0, message: why })
      expect((await pressed(visit, 'PUT', `/api/reviewers/request_all/${reviewer.id}`)).json().message).toBe(
        why,
      )
      expect(await allActs(world)).toHaveLength(1)
    }))

  test('is refused at once for what is wrong already, and is not kept', () =>
    withServer(async (world) => {
      const { press, visit, path } = await createPressed(world)
      await visit.request('PUT', path)
      expect((await press()).json()).toMatchObject({ result: 0 })
      expect((await pressed(visit, 'PUT', '/api/reviewers/request/999999')).statusCode).toBe(404)
      expect(await allActs(world)).toEqual([])
    }))
})

describe('when the time is over', () => {
  /** The outcome of the request after `change`. */
  const outcomeAfter = (
    change: (world: TestServer, made: Awaited<ReturnType<typeof createPressed>>) => Promise<unknown>,
    check: (act: { state: string; outcome: string | null }, world: TestServer) => unknown,
  ) =>
    withServer(async (world) => {
      const made = await createPressed(world)
      await made.press()
      await change(world, made)
      await carryOutAfter(world, UNDO_SECONDS)
      expect(await findMails(world, 'review_request')).toEqual([])
      await check((await allActs(world))[0]!, world)
    })

  test('a closed term refuses it', () =>
    outcomeAfter(
      ({ db }) => db.updateTable('terms').set({ disabled: true }).execute(),
      (act) => expect(act).toMatchObject({ state: 'refused', outcome: expect.stringContaining('closed') }),
    ))

  test('a removed report refuses it, and the office is told until it dismisses that', () =>
    withServer(async (world) => {
      const { press, visit, report_id } = await createPressed(world)
      const colleague = (await world.as(await aUser(world.ctx(), ['admin']))).api
      await press()
      await visit.api.reports.removeReviewer({ params: { reportId: report_id } })
      await carryOutAfter(world, UNDO_SECONDS)
      const [act] = await colleague.undo.list()
      expect(act).toMatchObject({ state: 'refused', outcome: 'Not Found' })
      const todo = async () =>
        (await colleague.callState.get()).todo
          .filter(({ key }) => key === 'unsent_acts')
          .map(({ count }) => count)
      expect(await todo()).toEqual([1])
      expect((await colleague.undo.dismiss({ params: { id: act!.id } })).result).toBe(1)
      expect(await todo()).toEqual([])
      expect(await colleague.undo.list()).toEqual([])
    }))

  test.each<[string, object, string]>([
    ['disabled', { disabled: true }, 'is disabled'],
    [
      'no longer of the office',
      { is_administration_office: false, is_panel: true },
      'no longer has the role',
    ],
  ])('a user who is %s is refused', (_, change, why) =>
    outcomeAfter(
      ({ db }, { admin }) => db.updateTable('users').set(change).where('id', '=', admin.id).execute(),
      (act) => expect(act).toMatchObject({ state: 'refused', outcome: expect.stringContaining(why) }),
    ),
  )

  test('a user who has signed out is not', () =>
    withServer(async (world) => {
      const { press, visit, report_id } = await createPressed(world)
      await press()
      await visit.api.session.logout()
      await carryOutAfter(world, UNDO_SECONDS)
      expect(await statusOf(world, report_id)).toBe(1)
    }))

  test('it does no more than was pressed', () =>
    withServer(async (world) => {
      const { visit, office, reviewer, report_id, admin } = await createPressed(world)
      await pressed(visit, 'PUT', `/api/reviewers/request_all/${reviewer.id}`)
      const { proposal_id } = await aSubmittedProposal(office)
      const added = await aReport(office, { proposal_id, reviewer, status: 0 })
      await carryOutAfter(world, UNDO_SECONDS)
      expect(await allActs(world)).toMatchObject([{ state: 'refused', outcome: MORE_THAN_WAS_PRESSED }])
      expect([await statusOf(world, report_id), await statusOf(world, added)]).toEqual([0, 0])
      expect(admin.id).toBeGreaterThan(0)
    }))

  test('it can be carried out again, in the name of who asks for it', () =>
    withServer(async (world) => {
      const { press, admin, report_id } = await createPressed(world)
      await press()
      await world.db.updateTable('users').set({ disabled: true }).where('id', '=', admin.id).execute()
      await carryOutAfter(world, UNDO_SECONDS)
      const other = await aUser(world.ctx(), ['admin'])
      const { api } = await world.as(other)
      const [act] = await api.undo.list()
      expect((await api.undo.resume({ params: { id: act!.id } })).message).toMatch(
        /^About to request 1 review/u,
      )
      await carryOutAfter(world, UNDO_SECONDS)
      expect(await statusOf(world, report_id)).toBe(1)
      expect((await api.undo.resume({ params: { id: act!.id } })).result).toBe(0)
    }))

  test('maintenance delays it, and leaves time to undo it afterwards', () =>
    withServer(async (world) => {
      const { press, report_id } = await createPressed(world)
      await press()
      const until = '2026-04-01T12:05:00Z'
      await world.db.insertInto('maintenance').values({ until, reason: '' }).execute()
      await carryOutAfter(world, 5 * 60 + UNDO_SECONDS - 1)
      expect(await statusOf(world, report_id)).toBe(0)
      await carryOutAfter(world, 1)
      expect(await statusOf(world, report_id)).toBe(1)
    }))

  test('an error of the system is tried again, and given up after five tries', () =>
    withServer(async (world) => {
      const { press, report_id } = await createPressed(world)
      await press()
      const broken = () => Promise.reject(new TypeError('broken'))
      const states: string[] = []
      for (let tries = 0; tries < 6; tries++) {
        world.at(new Date(+world.services.clock() + UNDO_SECONDS * 1000))
        await carryOutNext(world.services, broken).catch(() => {})
        states.push((await allActs(world))[0]!.state)
      }
      expect(states).toEqual(['waiting', 'waiting', 'waiting', 'waiting', 'refused', 'refused'])
      expect(await statusOf(world, report_id)).toBe(0)
    }))
})

describe('several servers', () => {
  test('carry it out once, and keep a double click once', () =>
    withParallelServer(async (world) => {
      const { press } = await createPressed(world)
      const answers = await Promise.all([press(), press(), press()])
      expect(answers.map((answer) => answer.json().result).sort()).toEqual([0, 0, 1])
      world.at(DUE)
      const perform = performer(contract, handlers)
      await Promise.all([1, 2, 3, 4].map(() => carryOutDue(world.services, perform)))
      expect(await findMails(world, 'review_request')).toHaveLength(1)
    }))

  test('either undo it or carry it out', () =>
    withParallelServer(async (world) => {
      const { press, visit, report_id } = await createPressed(world)
      const { pending } = (await press()).json()
      world.at(DUE)
      const [undone] = await Promise.all([
        visit.api.undo.undo({ params: { id: pending.id } }),
        carryOutDue(world.services, performer(contract, handlers)),
      ])
      expect(await statusOf(world, report_id)).toBe(undone.result === 1 ? 0 : 1)
      expect(await findMails(world, 'review_request')).toHaveLength(1 - undone.result)
    }))
})

describe('a conflict of interest', () => {
  test('hides the act, its end and its to-do', () =>
    withServer(async (world) => {
      const { press, visit, report_id, proposal_id, admin } = await createPressed(world)
      const conflicted = await aUser(world.ctx(), ['admin'])
      const declared = { proposal_id, reason: '', declared_by: admin.id }
      await world.db
        .insertInto('conflicts')
        .values({ ...declared, user_id: conflicted.id })
        .execute()
      const { api, request } = await world.as(conflicted)
      const before = await api.callState.get()
      const { pending } = (await press()).json()
      const isHidden = async () => {
        expect(await api.undo.list()).toEqual([])
        expect((await request('POST', `/api/undo/${pending.id}`)).json()).toEqual(
          (await request('POST', '/api/undo/999999')).json(),
        )
        expect(await api.callState.get()).toEqual(before)
        const seen = JSON.stringify(await api.audit.list({ query: { object: 'report' } }))
        expect(seen).not.toContain('report.')
      }
      await isHidden()
      await visit.api.reports.removeReviewer({ params: { reportId: report_id } })
      await carryOutAfter(world, UNDO_SECONDS)
      await isHidden()
    }))

  test('that is declared meanwhile hides one’s own act', () =>
    withServer(async (world) => {
      const { press, visit, report_id, proposal_id, admin } = await createPressed(world)
      await press()
      await world.db
        .insertInto('conflicts')
        .values({ proposal_id, user_id: admin.id, reason: '', declared_by: admin.id })
        .execute()
      expect(await visit.api.undo.list()).toEqual([])
      await carryOutAfter(world, UNDO_SECONDS)
      expect(await statusOf(world, report_id)).toBe(0)
      expect(await visit.api.undo.list()).toEqual([])
    }))
})

describe('a group mail', () => {
  async function createGroupMail(world: TestServer) {
    world.at(NOW)
    const admin = await aUser(world.ctx(), ['admin'])
    const destination = await aReviewer(world.ctx())
    const id = await aGroupMail(world.ctx(admin), { title: 'News', destinations: [destination] })
    const visit = await world.as(admin)
    const sent = async () => (await findMails(world, 'group_mail')).length
    const shown = async () => (await visit.api.mail.get({ params: { id } })).pending
    return { admin, destination, id, visit, sent, shown, mail: visit.api.mail, params: { id } }
  }

  test('waits, is shown as about to be sent, and can neither be changed nor deleted meanwhile', () =>
    withServer(async (world) => {
      const { id, visit, sent, shown, mail, params, admin, destination } = await createGroupMail(world)
      const { message } = (await pressed(visit, 'POST', `/api/group_mail/send/${id}`, { version: 1 })).json()
      expect(message).toBe(
        `About to send the group mail ‘News’ to ${destination.name}. It can be undone for 30 seconds.`,
      )
      const pending = { due_at: DUE, scheduled: false, by: admin.name }
      expect(await shown()).toEqual(pending)
      expect((await mail.list()).data).toMatchObject([{ pending }])
      const why = 'This group mail is about to be sent. Undo that first.'
      expect((await mail.save({ params, body: aGroupMailInput() })).message).toBe(why)
      expect((await mail.remove({ params })).message).toBe(why)
      expect(await sent()).toBe(0)
      await carryOutAfter(world, UNDO_SECONDS)
      expect(await sent()).toBe(1)
      expect(await shown()).toBeNull()
    }))

  const LATER = '2026-04-03T08:00:00.000Z'
  const schedule = (send_at: string, version = 1) => ({ body: { send_at, version } })

  test('is sent once at its time, as it then is', () =>
    withServer(async (world) => {
      const { sent, shown, mail, params, admin, destination } = await createGroupMail(world)
      const reply = await mail.schedule({ params, ...schedule('2026-04-03T17:00:00+09:00') })
      expect(reply.message).toBe('The group mail will be sent at 2026-04-03 08:00 UTC.')
      expect(await shown()).toEqual({ due_at: LATER, scheduled: true, by: admin.name })
      await mail.save({
        params,
        body: aGroupMailInput({ title: 'Later', content: 'New text', destinations: [destination.id] }),
      })
      expect((await mail.remove({ params })).message).toBe(
        'This group mail is scheduled for 2026-04-03 08:00 UTC. Cancel that first.',
      )
      expect((await mail.send({ params, body: {} })).result).toBe(0)
      await carryOutAfter(world, 60 * 60)
      expect(await sent()).toBe(0)
      world.at(LATER)
      await carryOutAfter(world, 0)
      await carryOutAfter(world, 60)
      expect(await findMails(world, 'group_mail')).toMatchObject([{ subject: 'Later', body: 'New text' }])
    }))

  test('can be set for another time, and cancelled', () =>
    withServer(async (world) => {
      const { sent, shown, mail, params } = await createGroupMail(world)
      await mail.schedule({ params, ...schedule(LATER) })
      await mail.schedule({ params, ...schedule('2026-04-02T08:00:00Z') })
      expect((await shown())?.due_at).toBe('2026-04-02T08:00:00.000Z')
      expect(await allActs(world)).toHaveLength(1)
      expect((await mail.unschedule({ params })).message).toBe('The group mail is no longer scheduled.')
      expect((await mail.unschedule({ params })).result).toBe(0)
      world.at(LATER)
      await carryOutAfter(world, 60)
      expect([await sent(), await allActs(world)]).toEqual([0, []])
    }))

  test('is refused at its time when its sender is disabled, and the office reads why', () =>
    withServer(async (world) => {
      const { sent, mail, params, admin } = await createGroupMail(world)
      await mail.schedule({ params, ...schedule(LATER) })
      await world.db.updateTable('users').set({ disabled: true }).where('id', '=', admin.id).execute()
      world.at(LATER)
      await carryOutAfter(world, 0)
      expect(await sent()).toBe(0)
      const other = (await world.as(await aUser(world.ctx(), ['admin']))).api
      expect(await other.undo.list()).toMatchObject([
        { state: 'refused', outcome: `The account of ${admin.name} is disabled.` },
      ])
    }))

  test.each([
    ['2026-04-01T11:59:00Z', 'This time has passed.'],
    ['2027-05-01T12:00:00Z', 'At most one year ahead.'],
    ['tomorrow', 'Only a date and a time can be inputted in this form.'],
  ])('cannot be set for %s', (send_at, why) =>
    withServer(async (world) => {
      const { mail, params } = await createGroupMail(world)
      await expect(mail.schedule({ params, ...schedule(send_at) })).rejects.toMatchObject({
        errors: { send_at: [why] },
      })
    }),
  )

  test('that someone has saved meanwhile is not set for a time unseen', () =>
    withServer(async (world) => {
      const { mail, params, destination } = await createGroupMail(world)
      await mail.save({ params, body: aGroupMailInput({ destinations: [destination.id] }) })
      await expect(mail.schedule({ params, ...schedule(LATER) })).rejects.toMatchObject({ kind: 'stale' })
    }))

  test('is tried on oneself with the values of one destination', () =>
    withServer(async (world) => {
      const { mail, admin, destination, id } = await createGroupMail(world)
      const { title, content, reply_to_address, reply_to_name } = aGroupMailInput({ title: 'News' })
      const body = { title, content, reply_to_address, reply_to_name, user_id: destination.id }
      expect((await mail.test({ body })).message).toContain(admin.email)
      expect(await findMails(world, 'mail_test')).toMatchObject([
        {
          recipients: [admin.email],
          subject: '[Test] News',
          body: expect.stringContaining(destination.name),
        },
      ])
      expect((await mail.get({ params: { id } })).progress).toBeNull()
      await expect(mail.test({ body: { ...body, user_id: 999999 } })).rejects.toMatchObject({
        errors: { user_id: ['This user does not exist.'] },
      })
    }))

  test('has the values of users who are no destinations yet', () =>
    withServer(async (world) => {
      const { mail, destination } = await createGroupMail(world)
      const [found, ...others] = await mail.values({ body: { destinations: [destination.id] } })
      expect(others).toEqual([])
      expect(found).toMatchObject({ id: destination.id, name: destination.name, title: null, samples: [] })
    }))
})
