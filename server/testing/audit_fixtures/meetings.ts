import type { meetingActions } from '#domain/audit_actions.ts'
import type { LiveChair } from '#domain/meetings/live_contract.ts'
import { aMeeting } from '../../builders/meetings.ts'
import { aUser } from '../../builders/people.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { type AuditFixture, type AuditFixtureContext, newestId } from './fixture.ts'

/** A prepared meeting of one proposal, with the office in the chair and one member of the panel. */
async function aPreparedMeeting({ server, office, admin, api }: AuditFixtureContext) {
  // A term has one meeting at a time.
  await server.db.deleteFrom('meetings').execute()
  const { proposal_id } = await aSubmittedProposal(office)
  // Those of other fixtures would come first.
  const member = await aUser(office, ['panel'])
  const id = await aMeeting(office, { chair: admin, members: [member] })
  await server.db.deleteFrom('meeting_items').where('proposal_id', '!=', proposal_id).execute()
  const params = { id }
  const { meetings } = api
  const onItem = async () => {
    const { current, docket } = (await meetings.live({ params })) as LiveChair
    return { proposal_id, version: current?.version ?? docket[0]!.version }
  }
  return {
    ...{ id, params, proposal_id, meetings, onItem, db: server.db },
    member: { ...member, meetings: (await server.as(member)).api.meetings },
  }
}
type Stage = Awaited<ReturnType<typeof aPreparedMeeting>>

/** Saves the docket as it is, with other lines or minutes. */
async function saveDocketWith(
  meetings: Stage['meetings'],
  params: Stage['params'],
  lines: { triage_above?: number },
  minutes?: number,
) {
  const { items, triage_above, triage_below, seen } = await meetings.docket({ params })
  const changed = items.map((item) => ({ ...item, minutes: minutes ?? item.minutes }))
  return meetings.saveDocket({
    params,
    body: { items: changed, triage_above, triage_below, seen, ...lines },
  })
}

/** The office opens the meeting, and the member is here. */
async function open({ meetings, params, member }: Stage) {
  await meetings.open({ params })
  await member.meetings.attend({ params, body: { here: true } })
}
const discuss = async (stage: Stage) => {
  await open(stage)
  await stage.meetings.start({ params: stage.params, body: { proposal_id: stage.proposal_id } })
}
const vote = async (stage: Stage) => {
  await discuss(stage)
  await stage.meetings.openBallot({ params: stage.params, body: await stage.onItem() })
}
const giveGrade = async ({ member, params, proposal_id }: Stage) =>
  member.meetings.give({ params, body: { proposal_id, number: 1, grade: 4 } })
const agree = async (stage: Stage) => {
  const item = await stage.onItem()
  return stage.meetings.agree({ params: stage.params, body: { ...item, global_score: 4 } })
}

type Act = (stage: Stage) => Promise<unknown>
type Of = 'meeting' | 'proposal'

/** A command of the office, or of the member, after what prepares it. */
const command =
  (of: Of, by: 'office' | 'member', before: Act, act: Act): AuditFixture =>
  async (context) => {
    const stage = await aPreparedMeeting(context)
    await before(stage)
    return {
      run: () => act(stage),
      objectId: of === 'meeting' ? stage.id : stage.proposal_id,
      actorId: by === 'office' ? context.admin.id : stage.member.id,
    }
  }
const nothing: Act = async () => {}
const addHours: Act = async ({ id, db }) => {
  const hours = { starts_at: '2031-03-04T09:00:00Z', ends_at: '2031-03-04T12:00:00Z' }
  await db
    .insertInto('meeting_sessions')
    .values({ meeting_id: id, ...hours })
    .execute()
}

