import { conflicted, on, only, plain, type Rule, when, writes } from '../cell.ts'
import type { LinesOf } from './lines.ts'

export const sampleLines: LinesOf<'samples'> = {
  ryugu: plain,
  bennu: plain,
  everySample: plain,
  all: plain,
  // No file: the call is let in, and says what is missing.
  importCsv: on('nothing', 400, { sends: () => ({ dry_run: '1' }) }),
}

const grid = (code: string) => on('nothing', 'ok', { at: () => ({ grid: code }) })
const pair = ({ subject }: { subject: { sample_id?: number; proposal_id?: number } }) => [
  { sample_id: subject.sample_id, proposal_id: subject.proposal_id },
]
const ofTerm = ({ term }: { term: number }) => `term_id=${term}`
const empty = on('nothing', writes('ok'), { sends: () => [], query: ofTerm })

export const allocationLines: LinesOf<'allocation'> = {
  current: plain,
  currentDownload: on('nothing', 'ok', { at: () => ({ all: '1' }) }),
  proposals: plain,
  proposalsOf: grid('1'),
  samples: plain,
  samplesOf: grid('0'),
  changes: grid('1'),
  download: plain,
  downloadOf: grid('0'),
  // Who has a conflict with a proposal may send its tick as it stands.
  save: on('pair', writes(when({ clash: 400, ticked: 'ok' }, conflicted('no', 'ok'))), {
    sends: pair,
    query: ofTerm,
  }),
  saveGas: empty,
  saveContactPad: empty,
  saveProcessed: empty,
  suggest: on('nothing', writes('ok'), { sends: ({ term }) => ({ grid: 1, policy: 'rank', term_id: term }) }),
  assigned: plain,
  assignedDownload: plain,
  history: on('sample', 'ok'),
  confirm: on('pair', writes(conflicted('no', only('ticked'))), { sends: pair, query: ofTerm }),
  cancel: on('assignment', writes(conflicted('no', only('confirmed')))),
}

const told = { name: 'By rank', note: '' }
/** Who made it changes it, and the office. */
const changed: Rule<'scenario'> = ({ who, state, phase }) => {
  if (who === 'panel' && state === 'of the office') return 403
  return phase === 'disabled' ? 'no' : 'ok'
}

export const scenarioLines: LinesOf<'scenarios'> = {
  list: plain,
  add: on('nothing', writes('ok'), { sends: ({ term }) => ({ ...told, grid: 1, term_id: term, items: [] }) }),
  get: on('scenario', 'ok'),
  save: on('scenario', changed, { sends: () => told }),
  remove: on('scenario', changed),
}
