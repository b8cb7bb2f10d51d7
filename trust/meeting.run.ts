/**
 * A whole meeting of the panel over HTTP: `npm run trust -- meeting`, PROPOSALS=100 KILLS=20 SEED=1 by default. Ten members
 * ask every 0.7 s as their screens do, each in conflict with three of ten proposals, while the server is killed again and
 * again. Nothing secret of a proposal reaches who is in conflict with it, changes are seen within 1.5 s (p95), and no
 * acknowledged grade or score is lost.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Live, LiveChair } from '#domain/meetings/live_contract.ts'
import { aConflict } from '#server/builders/conflicts.ts'
import { anOpenMeeting } from '#server/builders/meetings.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReviewer, aSubmittedReport } from '#server/builders/reports.ts'
import { context } from '#server/platform/context.ts'
import type { OpenServices } from '#server/process.ts'
import { seededRandom } from '#server/testing/two_in_a_grid/tab.ts'
import { type Answer, type Browser, openBrowser, sessionOf } from './browser.ts'
import { killAll } from './database_processes.ts'
import { reportFaults } from './figures.ts'
import { newSettings, type ServerProcess, startServer, withServices } from './server_process.ts'

const { PROPOSALS = '100', KILLS = '20', SEED = '1' } = process.env
const MEMBERS = 10
const CONFLICTS = 0.3
const QUORUM = 2
const POLL_MS = 700
const VISIBLE_MS = 1500
/** A change that is not seen for so long, while the server runs, is never seen. */
const SEEN_AT_LAST_MS = 10_000
/** A meeting that does not go on for so long stands still. */
const STANDS_STILL_MS = 90_000
/** A request without an answer is given up, as a screen does. */
const GIVEN_UP_MS = 5_000
/** Every so many polls a member also reads what else could tell. */
const LOOK_ELSEWHERE = 15

const random = seededRandom(Number(SEED))
const dataDir = mkdtempSync(join(tmpdir(), 'ao-meeting-'))
const { settings, address } = await newSettings(dataDir, 'smtp://127.0.0.1:9')
const faults: string[] = []
const count = {
  ...{ answers: 0, unchanged: 0, canaries: 0, grades: 0, scores: 0, put_off: 0, kills: 0, outs: 0 },
  ...{ seen_after_kill: 0, never_seen: 0 },
}

/** Words that only a report of the proposal holds, and its title. */
const secretOf = (id: number) => `canary-${id}-`
const titleOf = (position: number) => `Title ${position} of the trial;`

interface Member {
  id: number
  session: string
  conflicts: Set<number>
  browser: Browser | null
  live: Live | null
}

async function fill({ services }: OpenServices) {
  const nobody = context(services, null)
  await aTerm(nobody)
  const office = context(services, await aUser(nobody, ['admin']))
  const actors = []
  for (let i = 0; i < MEMBERS; i++) actors.push(await aUser(nobody, ['panel']))
  const titles = new Map<number, string>()
  const conflicts = new Map(actors.map(({ id }) => [id, new Set<number>()]))
  for (let i = 0; i < Number(PROPOSALS); i++) {
    const title = titleOf(i)
    const { proposal_id } = await aSubmittedProposal(office, { input: { title } })
    titles.set(proposal_id, title)
    await aSubmittedReport(office, {
      proposal_id,
      reviewer: await aReviewer(nobody),
      review: { science_comment_strength: `${secretOf(proposal_id)}strength` },
    })
    for (const actor of actors)
      if (random() < CONFLICTS) {
        await aConflict(office.as(actor), { proposal_id })
        conflicts.get(actor.id)!.add(proposal_id)
      }
  }
  const [chair, deputy] = [actors[0]!, actors[1]!]
  const id = await anOpenMeeting(office, { chair, deputy, members: actors, quorum: QUORUM })
  const members: Member[] = []
  for (const actor of actors)
    members.push({
      ...{ id: actor.id, session: await sessionOf(services.db, actor.id), browser: null, live: null },
      conflicts: conflicts.get(actor.id)!,
    })
  // Where chair and deputy are both in conflict, the office has the chair.
  const host: Member = {
    ...{ id: office.actor.id, session: await sessionOf(services.db, office.actor.id) },
    ...{ conflicts: new Set(), browser: null, live: null },
  }
  return { id, titles, members, host }
}

const { id, titles, members, host } = await withServices(settings, fill)
const everyone = [...members, host]
let server: ServerProcess = await startServer(settings)

/** One request, again until there is an answer; what is sent may have arrived before. */
async function ask(
  member: Member,
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) {
  for (;;) {
    const answer = await attempt(member, method, path, body, headers)
    if (answer) return answer
    await setTimeout(100)
  }
}

async function attempt(member: Member, method: string, path: string, body?: object, headers = {}) {
  try {
    member.browser ??= await Promise.race([
      openBrowser(address, member.session),
      setTimeout(GIVEN_UP_MS, null, { ref: false }),
    ])
    if (!member.browser) throw new Error('No answer.')
    const answer = await Promise.race([
      member.browser(method, path, body, headers),
      setTimeout(GIVEN_UP_MS, null, { ref: false }),
    ])
    if (!answer) throw new Error('No answer.')
    search(member, path, answer)
    return answer.status >= 500 ? null : answer
  } catch {
    member.browser = null
    return null
  }
}

