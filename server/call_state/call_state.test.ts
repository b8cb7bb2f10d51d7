import { describe, expect, test } from 'vitest'
import { TODO_KEYS, type TodoKey } from '#domain/call_state/rules.ts'
import type { Speakers } from '#domain/panel/leads.ts'
import type { ProposalStatus } from '#domain/proposals/status.ts'
import type { ReportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aGroupMail } from '../builders/group_mail.ts'
import { aNotice, aTerm, aUser, daysFrom } from '../builders/people.ts'
import { aSavedProposal, aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { aSample } from '../builders/samples.ts'
import { scheduleGroupMail } from '../mail/service.ts'
import {
  createConflictedUser,
  createSubmittedProposal,
  requireTwoToConfirm,
  withOffice,
} from '../testing/allocation.ts'
import { createInventoryTasks, createLoanTasks } from '../testing/custody_tasks.ts'
import { createTwoTerms, type TwoTerms } from '../testing/lists/two_terms.ts'
import { storedScores } from '../testing/reviews.ts'
import { type TestClient, type TestServer, withServer } from '../testing/test_server.ts'

const stateFor = async (world: TestServer, actor: Actor) => (await world.as(actor)).api.callState.get()
/** The same request as the line above every screen sends it. */
const stepsFor = async (world: TestServer, actor: Actor) =>
  (await world.as(actor)).api.callState.get({ query: { only: 'steps' } })

/** The endpoint of each list, and whether the screen opens at the current term. */
const LISTS: Record<string, [call: string, ofTerm: boolean]> = {
  '/proposers/applicant': ['/api/applicants', true],
  '/proposers': ['/api/proposers', true],
  '/proposals': ['/api/proposals', true],
  '/reviewers': ['/api/reviewers', true],
  '/reviewers/late': ['/api/late_reports', true],
  '/samples': ['/api/samples/current', true],
  '/samples/assigned': ['/api/samples/assigned', true],
  '/mail-log': ['/api/mail_log', false],
  '/reviewers/conflicts': ['/api/conflicts/findings', true],
  '/proposals/leads': ['/api/panel/leads', true],
  '/results': ['/api/results', false],
  '/loans': ['/api/loans', false],
  '/publications': ['/api/publications', false],
  '/pieces': ['/api/pieces', false],
  '/system/web-hooks/deliveries': ['/api/web_hooks/deliveries', false],
}

/** Number of rows that a list shows at an address, or of reports if its rows are reviewers. */
async function countInList({ request }: TestClient, href: string) {
  const [path, query] = href.split('?') as [string, string]
  const [call, ofTerm] = LISTS[path]!
  const asked = new URLSearchParams(query)
  if (ofTerm) asked.set('term_id', '7')
  asked.set('per_page', '100')
  const reply = (await request('GET', `${call}?${asked}`)).json()
  const statuses = asked.getAll('status').map(Number)
  if (path === '/proposals/leads')
    return reply.proposals.filter((one: Speakers) => one.first === null || one.second === null).length
  if (path === '/reviewers/late')
    return reply.filter(
      ({ status }: { status: number }) => statuses.length === 0 || statuses.includes(status),
    ).length
  if (path !== '/reviewers') return (reply.data ?? reply.rows ?? reply).length
  return reply.data.flatMap((row: { report: { status: number }[] }) =>
    row.report.filter(({ status }) => statuses.includes(status)),
  ).length
}

/** Two terms with at least one item of every kind in the to-do list. */
async function createWaitingItems(world: TestServer) {
  const terms = await createTwoTerms(world)
  const { proposal_id: locked } = await aSavedProposal(world.ctx(terms.office))
  await world.db
    .updateTable('proposals')
    .set({ unlocked_until: '2000-01-01T00:00:00Z' })
    .where('id', '=', locked)
    .execute()
  const { id: sample_id } = await aSample(world.ctx())
  await refuseGroupMail(world, terms.office)
  // Of the affiliation of a proposer: a finding.
  await aReviewer(world.ctx(), { affiliation: 'MAPLE' })
  const [one, other] = [terms.of.Kamo!.id, terms.of.Moro!.id]
  for (const proposal_id of [one, other])
    await world.db.insertInto('assignments').values({ sample_id, proposal_id }).execute()
  await aSpeaker(world, one)
  return terms
}

/** A first speaker of a proposal. */
async function aSpeaker(world: TestServer, proposal_id: number) {
  const { id } = await aUser(world.ctx(), ['panel'])
  await world.db
    .insertInto('proposal_leads')
    .values({ proposal_id, first_user_id: id, saved_at: '2026-01-01T00:00:00Z' })
    .execute()
}

/** A scheduled group mail that could not be sent at its time. */
async function refuseGroupMail({ ctx, db, services }: TestServer, office: Actor) {
  const id = await aGroupMail(ctx(office), { destinations: [office] })
  const ended_at = new Date(+services.clock() + 60_000).toISOString()
  await scheduleGroupMail(ctx(office), id, { send_at: ended_at })
  await db.updateTable('kept_acts').set({ state: 'refused', outcome: 'Not Found', ended_at }).execute()
}

/** Turns failed mails into mails that the mail server refused temporarily. */
const refuseFailedMails = ({ db }: TestServer) =>
  db
    .updateTable('mails')
    .set({ state: 'waiting', tries: 1, last_error: 'The connection to the mail server was lost.' })
    .where('state', '=', 'failed')
    .execute()

/** A system of long ago without a backup, two of whose checks fail. */
async function neglectSystem({ db, services }: TestServer) {
  await db.updateTable('users').set({ created_at: '2020-01-01T00:00:00Z' }).execute()
  const check = (name: string, state: string) => ({ name, state, detail: 'full', advice: '' })
  const checks = [
    check('Disk', 'bad'),
    check('Clock', 'bad'),
    check('Backup', 'bad'),
    check('Node', 'warning'),
  ]
  await db
    .insertInto('last_checks')
    .values({ checked_at: services.clock().toISOString(), checks: JSON.stringify(checks) })
    .execute()
}

/** What the System page shows of an item: whether the backup is overdue, else the other checks that failed. */
const countOnSystem = async ({ api }: TestClient, key: string) =>
  key === 'backup'
    ? Number((await api.system.show()).backup.overdue)
    : (await api.system.checks()).checks.filter(({ name, state }) => state === 'bad' && name !== 'Backup')
        .length

/** What the screens of results and inventories show of an item that is no list of its own. */
const ELSEWHERE: Partial<Record<TodoKey, (visit: TestClient, id: number) => Promise<number>>> = {
  unsent_acts: async ({ api }) => (await api.undo.list()).length,
  results_to_draft: async ({ api }) => (await api.results.counts({ query: { term_id: 7 } })).not_drafted,
  inventory_due: async ({ api }) => Number((await api.inventories.list()).open_id === null),
  inventory_differs: async ({ api }, id) =>
    (await api.inventories.get({ params: { id } })).differences.length,
  inventory_accept: async ({ api }, id) => (await api.inventories.get({ params: { id } })).to_accept,
  inventory_unanswered: async ({ api }, id) =>
    (await api.inventories.get({ params: { id } })).unanswered.length,
  inventory_close: async ({ api }, id) =>
    Number((await api.inventories.get({ params: { id } })).why_not_close === null),
  hooks_off: async ({ api }) => (await api.webHooks.list()).filter(({ state }) => state === 'failing').length,
}

/** The office resolves what differs, answers for everyone and accepts it: the inventory can be closed. */
async function finishInventory({ api }: TestClient, id: number) {
  const params = { id }
  for (const { id: entry_id, answered_at } of (await api.inventories.get({ params })).differences) {
    const body = { entry_id, answered_at, act: 'note' as const, reason: 'Seen.' }
    await api.inventories.resolve({ params, body })
  }
  for (const { user_id } of (await api.inventories.get({ params })).unanswered) {
    const of = { user_id: user_id ?? undefined }
    const { entries } = await api.inventories.entriesOf({ params, query: of })
    const pieces = entries
      .filter(({ answer }) => answer === null)
      .map(({ address, on_record }) => ({ address, there: true, found: on_record, remark: '' }))
    await api.inventories.answerFor({ params, body: { inventory_id: id, pieces, ...of } })
  }
  await api.inventories.accept({ params })
}

/** A mail of the log. */
const aMail = ({ db }: TestServer, state: 'waiting' | 'sent', last_error: string | null) =>
  db
    .insertInto('mails')
    .values({
      kind: 'registration',
      recipients: ['x@example.org'],
      subject: 'X',
      body: '',
      state,
      tries: last_error === null ? 0 : 1,
      last_error,
    })
    .execute()

const assign = async (world: TestServer, proposal_id: number, more: object = {}) => {
  const { id: sample_id } = await aSample(world.ctx(), { weight: 7 })
  await world.db
    .insertInto('assignments')
    .values({ sample_id, proposal_id, ...more })
    .execute()
}

const aReportRow = async ({ ctx, db }: TestServer, proposal_id: number, status: ReportStatus) => {
  const { id: user_id } = await aReviewer(ctx())
  await db
    .insertInto('reports')
    .values({ proposal_id, user_id, ...storedScores(status) })
    .execute()
}

const unlock = ({ db }: TestServer, id: number, unlocked_until: string) =>
  db.updateTable('proposals').set({ unlocked_until }).where('id', '=', id).execute()

/** Additions that miss one condition of an item in the to-do list or of a number on the dashboard. */
const OUTSIDERS: Record<string, (world: TestServer, terms: TwoTerms) => Promise<unknown>> = {
  'a notice of another term': async (world) => {
    const id = await aNotice(world.ctx())
    await world.db.updateTable('applicants').set({ term_id: 6 }).where('id', '=', id).execute()
  },
  'a mail that waits for its first attempt': (world) => aMail(world, 'waiting', null),
  'a mail that was sent after a refusal': (world) => aMail(world, 'sent', 'Try later.'),
  'a report of another term that is not requested': (world, { of }) => aReportRow(world, of.Lund!.id, 0),
  'a report of another term that is requested': (world, { of }) => aReportRow(world, of.Lund!.id, 1),
  'a report that is closed by the score': (world, { of }) => aReportRow(world, of.Kamo!.id, 2),
  'a request that is closed by the score': (world, { of }) => aReportRow(world, of.Kamo!.id, 1),
  'a declined report': (world, { of }) => aReportRow(world, of.Tula!.id, 9),
  'an assignment in another term': (world, { of }) => assign(world, of.Olah!.id),
  'a confirmed assignment': (world, { of }) =>
    assign(world, of.Kamo!.id, { status: 1, confirmed_at: '2026-01-01T00:00:00Z' }),
  'a sample assigned once in each term': (world, { of, samples }) =>
    world.db
      .insertInto('assignments')
      .values({ sample_id: samples.Nara!, proposal_id: of.Olah!.id })
      .execute(),
  'an open unlock in another term': (world, { of }) => unlock(world, of.Olah!.id, '2099-01-01T00:00:00Z'),
  'an unlock of a proposal that was never opened': (world, { of }) =>
    unlock(world, of.Udin!.id, '2099-01-01T00:00:00Z'),
  'an unlock that ended after the submission': (world, { of }) =>
    unlock(world, of.Riga!.id, '2000-01-01T00:00:00Z'),
  'a proposal of another term that was never opened': (world) => aProposalOfTerm6(world, { status: 0 }),
  'a submitted proposal of another term': (world) => aProposalOfTerm6(world, { status: 2 }),
  'the highest score, in another term': (world) =>
    aProposalOfTerm6(world, { status: 2, global_score: 5, rank: 1 }),
  'an allocated proposal of another term': async (world) =>
    assign(world, await aProposalOfTerm6(world, { status: 2 })),
}

async function aProposalOfTerm6(
  { ctx, db }: TestServer,
  proposal: { status: ProposalStatus; global_score?: number; rank?: number },
) {
  const { id: user_id } = await aUser(ctx(), ['proposer'])
  const { id } = await db
    .insertInto('proposals')
    .values({ user_id, term_id: 6, title: 'Of before', ...proposal })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('the to-do list of the office', () => {
  test('counts as the list behind each item does', () =>
    withServer(async (world) => {
      const { office, of } = await createWaitingItems(world)
      await createLoanTasks(world, world.ctx(office), of.Kamo!.id)
      const inventory = await createInventoryTasks(world, world.ctx(office))
      const visit = await world.as(office)
      const seen = new Set<string>()
      const look = async () => {
        for (const { key, href, count } of (await visit.api.callState.get()).todo) {
          seen.add(key)
          const elsewhere = ELSEWHERE[key]
          const shown = elsewhere
            ? elsewhere(visit, inventory)
            : href === '/system'
              ? countOnSystem(visit, key)
              : countInList(visit, href)
          expect.soft([key, await shown]).toEqual([key, count])
          expect.soft(count, key).toBeGreaterThan(0)
        }
      }
      await look()
      await requireTwoToConfirm(visit.api, true)
      await world.db
        .updateTable('assignments')
        .set({ proposed_by: office.id, proposed_at: '2026-01-01T00:00:00Z' })
        .where('id', '=', (eb) => eb.selectFrom('assignments').select(({ fn }) => fn.min('id').as('id')))
        .execute()
      await look()
      await world.db
        .updateTable('terms')
        .set({
          noi_closes_at: daysFrom(world.services.clock(), -2),
          proposals_close_at: daysFrom(world.services.clock(), -2),
          reviews_due_at: daysFrom(world.services.clock(), -1),
        })
        .execute()
      await look()
      await refuseFailedMails(world)
      await look()
      await neglectSystem(world)
      await world.db.updateTable('web_hooks').set({ state: 'failing' }).where('name', '=', 'Alder').execute()
      await look()
      await finishInventory(visit, inventory)
      await look()
      await visit.api.inventories.close({ params: { id: inventory }, body: { unanswered: 0 } })
      await world.db.updateTable('inventories').set({ asked_at: '2020-01-01T00:00:00Z' }).execute()
      await look()
      expect([...seen].sort()).toEqual([...TODO_KEYS].sort())
    }))

  test('of curation has what it can do, counted as its lists do', () =>
    withServer(async (world) => {
      const { office, of } = await createWaitingItems(world)
      await createLoanTasks(world, world.ctx(office), of.Kamo!.id)
      await createInventoryTasks(world, world.ctx(office))
      const visit = await world.as(await aUser(world.ctx(office), ['curation']))
      const { todo } = await visit.api.callState.get()
      expect(todo.map(({ key, count }) => [key, count])).toEqual([
        ['loans_packing', 1],
        ['loans_returns', 1],
        ['write_offs', 2],
      ])
      for (const { key, href, count } of todo)
        expect.soft([key, await countInList(visit, href)]).toEqual([key, count])
    }))

  test('and the dashboard count nothing that only resembles an item', () =>
    withServer(async (world) => {
      const terms = await createWaitingItems(world)
      const counted = async () => {
        const { todo, staff } = await stateFor(world, terms.office)
        return { todo, funnel: staff!.funnel, top: staff!.top }
      }
      let before = await counted()
      for (const [what, add] of Object.entries(OUTSIDERS)) {
        await add(world, terms)
        const after = await counted()
        expect.soft(after, what).toEqual(before)
        before = after
      }
    }))

  test('leaves out proposals that the viewer has a conflict with', () =>
    withServer(async (world) => {
      const { office, of } = await createWaitingItems(world)
      const before = await stateFor(world, office)
      for (const last of ['Riga', 'Sion', 'Tula'])
        await world.db
          .insertInto('conflicts')
          .values({ proposal_id: of[last]!.id, user_id: office.id, reason: '', declared_by: office.id })
          .execute()
      const after = await stateFor(world, office)
      const keys = ({ todo }: typeof after) => todo.map(({ key }) => key)
      const hidden = ['without_reviewer', 'not_requested', 'to_score']
      expect(hidden.filter((key) => (keys(before) as string[]).includes(key))).toEqual(hidden)
      expect(hidden.filter((key) => (keys(after) as string[]).includes(key))).toEqual([])
      expect(after.staff!.funnel.submitted).toBe(before.staff!.funnel.submitted)
      expect(after.staff!.funnel.reviewed).toBe(before.staff!.funnel.reviewed - 1)
    }))

  test('names open unlocks with their ends, and what was locked again without a submission', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const office = await aUser(world.ctx(), ['admin'])
      const [draft, submitted] = [
        (await aSavedProposal(world.ctx(office))).proposal_id,
        (await aSubmittedProposal(world.ctx(office))).proposal_id,
      ]
      world.at('2027-01-10T12:00:00Z')
      const of = async () => {
        const { todo } = await stateFor(world, office)
        return todo.flatMap(({ key, note }) => (key.startsWith('unlock') ? [[key, note]] : []))
      }
      expect(await of()).toEqual([])
      const { api } = await world.as(office)
      await api.staff.unlock({ params: { id: draft } })
      await api.staff.unlock({ params: { id: submitted }, body: { until: '2027-01-12T12:00:00Z' } })
      expect(await of()).toEqual([
        ['unlocked', `${submitted} until 2027-01-12 12:00 UTC and ${draft} until 2027-01-17 12:00 UTC`],
      ])
      world.at('2027-01-12T12:00:00Z')
      expect(await of()).toEqual([['unlocked', `${draft} until 2027-01-17 12:00 UTC`]])
      world.at('2027-01-17T12:00:00Z')
      expect(await of()).toEqual([['unlock_ended', String(draft)]])
      await (await world.as(office)).api.staff.unlock({ params: { id: draft } })
      await (await world.as(office)).api.staff.cancelUnlock({ params: { id: draft } })
      expect(await of()).toEqual([])
    }))

  test('has only mails, acts, results, loans and publications in a closed term', () =>
    withServer(async (world) => {
      const { office } = await createWaitingItems(world)
      await world.db.updateTable('terms').set({ disabled: true }).execute()
      const { todo, steps } = await stateFor(world, office)
      const ofAnyTerm = ['results', 'loans']
      expect(todo.filter(({ kind }) => !ofAnyTerm.includes(kind)).map(({ key }) => key)).toEqual([
        'loans_late',
        'result_findings',
        'answers_overdue',
        'mails',
        'unsent_acts',
        'hook_deliveries',
      ])
      expect(steps.some(({ present }) => present)).toBe(false)
    }))

  test('counts mails that the mail server refuses, but not those that wait for their first attempt', () =>
    withServer(async (world) => {
      const { office } = await createWaitingItems(world)
      const waitingMails = async () =>
        (await stateFor(world, office)).todo.find(({ key }) => key === 'mails_waiting')
      expect(await waitingMails()).toBeUndefined()
      await refuseFailedMails(world)
      expect(await waitingMails()).toMatchObject({
        label: 'E-mails waiting for the mail server',
        note: expect.stringContaining('they are retried automatically'),
        href: '/mail-log?state=waiting',
      })
    }))
})

