import { mailState } from '#domain/mail/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { register, reject } from '../../applicants/decisions.ts'
import { aGroupMail } from '../../builders/group_mail.ts'
import { aMeeting } from '../../builders/meetings.ts'
import { anOrganisation } from '../../builders/organisations.ts'
import { aKeyword, aMethod, aNotice, anAnnouncement, aUser } from '../../builders/people.ts'
import { aScenario } from '../../builders/samples.ts'
import { aView } from '../../builders/saved_views.ts'
import { anApp } from '../../builders/second_factor.ts'
import { aFailedDelivery, aWebHook } from '../../builders/web_hooks.ts'
import { deleteGroupMail, scheduleGroupMail } from '../../mail/service.ts'
import { closeMeeting, openMeeting } from '../../meetings/service.ts'
import type { Ctx } from '../../platform/context.ts'
import { switchHook } from '../../web_hooks/service.ts'
import type { TestServer } from '../test_server.ts'
import type { StateOf, Subject } from './cell.ts'

const PANEL_TARGET = 2

const subject = <S extends string>(state: S, id: number) => ({ state, id, own: [] })

/** The office's objects other than proposals. */
export async function officeSubjects(
  server: TestServer,
  office: Ctx,
  { admin, panel, term }: { admin: Actor; panel: Actor; term: number },
) {
  const applicant = async (
    state: StateOf<'applicant'>,
    decide?: typeof reject,
  ): Promise<Subject<'applicant'>> => {
    const id = await aNotice(office)
    await decide?.(office, id)
    return subject(state, id)
  }
  const groupMail = async (state: StateOf<'groupMail'>): Promise<Subject<'groupMail'>> => {
    const id = await aGroupMail(office, { destinations: [panel], sent: state === 'sent' })
    if (state === 'deleted') await deleteGroupMail(office, id)
    return subject(state, id)
  }
  const mails = [await groupMail('unsent'), await groupMail('sent'), await groupMail('deleted')]
  const active = await aUser(office, ['panel'])
  await anApp(office, active)
  return {
    applicant: [
      await applicant('notRegistered'),
      await applicant('registered', register),
      await applicant('rejected', reject),
    ],
    user: [
      subject('active' as const, active.id),
      subject('disabled' as const, (await aUser(office, ['panel'], { disabled: true })).id),
    ],
    information: [
      subject('published' as const, await anAnnouncement(office)),
      subject('unpublished' as const, await anAnnouncement(office, { published: false })),
      subject('for the panel' as const, await anAnnouncement(office, { target: PANEL_TARGET })),
    ],
    keyword: [
      subject('shown' as const, await aKeyword(office, { name: 'Ice' })),
      subject('hidden' as const, await aKeyword(office, { name: 'Dust', hidden: true })),
    ],
    organisation: [subject('alone' as const, await anOrganisation(office, { name: 'Institute of Ices' }))],
    method: [
      subject('shown' as const, await aMethod(office, { name: 'TEM' })),
      subject('hidden' as const, await aMethod(office, { name: 'SEM', hidden: true })),
    ],
    scenario: [
      subject('of the panel' as const, await aScenario(server.ctx(panel), { term_id: term })),
      subject('of the office' as const, await aScenario(office, { term_id: term })),
    ],
    meeting: await meetings(office, { admin, term }),
    savedView: [
      subject('of the panel' as const, await aView(server.ctx(panel))),
      subject('of the office' as const, await aView(office, { for_all: true })),
    ],
    groupMail: mails,
    keptAct: [await aKeptAct(server, admin, 'waiting'), await aKeptAct(server, admin, 'refused')],
    mail: [
      subject('failed' as const, await aMail(server, mailState.code.FAILED)),
      subject('sent' as const, await aMail(server, mailState.code.SENT)),
    ],
    webHook: [await aHook(office, 'on'), await aHook(office, 'off')],
    webHookDelivery: [await aDelivery(office, 'failed'), await aDelivery(office, 'delivered')],
    download: [await aDownload(await server.as(admin))],
  }
}

async function aHook(office: Ctx, state: StateOf<'webHook'>): Promise<Subject<'webHook'>> {
  const { id } = await aWebHook(office, { name: `Hook ${state}` })
  if (state === 'off') await switchHook(office, id, false)
  return subject(state, id)
}

async function aDelivery(
  office: Ctx,
  state: StateOf<'webHookDelivery'>,
): Promise<Subject<'webHookDelivery'>> {
  const id = await aFailedDelivery(office, (await aWebHook(office)).id)
  if (state === 'delivered')
    await office.db
      .updateTable('web_hook_deliveries')
      .set({ state, delivered_at: office.now().toISOString() })
      .where('id', '=', id)
      .execute()
  return subject(state, id)
}

/** An act of the office on a group mail that is no other subject. */
async function aKeptAct(
  server: TestServer,
  admin: Actor,
  state: StateOf<'keptAct'>,
): Promise<Subject<'keptAct'>> {
  const office = server.ctx(admin)
  const mail = await aGroupMail(office, { destinations: [admin] })
  const send_at = new Date(+server.services.clock() + 60_000).toISOString()
  await scheduleGroupMail(office, mail, { send_at })
  const { id } = await server.db
    .selectFrom('kept_acts')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const ended = { state, outcome: 'Not Found', ended_at: send_at }
  if (state === 'refused') await server.db.updateTable('kept_acts').set(ended).where('id', '=', id).execute()
  return subject(state, id)
}

/** A mail in a state. */
async function aMail(
  { db, services }: TestServer,
  state: (typeof mailState.code)[keyof typeof mailState.code],
) {
  const at = services.clock().toISOString()
  const { id } = await db
    .insertInto('mails')
    .values({
      kind: 'group_mail',
      recipients: ['bo@example.org'],
      subject: 'News',
      body: 'News',
      state,
      sent_at: state === 'sent' ? at : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A file address of the office. */
async function aDownload({
  request,
}: {
  request: Awaited<ReturnType<TestServer['as']>>['request']
}): Promise<Subject<'download'>> {
  const address: string = (await request('GET', '/api/users/download_mail_list')).json()
  return { state: 'of the office', id: 0, token: address.split('/').at(-2)!, own: ['admin'] }
}

/** The office closes one meeting of the term, opens another, and prepares one of the next term. */
async function meetings(office: Ctx, { admin, term }: { admin: Actor; term: number }) {
  const closed = await aMeeting(office, { term_id: term, chair: admin })
  await openMeeting(office, closed)
  await closeMeeting(office, closed)
  const open = await aMeeting(office, { term_id: term, chair: admin })
  await openMeeting(office, open)
  await office.db.updateTable('meeting_attendance').set({ left_at: office.now().toISOString() }).execute()
  const prepared = await aMeeting(office, { term_id: term + 1, chair: admin })
  return [
    subject('open' as const, open),
    subject('prepared' as const, prepared),
    subject('closed' as const, closed),
  ]
}
