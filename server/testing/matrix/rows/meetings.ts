import { type Answer, type Cell, ok, on, type RequestParts, type Rule } from '../cell.ts'
import type { MatrixRows } from './rows.ts'

type OnMeeting = Rule<'meeting'>

/** The prepared meeting is of the next term, which is open in every phase. */
const isReadOnly = ({ phase, state }: Cell<'meeting'>) => phase === 'disabled' && state !== 'prepared'

/** Only in an open meeting of an open term. */
const whileOpen =
  (answer: (cell: Cell<'meeting'>) => Answer): OnMeeting =>
  (cell) =>
    cell.state !== 'open' || isReadOnly(cell) ? 'no' : answer(cell)

/** Nobody is here, so that any member of the office has the chair. */
const byChair = (answer: Answer): OnMeeting => whileOpen(({ who }) => (who === 'panel' ? 403 : answer))

/** The office and the named chair, which is of the office. */
const byOffice =
  (answer: (cell: Cell<'meeting'>) => Answer): OnMeeting =>
  (cell) =>
    cell.who === 'panel' ? 403 : isReadOnly(cell) ? 'no' : answer(cell)

/** Of the open meeting's docket only those in conflict with its proposal see nothing: for others one without it is outdated. */
const emptyDocket = ({ who, state }: Cell<'meeting'>): Answer =>
  state === 'open' && who !== 'conflicted' ? 409 : 'ok'

const NO_PROPOSAL = { proposal_id: 2_000_000_000, version: 1 }
const NO_BALLOT = { proposal_id: 2_000_000_000, number: 1 }

const settings = ({ people }: RequestParts<'meeting' | 'nothing'>) => ({
  ...{ name: 'Panel Meeting', place: '', chair_id: people.admin!.id, deputy_id: null },
  ...{ quorum: 6, minutes_each: 10, sessions: [], members: [] },
})

export const meetingRows: MatrixRows<'meetings'> = {
  list: ok,
  people: ok,
  get: on('meeting', 'ok'),
  // The term has a meeting that is not closed.
  add: on('nothing', 'no', { body: (parts) => ({ term_id: parts.term, ...settings(parts) }) }),
  save: on(
    'meeting',
    byOffice(({ state }) => (state === 'closed' ? 'no' : 'ok')),
    { body: settings },
  ),
  remove: on(
    'meeting',
    byOffice(({ state }) => (state === 'prepared' ? 'ok' : 'no')),
  ),
  open: on(
    'meeting',
    byOffice(({ state }) => (state === 'prepared' ? 'ok' : 'no')),
  ),
  close: on('meeting', byChair('ok')),
  reopen: on(
    'meeting',
    byOffice(() => 'no'),
  ),
  agenda: on('meeting', ({ who }) => (who === 'panel' ? 403 : 'ok')),
  // It has no hours yet.
  sendAgenda: on(
    'meeting',
    byOffice(() => 'no'),
    { body: () => ({ number: 0 }) },
  ),
  minutesPdf: on('meeting', ({ state }) => (state === 'prepared' ? 404 : 'ok')),
  live: on('meeting', 'ok'),
  wall: on('meeting', ({ who }) => (who === 'panel' ? 403 : 'ok')),
  attend: on(
    'meeting',
    whileOpen(() => 'ok'),
    { body: () => ({ here: true }) },
  ),
  start: on('meeting', byChair('ok'), { body: () => ({ proposal_id: null }) }),
  putOff: on('meeting', byChair(404), { body: () => NO_PROPOSAL }),
  clock: on('meeting', byChair(404), { body: () => ({ ...NO_PROPOSAL, running: true }) }),
  pause: on('meeting', byChair('ok'), { body: () => ({ paused: true }) }),
  minutes: on('meeting', byChair(404), { body: () => ({ ...NO_PROPOSAL, minutes: 15 }) }),
  openBallot: on('meeting', byChair(404), { body: () => NO_PROPOSAL }),
  give: on(
    'meeting',
    whileOpen(() => 404),
    { body: () => ({ ...NO_BALLOT, grade: 3.75 }) },
  ),
  closeBallot: on('meeting', byChair(404), { body: () => NO_BALLOT }),
  agree: on('meeting', byChair(404), { body: () => ({ ...NO_PROPOSAL, global_score: 3.75 }) }),
  keepScore: on('meeting', byChair(404), { body: () => NO_PROPOSAL }),
  bringBack: on(
    'meeting',
    whileOpen(() => 404),
    { body: () => NO_PROPOSAL },
  ),
  agreeTriage: on('meeting', byChair(404), {
    body: () => ({ scores: [{ ...NO_PROPOSAL, global_score: 3.75 }] }),
  }),
  declareConflict: on(
    'meeting',
    whileOpen(() => 404),
    { body: () => ({ ...NO_PROPOSAL, reason: '' }) },
  ),
  showOnWall: on('meeting', byChair(404), { body: () => ({ shown: true }) }),
  docket: on('meeting', ({ who }) => (who === 'panel' ? 403 : 'ok')),
  saveDocket: on(
    'meeting',
    byOffice((cell) => (cell.state === 'closed' ? 'no' : emptyDocket(cell))),
    { body: () => ({ items: [], triage_above: null, triage_below: null }) },
  ),
  suggestDocket: on('meeting', ({ who }) => (who === 'panel' ? 403 : 'ok'), { body: () => ({ items: [] }) }),
  order: on(
    'meeting',
    whileOpen((cell) => (cell.who === 'panel' ? 403 : emptyDocket(cell))),
    { body: () => ({ proposal_ids: [] }) },
  ),
}
