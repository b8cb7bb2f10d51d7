import { sql } from 'kysely'
import { BENNU, GAS, PARTICLE, RYUGU } from '#domain/masters/values.ts'
import { REPORT_FIELDS } from '#domain/reports/fields.ts'
import { REPORT_REQUESTED } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { anApiToken } from '../../builders/api_tokens.ts'
import { aGroupMail } from '../../builders/group_mail.ts'
import {
  aKeyword,
  aMethod,
  aNotice,
  anAnnouncement,
  aPerson,
  aTerm,
  aUser,
  daysFrom,
  failMails,
  makeCurrent,
} from '../../builders/people.ts'
import { aSavedProposal, aSubmittedProposal } from '../../builders/proposals.ts'
import { aReport, aReviewer, aSubmittedReport } from '../../builders/reports.ts'
import { anAssignment, aSample } from '../../builders/samples.ts'
import { answerRequest } from '../../reports/service.ts'
import type { TestServer } from '../test_server.ts'
import { beginAgain, distinguish, type Sources } from './values.ts'

/** The day of the decision notes, which no other value has, whatever the day of the test. */
const SAVED_ON = '1998-02-03'

const TABLES = [
  'users',
  'applicants',
  'proposals',
  'reports',
  'samples',
  'assignments',
  'group_mails',
  'mails',
  'information',
  'keywords',
  'analysis_methods',
  'proposal_collaborators',
  'applicant_collaborators',
  'inventories',
  'inventory_pieces',
  'publications',
  'api_tokens',
]

/** Starts the ids of the tables far apart, so that no two objects have the same. */
async function spreadIds({ db }: TestServer) {
  for (const [place, table] of TABLES.entries())
    await sql`alter table ${sql.table(table)} alter column id restart with ${sql.lit((place + 1) * 10_000)}`.execute(
      db,
    )
}

/** The only row of a table with these values. */
async function idOf({ db }: TestServer, table: string, where: Record<string, number | string>) {
  const conditions = Object.entries(where).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { rows } = await sql<{
    id: number
  }>`select id from ${sql.table(table)} where ${sql.join(conditions, sql` and `)} order by id`.execute(db)
  return rows[0]!.id
}

/**
 * A call with an object of each kind, an earlier call, and every state that a screen shows differently. No two of its
 * values are alike: `sources` says of each text, time and number which column of which object it comes from.
 */