describe('the call so far', () => {
  test('shows counts, material and highest scores, without conflicts', () =>
    withOffice(async (world, office) => {
      const { db } = world
      const sample = await aSample(world.ctx(), { weight: 3.25 })
      const best = await createSubmittedProposal(world, office, {
        score: 4.5,
        rank: 2,
        asks: [{ sample_id: sample.id }],
      })
      const own = await createSubmittedProposal(world, office, { score: 5, asks: [{ sample_id: null }] })
      const asks = [
        { sample_id: null, db_type: 2 as const },
        { sample_id: null, db_type: 2 as const },
      ]
      await createSubmittedProposal(world, office, { score: 4.5, rank: 1, asks })
      const any = (db_type: 1 | 2) =>
        db.updateTable('requested_samples').where('sample_id', 'is', null).where('db_type', '=', db_type)
      await any(1).set({ weight: 1.5 }).execute()
      await any(2).set({ size: 900 }).where('priority', '=', 1).execute()
      await db.insertInto('assignments').values({ sample_id: sample.id, proposal_id: best }).execute()
      const { staff } = await stateFor(world, office)
      expect(staff!.funnel).toEqual({
        notices: 3,
        proposers: 3,
        submitted: 3,
        reviewed: 3,
        scored: 3,
        allocated: 1,
      })
      expect(staff!.material).toEqual({
        ryugu: { given: 3.25, asked: 4.75, bySize: 0, unstated: 0, proposals: 2 },
        bennu: { given: 0, asked: 0, bySize: 1, unstated: 1, proposals: 1 },
      })
      expect(staff!.top.map(({ id, rank }) => [id, rank])).toEqual([
        [own, null],
        [expect.any(Number), 1],
        [best, 2],
      ])
      const conflicted = (await stateFor(world, await createConflictedUser(world, own))).staff!
      expect(conflicted.top.map(({ id }) => id)).not.toContain(own)
      expect(conflicted.funnel).toMatchObject({ submitted: 3, reviewed: 2, scored: 2 })
    }))

  test('is compared with the previous call on the same day', () =>
    withOffice(async (world, office) => {
      const { db } = world
      const now = world.services.clock()
      await db
        .updateTable('terms')
        .set({ noi_opens_at: daysFrom(now, -400) })
        .where('id', '=', 6)
        .execute()
      const proposals = [
        await createSubmittedProposal(world, office),
        await createSubmittedProposal(world, office),
      ]
      for (const [i, id] of proposals.entries())
        await db
          .updateTable('proposals')
          .set({ term_id: 6, submitted_at: daysFrom(now, i === 0 ? -380 : -360) })
          .where('id', '=', id)
          .execute()
      await db
        .updateTable('applicants')
        .set({ term_id: 6, created_at: daysFrom(now, -371) })
        .execute()
      // A notice of a day after, one of this term, a submission of this term, and one that was cancelled.
      for (const values of [
        { term_id: 6, created_at: daysFrom(now, -369) },
        { created_at: daysFrom(now, -371) },
      ])
        await db
          .updateTable('applicants')
          .set(values)
          .where('id', '=', await aNotice(world.ctx()))
          .execute()
      for (const values of [{}, { term_id: 6, status: 1 as const }])
        await db
          .updateTable('proposals')
          .set({ submitted_at: daysFrom(now, -380), ...values })
          .where('id', '=', await createSubmittedProposal(world, office))
          .execute()
      // AO7 opened 30 days ago, AO6 400: the day to look at is 370 days back.
      expect((await stateFor(world, office)).staff!.before).toEqual({
        label: 'AO6',
        notices: 2,
        submitted: 1,
      })
    }))

  test('shows the panel what was reviewed since the previous sign-in', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const office = world.ctx(await aUser(world.ctx(), ['admin']))
      const { proposal_id } = await aSubmittedProposal(office)
      const reviewer = await aReviewer(world.ctx())
      await aReport(office, { proposal_id, reviewer, status: 3 })
      await aReport(office, { proposal_id, reviewer: await aReviewer(world.ctx()), status: 2 })
      await aTerm(world.ctx(), { id: 6, is_current: false })
      const { proposal_id: past } = await aSubmittedProposal(office)
      await aReport(office, { proposal_id: past, reviewer, status: 3 })
      await world.db.updateTable('proposals').set({ term_id: 6 }).where('id', '=', past).execute()
      const panel = await aUser(world.ctx(), ['panel'])
      const seen = async () => (await stateFor(world, panel)).panel!
      expect(await seen()).toMatchObject({
        since: null,
        count: 1,
        proposals: [{ id: proposal_id, reports: 1 }],
      })
      const login = (at: string) =>
        world.db.updateTable('users').set({ previous_login_at: at }).where('id', '=', panel.id).execute()
      await login(daysFrom(world.services.clock(), 1))
      expect(await seen()).toMatchObject({ count: 0, proposals: [] })
      await login(daysFrom(world.services.clock(), -1))
      await world.db
        .insertInto('conflicts')
        .values({ proposal_id, user_id: panel.id, reason: '', declared_by: panel.id })
        .execute()
      expect(await seen()).toMatchObject({ count: 0, proposals: [] })
    }))
})

