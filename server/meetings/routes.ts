import { notFound } from '#domain/errors.ts'
import type { meetings } from '#domain/meetings/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'

const later = (): never => {
  throw notFound()
}

export const meetingRoutes: Handlers<typeof meetings> = {
  list: later,
  people: later,
  get: later,
  add: later,
  save: later,
  remove: later,
  open: later,
  close: later,
  reopen: later,
  live: later,
  wall: later,
  attend: later,
  start: later,
  putOff: later,
  clock: later,
  pause: later,
  minutes: later,
  openBallot: later,
  give: later,
  closeBallot: later,
  agree: later,
  keepScore: later,
  bringBack: later,
  agreeTriage: later,
  declareConflict: later,
  showOnWall: later,
}
