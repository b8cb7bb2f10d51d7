import type { ApplicantStatus } from '#domain/applicants/status.ts'
import type { ProposalStatus } from '#domain/proposals/status.ts'
import type { ReportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aGroupMail } from '../../builders/group_mail.ts'
import { anOrganisation } from '../../builders/organisations.ts'
import { aKeyword, aMethod, aNotice, aTerm, aUser } from '../../builders/people.ts'
import { aSample } from '../../builders/samples.ts'
import { aWebHook } from '../../builders/web_hooks.ts'
import { storedScores } from '../reviews.ts'
import type { TestServer } from '../test_server.ts'
import { createLoans } from './loans.ts'
import { createPieces } from './pieces.ts'
import { createPublications } from './publications.ts'
import { createResults } from './results.ts'

const HOUR_MS = 3_600_000

/** A proposer. Each column that can be sorted or searched has another order. */
interface ProposerFixture {
  last: string
  email: string
  affiliation: string
  title: string
  term?: number
  early?: number
  status?: ProposalStatus
  score?: number
  rank?: number
}

const PROPOSERS: ProposerFixture[] = [
  { last: 'Tula', email: 'dusk', affiliation: 'Maple', title: 'Iron', status: 2 },
  {
    last: 'Kamo',
    email: 'fog',
    affiliation: 'Birch',
    title: 'Olivine',
    early: 1,
    status: 2,
    score: 4.5,
    rank: 2,
  },
  { last: 'Riga', email: 'ash', affiliation: 'Rowan', title: 'Nickel', status: 2 },
  { last: 'Lund', email: 'rain', affiliation: 'Cedar', title: 'Serpentine', term: 6, early: 2, status: 1 },
  { last: 'Moro', email: 'calm', affiliation: 'Willow', title: 'Garnet', status: 2, score: 3.5, rank: 1 },
  { last: 'Pisa', email: 'tide', affiliation: 'Aspen', title: 'Zircon', status: 2, score: 0.5, rank: 4 },
  { last: 'Nara', email: 'ember', affiliation: 'Juniper', title: 'Halite', status: 2, score: 2.5, rank: 3 },
  { last: 'Sion', email: 'brook', affiliation: 'Yew', title: 'Mica', status: 2 },
  { last: 'Olah', email: 'snow', affiliation: 'Larch', title: 'Hematite', term: 6, status: 2, score: 1.5 },
  { last: 'Vera', email: 'gale', affiliation: 'Hazel', title: 'Topaz', status: 2 },
  { last: 'Udin', email: 'mist', affiliation: 'Oak', title: 'Beryl', status: 0 },
]

/** When proposals were, or are, unlocked. */
const UNLOCKED_UNTIL: Record<string, string> = {
  Kamo: '2099-01-01T00:00:00Z',
  Tula: '2000-01-01T00:00:00Z',
  Lund: '2000-01-01T00:00:00Z',
}

/** Sort keys of the proposers' keywords and methods. All but Lund, who has not submitted, have a sample. */
const KEYWORD_ORDER = [
  ['Kamo', 5],
  ['Lund', 3],
  ['Moro', 9],
  ['Pisa', 1],
  ['Nara', 7],
  ['Olah', 2],
] as const

const nameOf = (last_name: string) => ({ first_name: `${last_name.slice(0, 1)}a`, last_name })
const email = (word: string) => `${word}@example.org`

const HALE = { first_name: 'Hal', last_name: 'Hale', email: email('amber'), affiliation: 'Elm' }
const WILD = { first_name: 'Wim', last_name: 'Wild', email: email('wind'), affiliation: 'Fir' }
const COLLABORATORS: Record<string, (typeof HALE)[]> = { Kamo: [HALE], Lund: [WILD] }

/** A notice for each proposer, each filed an hour before the previous one. */
async function createNotices(server: TestServer) {
  const now = server.services.clock()
  const status: Record<string, ApplicantStatus> = { Lund: 1, Moro: 2 }
  const notices: Record<string, number> = {}
  for (const [i, who] of PROPOSERS.entries()) {
    server.at(new Date(+now - i * HOUR_MS))
    const id = await aNotice(server.ctx(), {
      ...nameOf(who.last),
      email: email(who.email),
      affiliation: who.affiliation,
      early_career: who.early ?? 0,
      proposal_title: who.title,
      collaborators: (COLLABORATORS[who.last] ?? []).map((one) => ({ ...one, middle_name: '', suffix: '' })),
    })
    const set = { status: status[who.last] ?? 0, term_id: who.term ?? 7 }
    await server.db.updateTable('applicants').set(set).where('id', '=', id).execute()
    notices[who.last] = id
  }
  server.at(now)
  return notices
}