describe('each role reads its own block', () => {
  test('and no other', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      for (const [role, blocks] of [
        ['admin', ['staff']],
        ['panel', ['staff', 'panel']],
        ['reviewer', ['reviewer']],
        ['proposer', ['proposer']],
      ] as const) {
        const { term, steps, todo, ...state } = await stateFor(world, await aUser(world.ctx(), [role]))
        expect([term?.label, steps.length, todo]).toEqual(['AO7', 5, []])
        const there = Object.entries(state).filter(([, block]) => block !== null)
        expect([role, there.map(([name]) => name)]).toEqual([role, blocks])
      }
    }))

  test('and the frame the steps only, none before the first term', () =>
    withServer(async (world) => {
      const none = { todo: [], staff: null, panel: null, reviewer: null, proposer: null }
      const admin = await aUser(world.ctx(), ['admin', 'panel', 'reviewer', 'proposer'])
      expect(await stepsFor(world, admin)).toEqual({ term: null, steps: [], ...none })
      await aTerm(world.ctx())
      const { term, steps } = await stateFor(world, admin)
      expect(await stepsFor(world, admin)).toEqual({ term, steps, ...none })
    }))

  test('in which only staff and its reviewer see a late report', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const admin = await aUser(world.ctx(), ['admin'])
      const { proposal_id, actor: proposer } = await aSubmittedProposal(world.ctx(admin))
      const reviewer = await aReviewer(world.ctx())
      await aReport(world.ctx(admin), { proposal_id, reviewer, status: 2 })
      const other = await aReviewer(world.ctx())
      const now = world.services.clock()
      const change = {
        noi_closes_at: daysFrom(now, -3),
        proposals_close_at: daysFrom(now, -3),
        reviews_due_at: daysFrom(now, -2),
      }
      await world.db.updateTable('terms').set(change).execute()
      const late = async (actor: Actor) => {
        const { term, steps } = await stateFor(world, actor)
        expect(await stepsFor(world, actor)).toMatchObject({ term, steps })
        return steps.filter((step) => step.late).map(({ key }) => key)
      }
      expect(await late(admin)).toEqual(['reviews'])
      expect(await late(reviewer)).toEqual(['reviews'])
      expect(await late(other)).toEqual([])
      expect(await late(proposer)).toEqual([])
    }))
})

