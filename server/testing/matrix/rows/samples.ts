import { byState, inOpenTerm, ok, on, onlyInStates, type Rule, unlessConflict } from '../cell.ts'
import type { MatrixRows } from './rows.ts'

export const sampleRows: MatrixRows<'samples'> = {
  ryugu: ok,
  bennu: ok,
  everySample: ok,
  all: ok,
  // Sent without a file.
  importCsv: on('nothing', 400, { body: () => ({ dry_run: '1' }) }),
}

const grid = (code: string) => on('nothing', 'ok', { params: () => ({ grid: code }) })
const pair = ({ subject }: { subject: { sample_id?: number; proposal_id?: number } }) => [
  { sample_id: subject.sample_id, proposal_id: subject.proposal_id },
]
const ofTerm = ({ term }: { term: number }) => `term_id=${term}`
const empty = on('nothing', inOpenTerm('ok'), { body: () => [], query: ofTerm })

export const allocationRows: MatrixRows<'allocation'> = {
  current: ok,
  currentDownload: on('nothing', 'ok', { params: () => ({ all: '1' }) }),
  proposals: ok,
  proposalsOf: grid('1'),
  samples: ok,
  samplesOf: grid('0'),
  changes: grid('1'),
  download: ok,
  downloadOf: grid('0'),
  // Users with a conflict may send the unchanged assignment.
  save: on('pair', inOpenTerm(byState({ clash: 400, ticked: 'ok' }, unlessConflict('no', 'ok'))), {
    body: pair,
    query: ofTerm,
  }),
  saveGas: empty,
  saveContactPad: empty,
  saveProcessed: empty,
  suggest: on('nothing', inOpenTerm('ok'), {
    body: ({ term }) => ({ grid: 1, policy: 'rank', term_id: term }),
  }),
  assigned: ok,
  assignedDownload: ok,
  history: on('sample', 'ok'),
  confirm: on('pair', inOpenTerm(unlessConflict('no', onlyInStates('ticked'))), {
    body: pair,
    query: ofTerm,
  }),
  cancel: on('assignment', inOpenTerm(unlessConflict('no', onlyInStates('confirmed')))),
}

const scenarioBody = { name: 'By rank', note: '' }
/** Its creator and the office may change it. */
const byCreatorOrOffice: Rule<'scenario'> = ({ who, state, phase }) => {
  if (who === 'panel' && state === 'of the office') return 403
  return phase === 'disabled' ? 'no' : 'ok'
}

export const scenarioRows: MatrixRows<'scenarios'> = {
  list: ok,
  add: on('nothing', inOpenTerm('ok'), {
    body: ({ term }) => ({ ...scenarioBody, grid: 1, term_id: term, items: [] }),
  }),
  get: on('scenario', 'ok'),
  save: on('scenario', byCreatorOrOffice, { body: () => scenarioBody }),
  remove: on('scenario', byCreatorOrOffice),
}
