import type { Actor } from '#domain/session/actor.ts'
import { aUser } from '../builders/people.ts'
import { declareConflict } from '../conflicts/service.ts'
import { attend } from '../meetings/attendance.ts'
import { giveGrade, openBallot } from '../meetings/ballots.ts'
import { agree, putOff, startItem } from '../meetings/discussion.ts'
import { showLive } from '../meetings/live.ts'
import { addMeeting, closeMeeting, openMeeting } from '../meetings/service.ts'
import { pseudoRandom } from './choices.ts'
import type { DemonstrationContext } from './context.ts'
import type { Proposer } from './proposals.ts'

const QUORUM = 6
const MINUTES_EACH = 10
const DAY_MS = 24 * 60 * 60 * 1000

/** The rest of the panel, from institutes that nobody else of the demonstration belongs to. */
const MEMBERS: readonly [first_name: string, last_name: string, host: string, affiliation: string][] = [
  ['Astrid', 'Lindqvist', 'rymd', 'Rymdinstitutet, Kiruna'],
  ['Νίκος', 'Αντωνίου', 'petra', 'Εργαστήριο Πετρολογίας'],
  ['Şebnem', 'Yıldız', 'gokbilim', 'Gökbilim Enstitüsü'],
  ['Ольга', 'Соколова', 'meteorit', 'Комитет по метеоритам'],
  ['Márta', 'Székely', 'asvany', 'Ásványtani Intézet'],
  ['Paulo', 'Ferreira', 'corpos', 'Laboratório de Pequenos Corpos'],
]

export const createPanelMembers = async ({ office }: DemonstrationContext): Promise<Actor[]> => {
  const made: Actor[] = []
  for (const [first_name, last_name, host, affiliation] of MEMBERS) {
    const email = `panel.${made.length + 1}@${host}.example.org`
    made.push(await aUser(office, ['panel'], { first_name, last_name, email, affiliation }))
  }
  return made
}

/** The score on which a panel agreed. */
export interface Decision {
  proposal_id: number
  global_score: number
  rank: number | null
}

interface MeetingOf {
  term_id: number
  /** The day, relative to today. */
  day: number
  chair: Actor
  panel: readonly Actor[]
}

/** An instant on a day relative to today, in UTC. */
function timeOf({ today }: DemonstrationContext, day: number, hours: number, minutes = 0) {
  const at = new Date(+today + day * DAY_MS)
  at.setUTCHours(hours, minutes, 0, 0)
  return at
}

/** Two hours in the morning and three in the afternoon, on so many days; one member comes after lunch only. */
function prepare(stage: DemonstrationContext, { term_id, day, chair, panel }: MeetingOf, days: number) {
  const sessions = Array.from({ length: days }, (_, n) => [
    { starts_at: timeOf(stage, day + n, 10), ends_at: timeOf(stage, day + n, 12) },
    { starts_at: timeOf(stage, day + n, 13), ends_at: timeOf(stage, day + n, 16) },
  ]).flat()
  const toText = ({ starts_at, ends_at }: (typeof sessions)[number]) => ({
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
  })
  return addMeeting(stage.office, {
    ...{ term_id, name: 'Panel Meeting', place: 'Curation Facility, room 2' },
    ...{ quorum: QUORUM, minutes_each: MINUTES_EACH, chair_id: chair.id, deputy_id: panel[2]!.id },
    sessions: sessions.map(toText),
    members: panel.map(({ id }, n) => ({
      user_id: id,
      hours: n === panel.length - 2 ? sessions.filter((_, i) => i % 2 === 1).map(toText) : [],
    })),
  })
}

/** Some of the panel know more of the proposers than they may judge. */
const REASONS = [
  'We write a paper together.',
  'My institute takes part in the beam time.',
  'The proposer was my student.',
]

/** The meeting of the current call, which is prepared for the coming week. */
export async function prepareMeeting(stage: DemonstrationContext, submitted: Proposer[], of: MeetingOf) {
  const members = of.panel.slice(4)
  for (const [n, reason] of [...REASONS, ...REASONS].entries()) {
    const proposal = submitted[(n * 7 + 2) % submitted.length]!
    const member = members[n % members.length]!
    await declareConflict(stage.as(member), { proposal_id: proposal.proposal_id, reason })
  }
  await prepare(stage, of, 2)
}

const NOTES = [
  'The panel values the link to fluid history. It asks for a plan for grains below 0.5 mm.',
  'A convincing method with few losses. The panel would welcome the spectra in the archive.',
  'The question is of interest; the amount asked for is not justified in section 1a.',
]

/** A past meeting: the panel voted on each proposal and agreed on these scores, in their order; the last was put off first. */
export async function holdMeeting(
  stage: DemonstrationContext,
  of: MeetingOf,
  decisions: readonly Decision[],
) {
  const { chair, panel, day } = of
  const { id } = await prepare(stage, of, 1)
  let minute = 0
  const pass = (minutes: number) => {
    minute += minutes
    stage.at((+timeOf(stage, day, 10, minute) - +stage.today) / DAY_MS)
  }
  pass(0)
  const run = stage.as(chair)
  await openMeeting(run, id)
  // One is away all day.
  for (const member of panel.slice(0, -1)) await attend(stage.as(member), id, { here: true })
  const voters = panel.slice(0, -1)
  const item = async () => {
    const { body } = await showLive(run, id, undefined)
    if (body.face !== 'chair' || !body.current) throw new Error('No proposal is on.')
    return body.current
  }
  const last = decisions.at(-1)!
  await startItem(run, id, last.proposal_id)
  pass(4)
  await putOff(run, id, { ...(await item()), next: false })
  for (const [n, { proposal_id, global_score, rank }] of decisions.entries()) {
    await startItem(run, id, proposal_id)
    pass(5 + (n % 4))
    await openBallot(run, id, await item())
    const { ballot, out } = await item()
    for (const [v, voter] of voters.entries())
      if (!out.some((person) => person.id === voter.id)) {
        const grade = gradeNear(global_score, n, v)
        await giveGrade(stage.as(voter), id, { proposal_id, number: ballot!.number, grade })
      }
    pass(2)
    const { version, score_version } = await item()
    const notes = { for_proposer: NOTES[n % NOTES.length]!, internal: '', version: 0 }
    const agreed = { proposal_id, version, score_version, global_score, rank, notes }
    await agree(run, id, { ...agreed, tell_reviewers: false, next: false })
  }
  await closeMeeting(run, id)
}

/** A grade in quarters, not far from a score. */
const gradeNear = (score: number, n: number, voter: number) =>
  Math.min(5, Math.max(0, Math.round((score + (pseudoRandom(n, voter, 88) - 0.5) * 1.4) * 4) / 4))
