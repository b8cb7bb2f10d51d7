import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anOpenMeeting } from '../builders/meetings.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { constraintError } from '../testing/constraint_error.ts'
import { withServer } from '../testing/test_server.ts'
import { giveGrade, openBallot } from './ballots.ts'
import { startItem } from './discussion.ts'

const meeting = (change: string) => `update meetings set ${change}`
const item = (change: string) => `update meeting_items set ${change}`
const waiting = (change: string) => `${item(change)} where state = 'waiting'`

/** An invalid state of an open meeting with a ballot, and the constraint that refuses it. */
const INVALID: [statement: string, constraint: string][] = [
  [meeting(`name = ''`), 'meeting_has_a_name'],
  [meeting(`place = E'a\\nb'`), 'meeting_place_is_one_line'],
  [meeting(`state = 'cancelled'`), 'meeting_state_is_known'],
  [meeting(`opened_at = null`), 'meeting_has_opened'],
  [meeting(`state = 'closed'`), 'meeting_has_closed'],
  [meeting(`state = 'prepared', break_since = now()`), 'only_an_open_meeting_pauses'],
  [meeting('deputy_id = chair_id'), 'deputy_is_another_person'],
  [meeting('quorum = 0'), 'meeting_quorum_is_possible'],
  [meeting('minutes_each = 0'), 'meeting_minutes_are_possible'],
  [meeting('triage_above = -1'), 'triage_lines_are_ranks'],
  [
    `insert into meetings (term_id, name, chair_id, quorum, saved_at) select term_id, name, chair_id, 1, now() from meetings`,
    'one_meeting_in_a_term',
  ],
  [`insert into meeting_sessions select id, now(), now() from meetings`, 'session_ends_later'],
  [
    `insert into meeting_member_hours select meeting_id, user_id, now(), now() from meeting_members`,
    'member_hours_end_later',
  ],
  [`update meeting_attendance set left_at = came_at - interval '1 s'`, 'attendance_ends_later'],
  [
    `insert into meeting_attendance (meeting_id, user_id, came_at) select meeting_id, user_id, now() from meeting_attendance`,
    'present_once',
  ],
  [item('minutes = 0'), 'item_minutes_are_possible'],
  [item(`track = 'quick'`), 'item_track_is_known'],
  [item(`state = 'lost'`), 'item_state_is_known'],
  [waiting('running_since = now()'), 'only_the_current_item_runs'],
  [waiting(`state = 'agreed'`), 'an_agreed_item_has_its_score'],
  [waiting('agreed_score = 6'), 'agreed_score_is_a_score'],
  [waiting(`state = 'discussing'`), 'one_current_item'],
  [
    `insert into meeting_ballots (meeting_id, proposal_id, number, opened_at, opened_by)
      select meeting_id, proposal_id, 2, opened_at, opened_by from meeting_ballots`,
    'one_open_ballot',
  ],
  ['update meeting_ballots set revealed_at = now(), cancelled_at = now()', 'a_ballot_ends_once'],
  ['update meeting_grades set grade = 5.01', 'grade_is_a_score'],
  [
    `insert into meeting_outs (meeting_id, proposal_id, user_id, left_at, returned_at)
      select meeting_id, proposal_id, opened_by, now(), now() - interval '1 s' from meeting_ballots`,
    'out_ends_later',
  ],
]

test('the database refuses each invalid state of a meeting by its own constraint', () =>
  withServer(async (world) => {
    await aTerm(world.ctx())
    const office = world.ctx(await aUser(world.ctx(), ['admin']))
    const chair = await aUser(world.ctx(), ['panel'])
    const other = await aUser(world.ctx(), ['panel'])
    const { proposal_id } = await aSubmittedProposal(office)
    await aSubmittedProposal(office)
    const id = await anOpenMeeting(office, { chair, members: [chair, other] })
    await startItem(office.as(chair), id, proposal_id)
    await openBallot(office.as(chair), id, { proposal_id, version: 2 })
    await giveGrade(office.as(chair), id, { proposal_id, number: 1, grade: 4 })
    const answers: [string, string][] = []
    for (const [statement, constraint] of INVALID) {
      const answer = await constraintError(world, sql.raw(statement))
      answers.push([statement, answer.includes(constraint) ? constraint : answer])
    }
    expect(answers).toEqual(INVALID)
  }))