export async function createDistinctScene(server: TestServer) {
  const { ctx } = server
  beginAgain()
  await spreadIds(server)
  const people = await somePeople(server)
  const office = ctx(people.admin)
  const samples = await someSamples(server)

  const collaborators = [aPerson(), aPerson()]
  await aTerm(ctx(), { id: 6 })
  const notice = { collaborators, early_career: 2 }
  const earlier = await aSubmittedProposal(office, {
    notice: { ...aPerson({ email: 'ask@x.example' }), ...notice },
  })
  const dates = { panel_meets_at: daysFrom(office.now(), 90), allocation_due_at: daysFrom(office.now(), 100) }
  await aTerm(ctx(), { is_current: false, ...dates })
  await makeCurrent(ctx(), 7)
  const keyword = await aKeyword(ctx(), { name: 'A keyword', sort: 31 })
  const method = await aMethod(ctx(), { name: 'A method', sort: 32 })
  const proposal = await aSubmittedProposal(office, {
    notice: { ...aPerson({ email: 'ask@x.example' }), ...notice },
    input: {
      early_career: 1,
      proposal_collaborator: [aPerson(), aPerson()],
      accepted_terms: [6],
      keywords: [keyword],
      methods: [method],
      conditions: [2],
      samples: [
        { db_type: RYUGU, type: PARTICLE, any: 0, sample_id: samples.particle.id },
        { db_type: RYUGU, type: 1, any: 1, size: 1.537, number_of_samples: 4, chamber: 2 },
        { db_type: RYUGU, type: GAS, any: 1, number_of_bottles: 3 },
        { db_type: BENNU, type: PARTICLE, any: 1, weight: 0.26, number_of_samples: 5, dish: 8 },
      ],
    },
  })
  const file = { file_key: 'none', original_file_name: 'a.pdf', file_size: 4711 }
  await server.db.updateTable('proposals').set(file).where('id', '=', proposal.proposal_id).execute()
  const draft = await aSavedProposal(office)
  const open = await aSubmittedProposal(office)
  const proposal_id = proposal.proposal_id
  const reports = {
    first: await aSubmittedReport(office, {
      proposal_id,
      reviewer: people.first,
      review: { science_score: 5, technical_score: 2 },
    }),
    second: await aSubmittedReport(office, {
      proposal_id,
      reviewer: people.second,
      review: { science_score: 4, technical_score: 1 },
    }),
    asked: await aReport(office, { proposal_id: open.proposal_id, reviewer: people.asked, status: 1 }),
    writing: await aReport(office, {
      proposal_id: open.proposal_id,
      reviewer: people.writing,
      status: 2,
      review: { science_score: 3, technical_score: undefined },
    }),
  }
  const declined = await aReport(office, {
    proposal_id: open.proposal_id,
    reviewer: people.declining,
    status: REPORT_REQUESTED,
  })
  await answerRequest(office.as(people.declining), declined, {
    step: 'decline',
    decline: { reason: 'time', note: 'A note', suggestion: 'A suggestion' },
  })
  await anAssignment(office, 1, [{ sample_id: samples.particle.id, proposal_id }], { confirmed: true })
  await anAssignment(office, 2, [{ sample_id: samples.gas.id, proposal_id }])
  const applicant = await aNotice(ctx(), { collaborators: [aPerson(), aPerson()], early_career: 1 })
  const mails = {
    unsent: await aGroupMail(office, {
      destinations: [people.first, people.second],
      bcc: 'x@x.example',
      reply_to_address: 'r@x.example',
      reply_to_name: 'R',
    }),
    sent: await aGroupMail(office, { destinations: [people.asked], sent: true }),
  }
  await failMails(ctx(), 'registration', 1)
  await anApiToken(ctx(), people.colleague, { scopes: ['read_lists', 'read_custody'] })
  // Days that no other value has, whatever the day of the test.
  const days = { created_at: '1999-09-09T09:09:00Z', expires_at: '2099-09-09T09:09:00Z' }
  await server.db.updateTable('api_tokens').set(days).execute()
  const announcement = await anAnnouncement(ctx(), { url: 'https://x.example/a' })

  const of = (table: string, where: Record<string, number | string>) => idOf(server, table, where)
  const sources: Sources = new Map([
    ['5 Excellent', 'first.science_score'],
    ['2 Fair', 'first.technical_score'],
    ['4 Very Good', 'second.science_score'],
    ['1 Poor', 'second.technical_score'],
    ['3 Good', 'writing.science_score'],
    ['4.50', 'science_average'],
    ['1.50', 'technical_average'],
    ['6.00', 'total_average'],
    ['17.50', 'rank_average'],
    ...REPORT_FIELDS.map(({ label }): [string, string] => [label, `${label}:`]),
  ])
  const notes = { for_proposer: 'Words for the proposer', internal: 'Words among us' }
  await server.db
    .insertInto('decision_notes')
    .values({
      ...notes,
      proposal_id,
      version: 1,
      saved_by: people.admin.id,
      saved_at: `${SAVED_ON}T12:34:00Z`,
    })
    .execute()
  for (const [column, text] of Object.entries({ ...notes, notes_saved_at: SAVED_ON }))
    sources.set(text, `proposal.${column}`)
  const is = (name: string, table: string, id: number, values: Record<string, unknown> = {}) =>
    distinguish(server.db, sources, { name, table, id, values })
  for (const [name, { id }] of Object.entries(people)) await is(name, 'users', id)
  // The lists that have two views are seen in one of them by each.
  const list_views = JSON.stringify({ proposals: 'ranking', reviewers: 'list', assigned: 'list' })
  await server.db.updateTable('users').set({ list_views }).where('id', '=', people.colleague.id).execute()
  await is('proposer', 'users', proposal.actor.id)
  await is('earlier', 'proposals', earlier.proposal_id)
  await is('proposal', 'proposals', proposal_id, { rank: 6.25, global_score: 3.75 })
  await is('open', 'proposals', open.proposal_id)
  await is('opener', 'users', open.actor.id)
  await is('draft', 'proposals', draft.proposal_id)
  await is('drafter', 'users', draft.actor.id)
  await is('applicant', 'applicants', applicant)
  await is('registered', 'applicants', proposal.applicant_id)
  await is('other', 'applicants', draft.applicant_id)
  await is('third', 'applicants', open.applicant_id)
  for (const [owner, table, key, id] of [
    ['proposal', 'proposal_collaborators', 'proposal_id', proposal_id],
    ['applicant', 'applicant_collaborators', 'applicant_id', applicant],
  ] as const)
    for (const position of [0, 1])
      await is(`${owner}_collaborator${position}`, table, await of(table, { [key]: id, position }))
  await is('first', 'reports', reports.first, { rank: 17, requested_at: '', reminded_at: '' })
  await is('second', 'reports', reports.second, { rank: 18, requested_at: '', reminded_at: '' })
  await is('asked', 'reports', reports.asked, { requested_at: '', reminded_at: '' })
  await is('writing', 'reports', reports.writing, { rank: 19, requested_at: '', reminded_at: '' })
  await is('declined', 'reports', declined, { requested_at: '', reminded_at: '' })
  await is('particle', 'samples', samples.particle.id, { initial_weight: 6.21 })
  await is('gas', 'samples', samples.gas.id)
  await is('confirmed', 'assignments', await of('assignments', { sample_id: samples.particle.id }), {
    proposed_at: '',
    proposed_by: people.second.id,
    confirmed_by: people.colleague.id,
  })
  await is('given', 'assignments', await of('assignments', { sample_id: samples.gas.id }))
  await is('unsent', 'group_mails', mails.unsent)
  await is('sent', 'group_mails', mails.sent)
  await is('announcement', 'information', announcement)
  await is('keyword', 'keywords', keyword)
  await is('method', 'analysis_methods', method)
  await is('failed', 'mails', await of('mails', { state: 'failed' }), { tries: 27 })
  await is('term', 'terms', 7)
  await endCall(server, 6)
  await is('past', 'terms', 6)
  return {
    actors: { ...people, proposer: proposal.actor, drafter: draft.actor },
    ids: {
      ...Object.fromEntries(Object.entries(people).map(([name, { id }]) => [`${name}_user`, id])),
      proposer: proposal.actor.id,
      proposal: proposal_id,
      earlier: earlier.proposal_id,
      draft: draft.proposal_id,
      open: open.proposal_id,
      applicant,
      announcement,
      keyword,
      method,
      particle: samples.particle.id,
      gas: samples.gas.id,
      ...reports,
      declined,
      ...mails,
    } as Record<string, number>,
    sources,
  }
}