/** No answer to a member holds anything secret of a proposal that they are in conflict with. */
function search(member: Member, path: string, { bytes }: Answer) {
  count.answers++
  const text = bytes.toString()
  for (const proposal of member.conflicts)
    if (
      text.includes(secretOf(proposal)) ||
      (path.endsWith('/live') && text.includes(titles.get(proposal)!))
    ) {
      count.canaries++
      faults.push(`${path} tells ${member.id} of ${proposal}`)
    }
}

// What is seen when ----------------------------------------------------------------------------------------------------------

interface Change {
  at: number
  isSeen: (member: Member) => boolean
  waiting: Set<Member>
  /** The server was killed meanwhile: it counts no time, but must be seen all the same. */
  disturbed: boolean
  /** When it is given up; infinite while the server is down. */
  until: number
}
let change: Change | null = null
const delays: number[] = []

function note(member: Member) {
  if (!change?.waiting.has(member) || !change.isSeen(member)) return
  change.waiting.delete(member)
  if (change.disturbed) count.seen_after_kill++
  else delays.push(performance.now() - change.at)
}

/** Waits until everyone has seen a change that was just acknowledged. */
async function untilSeen(isSeen: Change['isSeen']) {
  const at = performance.now()
  change = { at, isSeen, waiting: new Set(members), disturbed: false, until: at + SEEN_AT_LAST_MS }
  if (down) disturb(change)
  while (change.waiting.size > 0 && performance.now() < change.until) await setTimeout(10)
  if (change.waiting.size > 0) {
    count.never_seen += change.waiting.size
    const when = change.disturbed ? 'after a kill' : 'without a kill'
    faults.push(`${change.waiting.size} members did not see a change in ${SEEN_AT_LAST_MS} ms ${when}`)
  }
  change = null
}

/** Whether the server is being killed and started again. */
let down = false

function disturb(one: Change | null) {
  if (!one) return
  one.disturbed = true
  one.until = down ? Number.POSITIVE_INFINITY : performance.now() + SEEN_AT_LAST_MS
}

async function watch(member: Member, end: AbortSignal) {
  let etag = ''
  await setTimeout(random() * POLL_MS)
  for (let poll = 1; !end.aborted; poll++) {
    const answer = await attempt(member, 'GET', `/api/meetings/${id}/live`, undefined, {
      'if-none-match': etag,
    })
    if (answer?.status === 304) count.unchanged++
    if (answer?.status === 200) {
      etag = answer.headers.get('etag') ?? ''
      member.live = answer.json()
      if (member.live?.face === 'out') count.outs++
    }
    if (answer) note(member)
    if (poll % LOOK_ELSEWHERE === 0) await lookElsewhere(member)
    await setTimeout(POLL_MS)
  }
}

async function lookElsewhere(member: Member) {
  const [proposal] = [...member.conflicts].filter(() => random() < 0.1)
  for (const path of [
    '/api/proposals?per_page=100',
    `/api/meetings/${id}`,
    '/api/staff/adjusted',
    ...(proposal === undefined ? [] : [`/api/proposals/${proposal}`, `/api/discussions/${proposal}`]),
  ])
    await attempt(member, 'GET', path)
}

// The meeting ----------------------------------------------------------------------------------------------------------------

const read = async (member: Member) => (await ask(member, 'GET', `/api/meetings/${id}/live`)).json() as Live

/** Who has the chair, and what they see. */
async function findChair(): Promise<[Member, LiveChair]> {
  for (;;) {
    for (const member of [members[0]!, members[1]!, host]) {
      const live = await read(member)
      if (live.face === 'chair') return [member, live]
    }
    await setTimeout(50)
  }
}

/** Sends a command; whether it was carried out. What was sent before a kill may fit no longer, all else is a fault. */
async function put(member: Member, what: string, body: object, mayRefuse = false): Promise<boolean> {
  const answer = await ask(member, 'PUT', `/api/meetings/${id}/${what}`, body)
  const { result, message } = answer.json()
  const accepted = answer.status === 200 && result === 1
  if (!accepted && answer.status !== 409 && !mayRefuse) faults.push(`${what}: ${answer.status} ${message}`)
  return accepted
}

/** Acknowledged grades by ballot and member, and scores by proposal. */
const grades = new Map<string, number>()
const scores = new Map<number, number>()
const quarters = (from: number, to: number) => from + Math.floor(random() * (to - from) * 4) / 4

async function vote(member: Member) {
  const live = await read(member)
  if (live.face === 'out' || !live.current?.may_vote || live.current.state !== 'ballot') return
  const { proposal_id } = live.current
  const { number } = live.current.ballot!
  const grade = quarters(0, 5)
  if (!(await put(member, 'grade', { proposal_id, number, grade }))) return
  grades.set(`${proposal_id} ${number} ${member.id}`, grade)
  count.grades++
}

