import { type SqlBool, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { allows } from '#domain/access.ts'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import { contract } from '#domain/contract.ts'
import { type Endpoint, fileAddress } from '#domain/endpoint.ts'
import { mailState } from '#domain/mail/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { CheckResult, SystemState } from '#domain/system/contract.ts'
import { saveMarks, takeReviewers, untakeReviewers } from '../assign_reviewers/service.ts'
import { aConflict, findFinding, makeColleagues } from '../builders/conflicts.ts'
import { anEntry, nextDigestTime } from '../builders/discussions.ts'
import { anOpenMeeting } from '../builders/meetings.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReview, aReviewer } from '../builders/reports.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { askAboutFindings, judgeFindings } from '../conflicts/judging.ts'
import { declareConflict, takeConflictBack } from '../conflicts/service.ts'
import { sendDueDigests } from '../discussions/digest.ts'
import { declineQuestion, sendQuestion } from '../discussions/questions.ts'
import { editEntry, followDiscussion, withdrawEntry } from '../discussions/service.ts'
import { declareInMeeting } from '../meetings/attendance.ts'
import { closeBallot, giveGrade, openBallot } from '../meetings/ballots.ts'
import { setClock, setMinutes, setPaused, showOnWall, startItem } from '../meetings/discussion.ts'
import { showLive } from '../meetings/live.ts'
import { saveGrade, shareGrades } from '../panel/grades.ts'
import type { Ctx } from '../platform/context.ts'
import { hashToken } from '../platform/tokens.ts'
import { askOffice } from '../proposals/questions.ts'
import { saveNotes } from '../staff/decision_notes.ts'
import { saveGlobalScore, saveNote } from '../staff/service.ts'
import { refuseWithdrawal, withdrawProposal } from '../staff/withdrawal.ts'
import { sharedServer, type TestClient, type TestServer } from '../testing/test_server.ts'
import { pressed } from '../testing/undo.ts'
import { acceptLinked, declineLinked } from './answer_links.ts'
import {
  addReviewer,
  cancelReport,
  declineReport,
  removeReviewer,
  requestReport,
  withdrawReport,
} from './assignment.ts'
import { saveRanks } from './ranks.ts'
import { remindReviewer } from './reminders.ts'
import { declineAll, saveReport, submitReport } from './service.ts'

/** Of the link with which one reviewer answers. */
const TOKEN = 'token-of-the-link'

/**
 * A proposal that the watching member of the office has a conflict with, one without; reviewers with a report on both, one
 * of them with nothing else. Scoring has no end of its own, so that it ends with the last score.
 */
async function scene(world: TestServer) {
  world.at(world.services.clock())
  await aTerm(world.ctx())
  const office = world.ctx(await aUser(world.ctx(), ['admin', 'panel']))
  const watcher: Actor = await aUser(world.ctx(), ['admin', 'panel'])
  const secret = await aSubmittedProposal(office)
  const open = await aSubmittedProposal(office)
  await aConflict(world.ctx(watcher), { proposal_id: secret.proposal_id })
  const { proposal_id } = secret
  const [planned, asked, accepted, submitted, declined, spare, unasked] = [
    await aReviewer(world.ctx()),
    await aReviewer(world.ctx()),
    await aReviewer(world.ctx()),
    await aReviewer(world.ctx()),
    await aReviewer(world.ctx()),
    await aReviewer(world.ctx()),
    await aReviewer(world.ctx()),
  ]
  const review = aReview()
  const reports = {
    submitted: await aReport(office, { proposal_id, reviewer: submitted, status: 3, review }),
    accepted: await aReport(office, { proposal_id, reviewer: accepted, status: 2, review }),
    declined: await aReport(office, { proposal_id, reviewer: declined, status: 9 }),
    asked: await aReport(office, { proposal_id, reviewer: asked, status: 1 }),
    planned: await aReport(office, { proposal_id, reviewer: planned, status: 0 }),
    open: await aReport(office, { proposal_id: open.proposal_id, reviewer: submitted, status: 3, review }),
  }
  await saveRanks(office.as(submitted), { [reports.open]: 1 })
  const removed = await aReport(office, { proposal_id, reviewer: spare, status: 0 })
  await saveGlobalScore(office, open.proposal_id, { global_score: 4, rank: 2 })
  // An e-mail about the other proposal that waits after a failure, as one about the secret proposal may.
  await world.db
    .updateTable('mails')
    .set({ last_error: 'later', proposal_ids: [open.proposal_id] })
    .where('id', 'in', (eb) => eb.selectFrom('mails').select((m) => m.fn.min('id').as('id')))
    .execute()
  const declared = await aConflict(office, { proposal_id, user_id: spare.id })
  await makeColleagues(office, [unasked.id, secret.actor.id])
  // The secret proposal is on in a meeting; the watcher, of its four members, is out.
  const [member, deputy] = [await aUser(world.ctx(), ['panel']), await aUser(world.ctx(), ['panel'])]
  const meeting_id = await anOpenMeeting(office, {
    ...{ chair: office.actor, deputy, quorum: 2 },
    members: [office.actor, deputy, member, watcher],
  })
  await startItem(office, meeting_id, proposal_id)
  const link = { token_hash: hashToken(TOKEN), report_id: reports.asked, expires_at: '9999-01-01' }
  await world.db.insertInto('review_answer_links').values(link).execute()
  return {
    ...{
      office,
      member: world.ctx(member),
      deputy: world.ctx(deputy),
      meeting_id,
      watcher,
      secret,
      open,
      reports,
      removed,
      declared,
      proposal_id,
    },
    people: { planned, asked, accepted, submitted, declined, spare, unasked },
    asOffice: await world.as(office.actor),
    asWatcher: await world.as(watcher),
    asReviewer: await world.as(await aReviewer(world.ctx())),
    asPlanned: await world.as(planned),
    asSubmitter: await world.as(submitted),
    asProposer: await world.as(secret.actor),
    asOther: await world.as(open.actor),
    asVisitor: world.visitor,
    pair: { sample_id: (await aSample(world.ctx())).id, proposal_id },
  }
}
type Scene = Awaited<ReturnType<typeof scene>> & { world: TestServer }

const score = { global_score: 5, rank: 1 }

/** What others do on the secret proposal. */
const ACTS: Record<string, (scene: Scene) => Promise<unknown>> = {
  'adding a reviewer': ({ office, proposal_id, people }) =>
    addReviewer(office, proposal_id, { reviewer_id: people.unasked.id, acknowledged: true }),
  'taking suggested reviewers': ({ office, proposal_id, people }) =>
    takeReviewers(office, [{ proposal_id, user_id: people.unasked.id, acknowledged: true }]),
  'taking reviewers back': ({ office, removed }) => untakeReviewers(office, [removed]),
  'fixing a reviewer by hand': ({ office, proposal_id, people }) =>
    saveMarks(
      office,
      undefined,
      { marks: [{ proposal_id, user_id: people.unasked.id, mark: 'fixed', acknowledged: true }] },
      undefined,
    ),
  'removing a reviewer': ({ office, removed }) => removeReviewer(office, removed),
  'a request': ({ office, reports }) => requestReport(office, reports.planned),
  'declining for a reviewer': ({ office, reports }) => declineReport(office, reports.asked),
  'a reviewer declining': ({ office, people }) => declineAll(office.as(people.asked)),
  'withdrawing a request': ({ office, reports }) => withdrawReport(office, reports.accepted, 'x'),
  'saving a report': ({ office, people, reports }) =>
    saveReport(office.as(people.accepted), reports.accepted, aReview({ science_score: 1 })),
  'submitting a report': ({ office, people, reports }) =>
    submitReport(office.as(people.accepted), reports.accepted, {}),
  'cancelling a submitted report': ({ office, reports }) => cancelReport(office, reports.submitted),
  'reports that are all submitted': async ({ world, proposal_id }) => {
    await world.db
      .updateTable('reports')
      .set({ status: 9 })
      .where('proposal_id', '=', proposal_id)
      .where('status', '!=', 3)
      .execute()
  },
  'a global score': ({ office, proposal_id }) => saveGlobalScore(office, proposal_id, score),
  'a rank of the reviewer': ({ office, people, reports }) =>
    saveRanks(office.as(people.submitted), { [reports.open]: 2, [reports.submitted]: 1 }),
  'a note': ({ office, proposal_id }) => saveNote(office, proposal_id, { note: 'Doubtful.' }),
  'a reminder': ({ office, people }) => remindReviewer(office, people.accepted.id),
  'an e-mail to a reviewer that fails': async ({ world, proposal_id }) => {
    await world.db
      .updateTable('mails')
      .set({ state: mailState.code.FAILED, last_error: 'no such user' })
      .where(sql<SqlBool>`${proposal_id} = any(proposal_ids)`)
      .execute()
  },
  'an e-mail to a reviewer that has to wait': async ({ world, proposal_id }) => {
    await world.db
      .updateTable('mails')
      .set({ last_error: 'try again', created_at: '2020-01-01T00:00:00.000Z' })
      .where(sql<SqlBool>`${proposal_id} = any(proposal_ids)`)
      .execute()
  },
  'a conflict that is recorded': ({ office, people, proposal_id }) =>
    declareConflict(office, { proposal_id, user_id: people.planned.id, reason: 'x' }),
  'a conflict that is lifted': ({ office, declared }) => takeConflictBack(office, declared, 'x'),
  'a finding that is allowed': async ({ office, people, proposal_id }) => {
    const finding = await findFinding(office, { proposal_id, user_id: people.unasked.id })
    await judgeFindings(office, { findings: [finding], verdict: 'allow', reason: 'x' })
  },
  'a question about a finding': async ({ office, people, proposal_id }) =>
    askAboutFindings(office, [await findFinding(office, { proposal_id, user_id: people.unasked.id })]),
  'a request that can be undone': ({ asOffice, reports }) =>
    pressed(asOffice, 'PUT', `/api/reviewers/request/${reports.planned}`),
  'accepting through a link': ({ world }) => acceptLinked(world.ctx(), TOKEN),
  'declining through a link': ({ world }) =>
    declineLinked(world.ctx(), TOKEN, { reason: 'conflict', note: 'x', suggestion: 'Bo Ek' }),
}

/** What panel and office write about the secret proposal, which its proposer and reviewers never see either. */
const DISCUSSION_ACTS: typeof ACTS = {
  'an entry in its discussion': ({ office, proposal_id }) => anEntry(office, { proposal_id }),
  'an entry that is edited': async ({ office, proposal_id }) => {
    await anEntry(office, { proposal_id })
    await editEntry(office, proposal_id, { number: 1, text: 'Another text.', version: undefined })
  },
  'an entry that is withdrawn': async ({ office, proposal_id }) => {
    await anEntry(office, { proposal_id })
    await withdrawEntry(office, proposal_id, { number: 1, version: undefined })
  },
  'a question of the panel to its reviewers': ({ office, proposal_id }) =>
    anEntry(office, { proposal_id, to_reviewers: true }),
  'a question of the panel that is sent': async ({ office, proposal_id, reports }) => {
    await anEntry(office, { proposal_id, to_reviewers: true })
    const to = { number: 1, words: 'Which size?', report_ids: [reports.submitted], version: undefined }
    await sendQuestion(office, proposal_id, to)
  },
  'a question of the panel that is declined': async ({ office, proposal_id }) => {
    await anEntry(office, { proposal_id, to_reviewers: true })
    await declineQuestion(office, proposal_id, { number: 1, reason: 'x', version: undefined })
  },
  'the digest of its discussion': async ({ world, office, member, proposal_id }) => {
    await followDiscussion(office, proposal_id, true)
    await anEntry(member, { proposal_id })
    const now = world.services.clock()
    world.at(nextDigestTime(now))
    await sendDueDigests(world.services)
    world.at(now)
  },
  'notes on its decision': ({ office, proposal_id }) =>
    saveNotes(office, proposal_id, { for_proposer: 'x', internal: 'y', version: undefined }),
}

const ownGrade = { grade: 4.25, notes: 'For myself.', version: undefined }
/** What a member of the panel keeps for themselves, and then shares. */
const GRADE_ACTS: typeof ACTS = {
  'an own grade': ({ office, proposal_id }) => saveGrade(office, proposal_id, ownGrade),
  'a shared grade': async ({ office, proposal_id }) => {
    await saveGrade(office, proposal_id, ownGrade)
    await shareGrades(office, { proposal_ids: [proposal_id], shared: true })
  },
}

/** What the panel does while the secret proposal is on in a meeting. */
const MEETING_ACTS: typeof ACTS = {
  'a ballot': openBallotOn,
  'a grade': async (scene) => giveGrades(scene, [scene.member]),
  'a ballot that is revealed': revealBallot,
  'a ballot that its chair closes': async (scene) => {
    const id = await giveGrades(scene, [scene.member])
    await closeBallot(scene.office, scene.meeting_id, id)
  },
  'another ballot': async (scene) => {
    await revealBallot(scene)
    await openBallotOn(scene)
  },
  'the result on the wall': async (scene) => {
    await revealBallot(scene)
    await showOnWall(scene.office, scene.meeting_id, true)
  },
  'a conflict that is declared in the meeting': ({ member, meeting_id, proposal_id }) =>
    declareInMeeting(member, meeting_id, { proposal_id, reason: '' }),
  'a break': ({ office, meeting_id }) => setPaused(office, meeting_id, true),
  'a clock that is stopped': ({ office, meeting_id, proposal_id }) =>
    setClock(office, meeting_id, { proposal_id, running: false }),
  'more minutes': ({ office, meeting_id, proposal_id }) =>
    setMinutes(office, meeting_id, { proposal_id, minutes: 25 }),
}

async function openBallotOn({ office, meeting_id }: Scene) {
  const { body } = await showLive(office, meeting_id, undefined)
  if (body.face !== 'chair' || !body.current) throw new Error('No proposal is on.')
  await openBallot(office, meeting_id, body.current)
}

/** Opens a ballot in which these members vote. */
async function giveGrades(scene: Scene, voters: readonly Ctx[]) {
  await openBallotOn(scene)
  const ballot = await scene.world.db
    .selectFrom('meeting_ballots')
    .select(['proposal_id', 'number'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  for (const voter of voters) await giveGrade(voter, scene.meeting_id, { ...ballot, grade: 4 })
  return ballot
}

function revealBallot(scene: Scene) {
  return giveGrades(scene, [scene.office, scene.deputy, scene.member])
}

/** What the proposer and the office do about the secret proposal, which its proposer may see. */
const PROPOSERS_ACTS: typeof ACTS = {
  'asking to withdraw it': ({ office, secret, proposal_id }) =>
    withdrawProposal(office.as(secret.actor), proposal_id, 'x'),
  'a withdrawal that is refused': async ({ office, secret, proposal_id }) => {
    await withdrawProposal(office.as(secret.actor), proposal_id, 'x')
    await refuseWithdrawal(office, proposal_id, 'y')
  },
  'a question to the office': ({ office, secret }) => askOffice(office.as(secret.actor), 'x'),
}

/** Constants. */
const LEFT_OUT = /csrf|masters\/(formArray|\w+List$|\w+_\w+$|Keyword|Analysis|Environmental)/u

/** Measurements of the machine. */
const MEASURED = /^(Clock|Disk|File store)$/u
/** Sizes of all that is recorded, which gaps in the audit log's ids tell as well (SECURITY.md). */
const GROWS = /^(database|audit)$/u
/** What differs on the System page each time, or says only that something was done: the rest of it must not. */
const COMPARED: Record<string, (body: string) => unknown> = {
  '/api/system': (body) => {
    const { started_at, working, sizes, ...rest } = SystemState.parse(JSON.parse(body))
    return { ...rest, sizes: sizes.filter(({ key }) => !GROWS.test(key)) }
  },
  '/api/system/checks': (body) =>
    CheckResult.parse(JSON.parse(body)).checks.filter(({ name }) => !MEASURED.test(name)),
}

const endpoints = Object.values<Record<string, Endpoint>>(contract)
  .flatMap((area) => Object.values(area))
  .filter(({ method, gives, path }) => method === 'GET' && gives === 'json' && !LEFT_OUT.test(path))

/** The ids that an address may name. */
function idsFor(path: string, { secret, open, people, reports, meeting_id }: Scene): (number | string)[] {
  const users = Object.values(people).map(({ id }) => id)
  if (path.startsWith('/api/meetings')) return [meeting_id]
  if (path.startsWith('/api/terms')) return [7]
  if (path.includes('/reports/') || path === '/api/assigned_proposals/:id') return Object.values(reports)
  if (path.endsWith(':grid')) return [0, 1, 2, 3, 4]
  if (path.endsWith(':all')) return [0, 1]
  if (path.includes('/users/') || path.includes('/reviewers/')) return users
  if (path.startsWith('/api/proposers/')) return [secret.actor.id, open.actor.id]
  return [secret.proposal_id, open.proposal_id]
}

const QUERIES: Record<string, string[]> = {
  '/api/proposals': [
    'scored=true',
    'assigned=true',
    'submitted=true',
    'reviewed=true',
    'not_scored=true',
    'without_reviewer=true',
    'to_score=true',
    'question_waiting=true',
    'sort=global_score',
    'sort=rank&dir=desc',
  ],
  '/api/reviewers': ['status=0', 'status=1', 'status=2', 'status=3', 'status=9'],
  '/api/mail_log': ['state=0', 'state=1', 'state=2', 'per_page=1&page=2'],
  '/api/audit_log': ['per_page=1&page=2', 'page=1000000'],
  '/api/reviewers/get_all_reviewer': ['proposal_id=1', 'proposal_id=2'],
  '/api/conflicts': [],
  '/api/search': ['q=Sato', 'q=Akari', 'q=1', 'q=5'],
}

/** Every address of the role's GET endpoints. */
const addressesFor = (roles: Actor['roles'], scene: Scene): [Endpoint, string][] =>
  endpoints
    .filter(({ access }) => access === 'public' || allows(access, roles))
    .flatMap((endpoint): [Endpoint, string][] => {
      const { path } = endpoint
      const ids = /:\w+/u.test(path) ? idsFor(path, scene) : ['']
      const proposals = [scene.secret, scene.open].map(({ proposal_id }) => `proposal_id=${proposal_id}`)
      if (path === '/api/assign_reviewers/reasons')
        return Object.values(scene.people).flatMap(({ id }) =>
          proposals.map((proposal): [Endpoint, string] => [endpoint, `${path}?${proposal}&user_id=${id}`]),
        )
      const queries =
        path === '/api/reviewers/get_all_reviewer' || path === '/api/conflicts'
          ? proposals
          : (QUERIES[path] ?? [])
      const paths = ids.map((id) => path.replace(/:\w+/u, String(id)))
      return [...paths, ...queries.map((query) => `${path}?${query}`)].map((at) => [endpoint, at])
    })

/** Every answer to a caller, with its ETag; of a CSV file its content. What the questions write is rolled back. */
async function answersTo({ request }: TestClient, roles: Actor['roles'], scene: Scene) {
  const answers: Record<string, string> = {}
  for (const [{ reply }, at] of addressesFor(roles, scene)) {
    await sql`savepoint answer`.execute(scene.world.db)
    const answer = await request('GET', at)
    const file = reply === fileAddress && answer.statusCode === 200
    const body = file ? (await request('GET', answer.json())).payload : answer.payload
    const compared = COMPARED[at]
    answers[at] = compared
      ? JSON.stringify(compared(body))
      : `${answer.statusCode} ${file ? '' : (answer.headers.etag ?? '')} ${body}`
    await sql`rollback to savepoint answer`.execute(scene.world.db)
  }
  return answers
}

/** The answers that an act of others changes. */
async function changedBy(
  act: string,
  before: Record<string, string>,
  visit: TestClient,
  roles: Actor['roles'],
  scene: Scene,
) {
  await EVERY_ACT[act]!(scene)
  const after = await answersTo(visit, roles, scene)
  return Object.keys(before).flatMap((at) =>
    before[at] === after[at] ? [] : [{ at, was: before[at], is: after[at] }],
  )
}

/** What the office does with samples, which no one else sees before the term is disabled. */
const ALLOCATION_ACTS: typeof ACTS = {
  'an assignment': ({ office, pair }) => anAssignment(office, PARTICLE_GRID, [pair]),
  'a confirmation': ({ office, pair }) => anAssignment(office, PARTICLE_GRID, [pair], { confirmed: true }),
}
const EVERY_ACT = {
  ...ACTS,
  ...GRADE_ACTS,
  ...DISCUSSION_ACTS,
  ...MEETING_ACTS,
  ...PROPOSERS_ACTS,
  ...ALLOCATION_ACTS,
}
const UNSEEN_BY_ITS_PEOPLE = { ...GRADE_ACTS, ...DISCUSSION_ACTS, ...MEETING_ACTS, ...ALLOCATION_ACTS }

describe.each([
  [
    'a member of the office in conflict',
    'asWatcher',
    ['admin', 'panel'],
    { ...ACTS, ...GRADE_ACTS, ...DISCUSSION_ACTS, ...MEETING_ACTS, ...PROPOSERS_ACTS },
  ],
  ['another reviewer', 'asReviewer', ['reviewer'], EVERY_ACT],
  ['another proposer', 'asOther', ['proposer'], EVERY_ACT],
  ['its proposer', 'asProposer', ['proposer'], UNSEEN_BY_ITS_PEOPLE],
  ['its reviewer', 'asSubmitter', ['reviewer'], UNSEEN_BY_ITS_PEOPLE],
  ['a visitor', 'asVisitor', [], EVERY_ACT],
] as const)('no answer to %s is changed by', (_, who, roles, acts) => {
  const { scene: made, alsoSetUp } = sharedServer(scene)
  const answers = alsoSetUp(async (made) => ({ before: await answersTo(made[who], roles, made) }))

  test.each(Object.keys(acts))('%s', async (act) => {
    expect(await changedBy(act, answers.before, made[who], roles, made)).toEqual([])
  })
})

describe('a planned report', () => {
  const { scene: made } = sharedServer(scene)

  test.each(['asPlanned', 'asReviewer'] as const)(
    'does not show when a reviewer declares a conflict (%s)',
    async (who) => {
      const body = { proposal_id: made.proposal_id, reason: 'We work together.' }
      const { statusCode, payload } = await made[who].request('POST', '/api/conflicts', body)
      expect([statusCode, JSON.parse(payload)]).toEqual([403, { message: 'Forbidden' }])
    },
  )
})