/** A run that registered none of these applicants. */
async function createFailedRun({ db, services }: TestServer, office: Actor, applicants: number[]) {
  const at = services.clock().toISOString()
  const { id: run_id } = await db
    .insertInto('applicant_runs')
    .values({ decision: 'register', started_by: office.id, started_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ended = { decision: 'register', state: 'failed', message: 'The account is disabled.', ended_at: at }
  await db
    .insertInto('applicant_run_rows')
    .values(
      applicants.map((applicant_id, index) => ({ run_id, position: index + 1, applicant_id, ...ended })),
    )
    .execute()
}

/** A proposer with a proposal. */
async function createProposal({ ctx, db }: TestServer, who: ProposerFixture) {
  const actor = await aUser(ctx(), ['proposer'], {
    ...nameOf(who.last),
    email: email(who.email),
    affiliation: who.affiliation,
  })
  const { id } = await db
    .insertInto('proposals')
    .values({
      user_id: actor.id,
      term_id: who.term ?? 7,
      status: who.status ?? 0,
      title: who.title,
      abstract: `About ${who.title.toUpperCase().split('').reverse().join('')}`,
      early_career: who.early ?? 0,
      global_score: who.score ?? null,
      rank: who.rank ?? null,
      unlocked_until: UNLOCKED_UNTIL[who.last] ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const people = (COLLABORATORS[who.last] ?? []).map((one) => ({ ...one, position: 0, proposal_id: id }))
  if (people.length > 0) await db.insertInto('proposal_collaborators').values(people).execute()
  return { actor, id }
}

/** A unique id. */
export const ANNOUNCEMENT_ID = 7_700_077

type ReportFixture = {
  proposal: number
  status: ReportStatus
  rank?: number
  science?: number
  technical?: number
}

/** A reviewer with reports. */
async function createReviewer(
  { ctx, db }: TestServer,
  [last, word, affiliation]: [last: string, email: string, affiliation: string],
  reports: ReportFixture[],
  disabled = false,
) {
  const actor = await aUser(ctx(), ['reviewer'], {
    ...nameOf(last),
    email: email(word),
    affiliation,
    disabled,
  })
  await db
    .insertInto('reports')
    .values(
      reports.map(({ proposal, status, rank, science, technical }) => ({
        proposal_id: proposal,
        user_id: actor.id,
        ...storedScores(status),
        rank: rank ?? null,
        science_score: science ?? null,
        technical_score: technical ?? null,
      })),
    )
    .execute()
  return actor
}

/** A failed mail and a submission of Kamo, a month before a sent mail and an announcement of Lund. */
async function createLogs(
  { db }: TestServer,
  { Kamo, Lund }: Record<'Kamo' | 'Lund', { actor: Actor; id: number }>,
) {
  const [early, late] = ['2026-01-10T00:00:00.000Z', '2026-02-10T00:00:00.000Z']
  const mails = await db
    .insertInto('mails')
    .values([
      {
        kind: 'review_request',
        recipients: [Kamo.actor.email],
        subject: 'Olivine',
        body: 'About olivine.',
        state: 'failed',
        created_at: early,
      },
      {
        kind: 'registration',
        recipients: [Lund.actor.email],
        subject: 'Serpentine',
        body: '',
        state: 'sent',
        created_at: late,
      },
    ])
    .returning('id')
    .execute()
  await db
    .insertInto('audit_entries')
    .values([
      {
        at: early,
        user_id: Kamo.actor.id,
        action: 'proposal.submit',
        object_type: 'proposal',
        object_id: Kamo.id,
        proposal_id: Kamo.id,
      },
      {
        at: late,
        user_id: Lund.actor.id,
        action: 'information.add',
        object_type: 'information',
        object_id: ANNOUNCEMENT_ID,
      },
    ])
    .execute()
  return { Kamo: mails[0]!.id, Lund: mails[1]!.id }
}

/** A failed test of one web hook, an event that another one got, and one that waits. */
async function createDeliveries({ ctx, db }: TestServer, office: Actor) {
  const hooks = [
    await aWebHook(ctx(office), { name: 'Alder' }),
    await aWebHook(ctx(office), { name: 'Birch' }),
    await aWebHook(ctx(office), { name: 'Cedar' }),
  ]
  const [early, late, latest] = [
    '2026-01-10T00:00:00.000Z',
    '2026-02-10T00:00:00.000Z',
    '2026-03-10T00:00:00.000Z',
  ]
  const rows = await db
    .insertInto('web_hook_deliveries')
    .values([
      {
        hook_id: hooks[0]!.id,
        ...{ message_id: 'Olivine', event: 'web_hook.test', data: '{}', state: 'failed' },
        ...{ occurred_at: early, due_at: early },
      },
      {
        hook_id: hooks[1]!.id,
        ...{ message_id: 'Serpentine', event: 'piece.moved', data: '{}', state: 'delivered' },
        ...{ occurred_at: late, due_at: late, delivered_at: late },
      },
      {
        hook_id: hooks[2]!.id,
        ...{ message_id: 'Nickel', event: 'proposal.submitted', data: '{}', state: 'waiting' },
        ...{ occurred_at: latest, due_at: latest },
      },
    ])
    .returning(['id', 'hook_id'])
    .execute()
  return { Olivine: rows[0]!, Serpentine: rows[1]! }
}

/** Group mails whose order of sending differs from that of their titles, and an unsent one. */
async function createGroupMails(server: TestServer, office: Actor, of: Record<string, { actor: Actor }>) {
  const now = server.services.clock()
  const letters = [
    ['Beta letter', 'Serpentine', 'Lund', 3],
    ['Gamma letter', 'Halite', 'Nara', 2],
    ['Alpha letter', 'Olivine', 'Kamo', 1],
    ['Delta letter', 'Mica', 'Sion', 0],
  ] as const
  for (const [title, content, to, hours] of letters) {
    server.at(new Date(+now - hours * HOUR_MS))
    const destinations = [of[to]!.actor]
    await aGroupMail(server.ctx(office), { title, content, destinations, sent: hours > 0 })
  }
}

/** A grade of the panel member, shared grades that lie apart, and a proposal that the member presents. */
async function createGrades(
  { ctx, db, services }: TestServer,
  panel: Actor,
  { graded, disputed, spoken }: Record<'graded' | 'disputed' | 'spoken', number>,
) {
  const at = services.clock().toISOString()
  const others = [await aUser(ctx(), ['panel']), await aUser(ctx(), ['panel'])]
  await db
    .insertInto('panel_grades')
    .values([
      { proposal_id: graded, user_id: panel.id, grade: 4, saved_at: at },
      ...others.map(({ id }, index) => ({
        ...{ proposal_id: disputed, user_id: id, grade: 2 + 2 * index },
        ...{ saved_at: at, shared_at: at },
      })),
    ])
    .execute()
  await db
    .insertInto('proposal_leads')
    .values({ proposal_id: spoken, first_user_id: panel.id, saved_at: at })
    .execute()
}

/** A past term 6 that is still open and the current term 7, with rows for every list that differ in every filter. */
export async function createTwoTerms(server: TestServer) {
  const { ctx, db } = server
  server.at(server.services.clock())
  await aTerm(ctx(), { id: 6, is_current: false })
  await aTerm(ctx(), { id: 7 })
  const office = await aUser(ctx(), ['admin'], { last_name: 'Office', email: email('office') })
  const panel = await aUser(ctx(), ['panel'], { last_name: 'Panel', email: email('panel') })
  await aUser(ctx(), ['curation'], { last_name: 'Curation', email: email('vault') })
  const notices = await createNotices(server)
  await createFailedRun(server, office, [notices.Kamo!, notices.Lund!])
  const of: Record<string, { actor: Actor; id: number }> = {}
  for (const who of PROPOSERS) of[who.last] = await createProposal(server, who)
  const on = (last: string, status: ReportStatus, more: Partial<ReportFixture> = {}) => ({
    proposal: of[last]!.id,
    status,
    ...more,
  })
  const yale = await createReviewer(
    server,
    ['Yale', 'pond', 'Quince'],
    [
      on('Moro', 1),
      on('Vera', 1),
      on('Lund', 2, { rank: 5, science: 4, technical: 5 }),
      on('Kamo', 3, { rank: 3, science: 1, technical: 2 }),
      on('Olah', 3, { rank: 1, science: 2, technical: 1 }),
      on('Pisa', 2, { rank: 2, science: 3, technical: 3 }),
      on('Nara', 9, { rank: 4, science: 5, technical: 4 }),
    ],
  )
  await createReviewer(server, ['Euler', 'lake', 'Ivy'], [on('Tula', 9)])
  const bohr = await createReviewer(server, ['Bohr', 'sea', 'Palm'], [on('Riga', 1)])
  await createReviewer(
    server,
    ['Dirac', 'isle', 'Beech'],
    [on('Sion', 3, { science: 3, technical: 2 }), on('Moro', 3, { rank: 1, science: 4, technical: 5 })],
  )
  await createReviewer(
    server,
    ['Hertz', 'gulf', 'Walnut'],
    [
      on('Moro', 3, { rank: 1, science: 4, technical: 5 }),
      on('Pisa', 3, { rank: 2, science: 5, technical: 1 }),
      on('Nara', 3, { rank: 4, science: 3, technical: 4 }),
    ],
  )
  await createReviewer(
    server,
    ['Hess', 'strait', 'Osier'],
    [
      on('Kamo', 3, { rank: 5, science: 2, technical: 3 }),
      on('Pisa', 3, { rank: 1, science: 4, technical: 4 }),
      on('Nara', 3, { rank: 2, science: 1, technical: 2 }),
    ],
  )
  await createReviewer(server, ['Abel', 'marsh', 'Teak'], [on('Riga', 0)])
  await createReviewer(server, ['Curie', 'ocean', 'Lime'], [on('Riga', 2)])
  await createReviewer(server, ['Fermi', 'bay', 'Fig'], [on('Lund', 2)], true)
  await createReviewer(server, ['Gauss', 'reef', 'Ebony'], [on('Moro', 2)], true)
  const keywords: Record<string, number> = {}
  const samples: Record<string, number> = {}
  for (const [last, sort] of KEYWORD_ORDER) {
    const proposal_id = of[last]!.id
    const keyword_id = await aKeyword(ctx(), { name: `Keyword of ${last}`, sort })
    await aMethod(ctx(), { name: `Method of ${last}`, sort })
    await db.insertInto('proposal_keywords').values({ proposal_id, position: 0, keyword_id }).execute()
    keywords[last] = keyword_id
    if (last === 'Lund') continue
    const { id: sample_id } = await aSample(ctx())
    await db.insertInto('assignments').values({ proposal_id, sample_id }).execute()
    samples[last] = sample_id
  }
  await createResults(server, of, samples)
  await createLoans(server, ctx(office), of, samples)
  await createPieces(server, ctx(office))
  const published = await createPublications(server, ctx(office))
  await db
    .insertInto('withdrawals')
    .values({ proposal_id: of.Tula!.id, reason: 'No time.', asked_at: '2000-01-01T00:00:00Z' })
    .execute()
  const question = { proposal_id: of.Sion!.id, number: 1 }
  await db
    .insertInto('discussion_entries')
    .values({ ...question, user_id: panel.id, text: 'Which size?', written_at: '2000-01-01T00:00:00Z' })
    .execute()
  await db.insertInto('reviewer_questions').values(question).execute()
  await createGrades(server, panel, { graded: of.Kamo!.id, disputed: of.Sion!.id, spoken: of.Pisa!.id })
  const mails = await createLogs(server, { Kamo: of.Kamo!, Lund: of.Lund! })
  const hooks = await createDeliveries(server, office)
  await createGroupMails(server, office, of)
  await anOrganisation(ctx(office), { name: 'Alder' })
  await anOrganisation(ctx(office), { name: 'Birch', spellings: ['Elm'] })
  await anOrganisation(ctx(office), { name: 'Cedar' })
  return { office, panel, yale, bohr, of, notices, keywords, samples, mails, hooks, published }
}
export type TwoTerms = Awaited<ReturnType<typeof createTwoTerms>>