test('a reviewer sees what to answer, write, submit and rank, but no global score', () =>
  withServer(async (world) => {
    await aTerm(world.ctx())
    const office = world.ctx(await aUser(world.ctx(), ['admin']))
    const reviewer = await aReviewer(world.ctx())
    const ids: Record<string, number> = {}
    for (const [name, status, review] of [
      ['write', 2, undefined],
      ['submit', 2, {}],
      ['submitted', 3, undefined],
      ['answer', 1, undefined],
    ] as const) {
      const { proposal_id } = await aSubmittedProposal(office)
      ids[name] = await aReport(office, { proposal_id, reviewer, status, review })
    }
    const of = async () => {
      const { reviewer: state, staff } = await stateFor(world, reviewer)
      expect(staff).toBeNull()
      const { answer, write, submit, rank, submitted } = state!
      const list = (reports: { id: number }[]) => reports.map(({ id }) => id)
      return { answer: list(answer), write: list(write), submit: list(submit), rank: list(rank), submitted }
    }
    const rank = [ids.write, ids.submit, ids.submitted]
    expect(await of()).toEqual({
      answer: [ids.answer],
      write: [ids.write],
      submit: [ids.submit],
      rank,
      submitted: 1,
    })
    await world.db.updateTable('proposals').set({ global_score: 4 }).execute()
    expect(await of()).toEqual({ answer: [], write: [], submit: [], rank: [ids.submitted], submitted: 1 })
    expect(JSON.stringify(await stateFor(world, reviewer))).not.toContain('global_score')
  }))
