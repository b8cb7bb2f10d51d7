import { type SqlBool, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import { mailState } from '#domain/mail/status.ts'
import type { Actor } from '#domain/session/actor.ts'
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
import { answerResult, takeNote } from '../results/answers.ts'
import { checkResults, saveResult } from '../results/checking.ts'
import { renewResult } from '../results/drafting.ts'
import { releaseResults } from '../results/release.ts'
import { saveNotes } from '../staff/decision_notes.ts'
import { saveGlobalScore, saveNote } from '../staff/service.ts'
import { refuseWithdrawal, withdrawProposal } from '../staff/withdrawal.ts'
import { answersTo, differing, type Named } from '../testing/every_answer.ts'
import { sharedServer, type TestServer } from '../testing/test_server.ts'
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

const NOTHING_GRANTED = { text: 'Thank you.', correction: '', reasons: [], version: undefined }

/** Releases the result of the secret proposal with what is confirmed for it. */
async function releaseSecret(scene: Scene) {
  const { office, pair, proposal_id } = scene
  await anAssignment(office, PARTICLE_GRID, [pair], { confirmed: true })
  await draftSecret(scene)
  await releaseResults(office, [proposal_id])
}

/** Drafts the result of the secret proposal alone. */
async function draftSecret({ office, proposal_id, world }: Scene) {
  const at = office.now().toISOString()
  const drafted = { heading: 'Result', requests: 0, drafted_at: at, saved_at: at }
  await world.db
    .insertInto('results')
    .values({
      ...drafted,
      proposal_id,
      edition: 1,
      outcome: 'not',
      drafted_by: office.actor.id,
      saved_by: office.actor.id,
    })
    .execute()
  await renewResult(office, proposal_id)
}

const answerSecret = ({ office, secret, pair, proposal_id }: Scene, accepted: boolean) =>
  answerResult(office.as(secret.actor), proposal_id, {
    edition: 1,
    samples: [{ sample_id: pair.sample_id, accepted }],
  })

/** What the office writes in the result of the secret proposal, which nobody else sees before it is released. */
const RESULT_ACTS: typeof ACTS = {
  'a result that is drafted': draftSecret,
  'a result that is saved': async (scene) => {
    await draftSecret(scene)
    await saveResult(scene.office, scene.proposal_id, NOTHING_GRANTED)
  },
  'a result that is checked': async (scene) => {
    await draftSecret(scene)
    await checkResults(scene.office, [scene.proposal_id])
  },
  'a release that can be undone': async (scene) => {
    await draftSecret(scene)
    const { asOffice, proposal_id } = scene
    await pressed(asOffice, 'PUT', '/api/results/release', { proposal_ids: [proposal_id] })
  },
}
/** What follows its release, of which its proposer knows. */
const RELEASED_ACTS: typeof ACTS = {
  'a result that is released': async (scene) => {
    await draftSecret(scene)
    await releaseResults(scene.office, [scene.proposal_id])
  },
}
/** The same with a sample, which shows in the catalogue of the office as confirmed. */
const ANSWER_ACTS: typeof ACTS = {
  'a result with a sample that is released': releaseSecret,
  'a sample that is declined': async (scene) => {
    await releaseSecret(scene)
    await answerSecret(scene, false)
  },
  'a declined sample that is taken note of': async (scene) => {
    await releaseSecret(scene)
    await answerSecret(scene, false)
    await takeNote(scene.office, [scene.proposal_id])
  },
}

/** The ids that addresses may name. */
const namedIn = ({ secret, open, people, reports, meeting_id }: Scene): Named => ({
  proposals: [secret.proposal_id, open.proposal_id],
  proposers: [secret.actor.id, open.actor.id],
  users: Object.values(people).map(({ id }) => id),
  reports: Object.values(reports),
  meetings: [meeting_id],
})

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
  ...RESULT_ACTS,
  ...RELEASED_ACTS,
  ...ANSWER_ACTS,
}
const UNSEEN_BY_ITS_PEOPLE = {
  ...GRADE_ACTS,
  ...DISCUSSION_ACTS,
  ...MEETING_ACTS,
  ...ALLOCATION_ACTS,
  ...RESULT_ACTS,
}

describe.each([
  [
    'a member of the office in conflict',
    'asWatcher',
    ['admin', 'panel'],
    {
      ...ACTS,
      ...GRADE_ACTS,
      ...DISCUSSION_ACTS,
      ...MEETING_ACTS,
      ...PROPOSERS_ACTS,
      ...RESULT_ACTS,
      ...RELEASED_ACTS,
    },
  ],
  ['another reviewer', 'asReviewer', ['reviewer'], EVERY_ACT],
  ['another proposer', 'asOther', ['proposer'], EVERY_ACT],
  ['its proposer', 'asProposer', ['proposer'], UNSEEN_BY_ITS_PEOPLE],
  ['its reviewer', 'asSubmitter', ['reviewer'], UNSEEN_BY_ITS_PEOPLE],
  ['a visitor', 'asVisitor', [], EVERY_ACT],
] as const)('no answer to %s is changed by', (_, who, roles, acts) => {
  const { scene: made, alsoSetUp } = sharedServer(scene)
  const answers = alsoSetUp(async (made) => ({
    before: await answersTo(made[who], roles, made.world, namedIn(made)),
  }))

  test.each(Object.keys(acts))('%s', async (act) => {
    await EVERY_ACT[act]!(made)
    const after = await answersTo(made[who], roles, made.world, namedIn(made))
    expect(differing(answers.before, after)).toEqual([])
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