/** Puts the dates of a call two years back, each by another number of days. */
const endCall = ({ db }: TestServer, id: number) =>
  db
    .updateTable('terms')
    .set({
      noi_opens_at: sql`noi_opens_at - interval '731 days'`,
      noi_closes_at: sql`noi_closes_at - interval '733 days'`,
      proposals_open_at: sql`proposals_open_at - interval '730 days'`,
      proposals_close_at: sql`proposals_close_at - interval '732 days'`,
      reviews_due_at: sql`reviews_due_at - interval '734 days'`,
    })
    .where('id', '=', id)
    .execute()

async function somePeople({
  ctx,
}: TestServer): Promise<
  Record<'admin' | 'colleague' | 'panel' | 'first' | 'second' | 'asked' | 'writing' | 'declining', Actor>
> {
  return {
    admin: await aUser(ctx(), ['admin']),
    colleague: await aUser(ctx(), ['admin', 'panel']),
    panel: await aUser(ctx(), ['panel']),
    first: await aReviewer(ctx()),
    second: await aReviewer(ctx()),
    asked: await aReviewer(ctx()),
    writing: await aReviewer(ctx()),
    declining: await aReviewer(ctx()),
  }
}

const someSamples = async ({ ctx }: TestServer) => ({
  particle: await aSample(ctx(), { weight: 5.43, size: 2011, pressure: 101.5, volume: 0.37 }),
  gas: await aSample(ctx(), {
    sample_type: GAS,
    weight: null,
    size: null,
    pressure: 88.25,
    volume: 12.5,
    chamber: 2,
  }),
})

export type DistinctScene = Awaited<ReturnType<typeof createDistinctScene>>