export const meetingFixtures: Record<keyof typeof meetingActions, AuditFixture> = {
  'meeting.add': async (context) => {
    const { server, api, admin, term } = context
    await server.db.deleteFrom('meetings').execute()
    const body = {
      ...{ term_id: term.id, name: 'Panel Meeting', place: '', chair_id: admin.id, deputy_id: null },
      ...{ quorum: 1, minutes_each: 10, sessions: [], members: [] },
    }
    return {
      run: () => api.meetings.add({ body }),
      objectId: newestId(context, 'meetings'),
      actorId: admin.id,
    }
  },
  'meeting.edit': command('meeting', 'office', nothing, async ({ meetings, params }) => {
    const { chair, deputy, members, ...meeting } = await meetings.get({ params })
    const body = { ...meeting, chair_id: chair.id, deputy_id: deputy?.id ?? null, members: [], quorum: 2 }
    return meetings.save({ params, body })
  }),
  'meeting.delete': command('meeting', 'office', nothing, ({ meetings, params }) =>
    meetings.remove({ params }),
  ),
  'meeting.open': command('meeting', 'office', nothing, ({ meetings, params }) => meetings.open({ params })),
  'meeting.close': command('meeting', 'office', open, ({ meetings, params }) => meetings.close({ params })),
  'meeting.reopen': command(
    'meeting',
    'office',
    async (stage) => {
      await open(stage)
      await stage.meetings.close({ params: stage.params })
    },
    ({ meetings, params }) => meetings.reopen({ params }),
  ),
  'meeting.triage': command('meeting', 'office', nothing, ({ params, meetings }) =>
    saveDocketWith(meetings, params, { triage_above: 3 }),
  ),
  'proposal.docket': command('proposal', 'office', nothing, ({ params, meetings }) =>
    saveDocketWith(meetings, params, {}, 25),
  ),
  'meeting.send_agenda': command('meeting', 'office', addHours, ({ meetings, params }) =>
    meetings.sendAgenda({ params, body: { number: 0 } }),
  ),
  'meeting.download_minutes': command('meeting', 'office', open, ({ meetings, params }) =>
    meetings.minutesPdf({ params }),
  ),
  'meeting.arrive': command(
    'meeting',
    'member',
    ({ meetings, params }) => meetings.open({ params }),
    ({ member, params }) => member.meetings.attend({ params, body: { here: true } }),
  ),
  'meeting.depart': command('meeting', 'member', open, ({ member, params }) =>
    member.meetings.attend({ params, body: { here: false } }),
  ),
  'meeting.break': command('meeting', 'office', open, ({ meetings, params }) =>
    meetings.pause({ params, body: { paused: true } }),
  ),
  'proposal.discuss': command('proposal', 'office', open, ({ meetings, params, proposal_id }) =>
    meetings.start({ params, body: { proposal_id } }),
  ),
  'proposal.put_off': command('proposal', 'office', discuss, async ({ meetings, params, onItem }) =>
    meetings.putOff({ params, body: await onItem() }),
  ),
  'proposal.meeting_clock': command('proposal', 'office', discuss, ({ meetings, params, proposal_id }) =>
    meetings.clock({ params, body: { proposal_id, running: false } }),
  ),
  'proposal.meeting_minutes': command('proposal', 'office', discuss, ({ meetings, params, proposal_id }) =>
    meetings.minutes({ params, body: { proposal_id, minutes: 15 } }),
  ),
  'proposal.open_ballot': command('proposal', 'office', discuss, async ({ meetings, params, onItem }) =>
    meetings.openBallot({ params, body: await onItem() }),
  ),
  'proposal.give_grade': command('proposal', 'member', vote, giveGrade),
  'proposal.reveal_ballot': command('proposal', 'member', vote, giveGrade),
  'proposal.agree': command('proposal', 'office', discuss, agree),
  'proposal.keep_score': command(
    'proposal',
    'office',
    async (stage) => {
      const { member, params, proposal_id } = stage
      await vote(stage)
      await giveGrade(stage)
      await agree(stage)
      await member.meetings.declareConflict({ params, body: { proposal_id, reason: '' } })
    },
    async ({ meetings, params, onItem }) => meetings.keepScore({ params, body: await onItem() }),
  ),
  'proposal.bring_back': async (context) => {
    const stage = await aPreparedMeeting(context)
    await open(stage)
    await context.server.db.updateTable('meeting_items').set({ track: 'triage' }).execute()
    const { member, params, proposal_id } = stage
    return {
      run: () => member.meetings.bringBack({ params, body: { proposal_id } }),
      objectId: proposal_id,
      actorId: member.id,
    }
  },
  'proposal.show_on_wall': command('proposal', 'office', discuss, ({ meetings, params }) =>
    meetings.showOnWall({ params, body: { shown: true } }),
  ),
}
