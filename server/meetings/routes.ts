import type { meetings } from '#domain/meetings/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { sendAgenda, showAgenda } from './agenda.ts'
import { attend, declareInMeeting } from './attendance.ts'
import { closeBallot, giveGrade, openBallot } from './ballots.ts'
import * as discussion from './discussion.ts'
import { orderDocket, saveDocket, showDocket, suggestDocket } from './docket.ts'
import { showLive, showWall } from './live.ts'
import { downloadMinutes } from './minutes.ts'
import * as service from './service.ts'
import { agreeTriage, bringBack } from './triage.ts'

export const meetingRoutes: Handlers<typeof meetings> = {
  list: (ctx, { query }) => service.listMeetings(ctx, query.term_id),
  people: (ctx) => service.listMeetingPeople(ctx),
  get: (ctx, { params }) => service.showMeeting(ctx, params.id),
  add: (ctx, { body }) => service.addMeeting(ctx, body),
  save: (ctx, { params, body }) => service.saveMeeting(ctx, params.id, body),
  remove: (ctx, { params }) => service.deleteMeeting(ctx, params.id),
  agenda: (ctx, { params }) => showAgenda(ctx, params.id),
  sendAgenda: (ctx, { params, body }) => sendAgenda(ctx, params.id, body),
  minutesPdf: (ctx, { params }) => downloadMinutes(ctx, params.id),
  open: (ctx, { params }) => service.openMeeting(ctx, params.id),
  close: (ctx, { params }) => service.closeMeeting(ctx, params.id),
  reopen: (ctx, { params }) => service.reopenMeeting(ctx, params.id),
  live: (ctx, { params, headers }) => showLive(ctx, params.id, headers['if-none-match']?.toString()),
  wall: (ctx, { params, headers }) => showWall(ctx, params.id, headers['if-none-match']?.toString()),
  attend: (ctx, { params, body }) => attend(ctx, params.id, body),
  start: (ctx, { params, body }) => discussion.startItem(ctx, params.id, body.proposal_id),
  putOff: (ctx, { params, body }) => discussion.putOff(ctx, params.id, body),
  clock: (ctx, { params, body }) => discussion.setClock(ctx, params.id, body),
  pause: (ctx, { params, body }) => discussion.setPaused(ctx, params.id, body.paused),
  minutes: (ctx, { params, body }) => discussion.setMinutes(ctx, params.id, body),
  openBallot: (ctx, { params, body }) => openBallot(ctx, params.id, body),
  give: (ctx, { params, body }) => giveGrade(ctx, params.id, body),
  closeBallot: (ctx, { params, body }) => closeBallot(ctx, params.id, body),
  agree: (ctx, { params, body }) => discussion.agree(ctx, params.id, body),
  keepScore: (ctx, { params, body }) => discussion.keepScore(ctx, params.id, body),
  bringBack: (ctx, { params, body }) => bringBack(ctx, params.id, body.proposal_id),
  agreeTriage: (ctx, { params, body }) => agreeTriage(ctx, params.id, body),
  declareConflict: (ctx, { params, body }) => declareInMeeting(ctx, params.id, body),
  showOnWall: (ctx, { params, body }) => discussion.showOnWall(ctx, params.id, body.shown),
  docket: (ctx, { params }) => showDocket(ctx, params.id),
  saveDocket: (ctx, { params, body }) => saveDocket(ctx, params.id, body),
  suggestDocket: (ctx, { params, body, closed }) => suggestDocket(ctx, params.id, body, closed),
  order: (ctx, { params, body }) => orderDocket(ctx, params.id, body.proposal_ids),
}