const isAt =
  (proposal: number, states: readonly string[]): Change['isSeen'] =>
  ({ live, conflicts }) =>
    live !== null &&
    (conflicts.has(proposal)
      ? live.face === 'out'
      : live.face !== 'out' && live.current?.proposal_id === proposal && states.includes(live.current.state))

/** Until nothing of the docket is left; throws where the meeting stands still. */
async function hold() {
  let last = ''
  let since = performance.now()
  for (;;) {
    const [chair, { current }] = await findChair()
    const now = `${current?.proposal_id} ${current?.state} ${current?.ballot?.number}`
    if (now !== last) since = performance.now()
    last = now
    if (performance.now() - since > STANDS_STILL_MS) throw new Error(`The meeting stands still at ${now}.`)
    if (current) await goOn(chair, current)
    else if (!(await begin(chair)) && !(await findChair())[1].current) return
  }
}

/** Begins with the next proposal. False when there is none, or it was begun by a request without an answer. */
async function begin(chair: Member): Promise<boolean> {
  if (!(await put(chair, 'start', { proposal_id: null }, true))) return false
  const started = (await findChair())[1].current
  if (started) await untilSeen(isAt(started.proposal_id, ['discussing']))
  return true
}

async function goOn(chair: Member, current: NonNullable<LiveChair['current']>) {
  const { proposal_id, version, score_version, state } = current
  if (state === 'discussing') {
    if (current.may_vote_count < QUORUM) {
      if (await put(chair, 'put_off', { proposal_id, version, next: false })) count.put_off++
    } else if (await put(chair, 'open_ballot', { proposal_id, version }))
      await untilSeen(isAt(proposal_id, ['ballot']))
  } else if (state === 'ballot') {
    await Promise.all(members.map(vote))
    const { current: closing } = (await findChair())[1]
    if (closing?.state === 'ballot')
      await put(chair, 'close_ballot', { proposal_id, number: closing.ballot!.number })
    await untilSeen(isAt(proposal_id, ['revealed']))
  } else {
    const global_score = quarters(0, 5)
    const notes = {
      ...{ for_proposer: `${secretOf(proposal_id)}words`, internal: `${secretOf(proposal_id)}note` },
      version: current.notes.version,
    }
    if (!(await put(chair, 'agree', { proposal_id, version, score_version, global_score, notes }))) return
    scores.set(proposal_id, global_score)
    count.scores++
  }
}

/** Kills the server at random moments, so often in the whole. */
async function kill(end: AbortSignal) {
  const every = Number(PROPOSALS) / (Number(KILLS) + 1)
  for (let next = 1; next <= Number(KILLS) && !end.aborted; ) {
    await setTimeout(20)
    if (scores.size < next * every) continue
    next++
    await setTimeout(random() * 2500)
    down = true
    disturb(change)
    await server.kill()
    server = await startServer(settings)
    down = false
    disturb(change)
    count.kills++
    if (count.kills % 5 === 0) console.log(`${count.kills} kills, ${scores.size} agreed`)
  }
}

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0

try {
  const end = new AbortController()
  const watching = everyone.map((member) => watch(member, end.signal))
  const killing = kill(end.signal)
  await hold()
  end.abort()
  await Promise.all([...watching, killing])
  await server.stop()
  await withServices(settings, async ({ services: { db } }) => {
    const stored = new Map(
      (await db.selectFrom('proposals').select(['id', 'global_score']).execute()).map((row) => [
        row.id,
        Number(row.global_score),
      ]),
    )
    const left = titles.size - scores.size - count.put_off
    if (left > 0) faults.push(`${left} proposals were left out`)
    for (const [proposal, score] of scores)
      if (stored.get(proposal) !== score) faults.push(`the score of ${proposal} is lost`)
    const given = await db
      .selectFrom('meeting_grades as g')
      .innerJoin('meeting_ballots as b', 'b.id', 'g.ballot_id')
      .select(['b.proposal_id', 'b.number', 'g.user_id', 'g.grade'])
      .execute()
    const known = new Map(
      given.map((row) => [`${row.proposal_id} ${row.number} ${row.user_id}`, Number(row.grade)]),
    )
    for (const [key, grade] of grades) if (known.get(key) !== grade) faults.push(`the grade ${key} is lost`)
  })
  const p95 = percentile(delays, 0.95)
  if (p95 > VISIBLE_MS) faults.push(`changes are seen after ${p95.toFixed(0)} ms (p95)`)
  console.log(`${titles.size} proposals, ${MEMBERS} members, SEED=${SEED}`, count)
  console.log(
    `seen after ${percentile(delays, 0.5).toFixed(0)} ms (p50), ${p95.toFixed(0)} ms (p95), ${percentile(delays, 1).toFixed(0)} ms at most, of ${delays.length}`,
  )
} finally {
  killAll(dataDir, server)
  rmSync(dataDir, { recursive: true, force: true })
}
reportFaults(faults)
