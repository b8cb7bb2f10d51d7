import { type ExportFixture, endpoints, exportRequest } from './fixture.ts'
import { AT, escapedCell, type FullTerm, PROPOSED_AT } from './full_term.ts'

const particle = {
  Asteroid: 'Ryugu',
  Type: 'Particle',
  'Weight[mg]': 5.4,
  'Size[mm]': '2.000',
  'Pressure[Pa]': 101.5,
  'Volume[ml]': 0.3,
}
const gas = {
  Asteroid: 'Ryugu',
  Type: 'Gas',
  'Weight[mg]': '',
  'Size[mm]': '',
  'Pressure[Pa]': 88,
  'Volume[ml]': 12,
}
const solid = (weight: number, size: string) => ({
  'Weight[mg]': weight,
  'Size[mm]': size,
  'Pressure[Pa]': '',
  'Volume[ml]': '',
})
const offered = { Asteroid: 'Ryugu', Type: 'Previously allocated', ...solid(3.1, '0.700') }
const kept = { Asteroid: 'Ryugu', Type: 'Previously allocated', ...solid(2.2, '0.650') }
const pad = { Asteroid: 'Bennu', Type: 'Contact pad particle', ...solid(0.9, '0.300') }
const none = { 'Weight[mg]': '', 'Size[mm]': '', 'Pressure[Pa]': '', 'Volume[ml]': '' }

const notAsked = {
  Priority: '',
  'Requested type': '',
  'Requested sample': '',
  'Requested weight[mg]': '',
  'Requested size[mm]': '',
  'Requested chamber': '',
  'Requested dish': '',
  'Requested number': '',
}
const asks = (Priority: number, type: string, number = 1, sample = 'Any') => ({
  ...notAsked,
  Priority,
  'Requested type': type,
  'Requested sample': sample,
  'Requested number': number,
})
const free = { Assigned: '', Confirmed: '', 'More than asked': '', Missing: '', 'Also assigned to': '' }
const any = { 'Sample ID': '', Sample: '', Type: '', ...none }
const given = { ...free, Assigned: 'x' }

/** The rows of a distribution plan by subject. */
const planRows = ({ proposal_id, samples }: FullTerm) => {
  const proposal = {
    Term: 'AO7',
    'Proposal ID': proposal_id,
    Name: "'=Ada ＋Mai @Abel -Jr",
    Title: '\'＝Proposal, "x"',
    'Global Score': 3.5,
    Rank: 6,
  }
  return {
    particle: {
      ...proposal,
      ...particle,
      ...asks(1, 'Particle', 1, '\'=A1, "p"'),
      ...given,
      'Sample ID': samples.particle.id,
      Sample: '\'=A1, "p"',
      Confirmed: 'x',
    },
    anyAggregate: {
      ...proposal,
      ...any,
      ...asks(2, 'Aggregate', 4),
      ...free,
      'Requested size[mm]': '1.500',
      'Requested chamber': 'C',
      Missing: 4,
      Asteroid: 'Ryugu',
    },
    anyParticle: {
      ...proposal,
      ...any,
      ...asks(3, 'Particle', 5),
      ...free,
      'Requested weight[mg]': 0.25,
      Missing: 5,
      Asteroid: 'Ryugu',
    },
    anyGas: {
      ...proposal,
      ...gas,
      ...asks(4, 'Gas', 3),
      ...given,
      'Sample ID': samples.gas.id,
      Sample: 'G1',
    },
    moreGas: { ...proposal, ...any, ...asks(4, 'Gas', 3), ...free, Missing: 2, Asteroid: 'Ryugu' },
    offered: {
      ...proposal,
      ...offered,
      ...asks(5, 'Previously allocated', 1, 'Q1'),
      ...free,
      'Sample ID': samples.offered.id,
      Sample: 'Q1',
      Missing: 1,
    },
    anyBennu: {
      ...proposal,
      ...any,
      ...asks(6, 'Particle', 2),
      ...free,
      'Requested size[mm]': '2.500',
      'Requested dish': 3,
      Missing: 2,
      Asteroid: 'Bennu',
    },
    kept: {
      ...proposal,
      ...kept,
      ...notAsked,
      ...given,
      'More than asked': 'x',
      'Sample ID': samples.kept.id,
      Sample: 'R1',
    },
    pad: {
      ...proposal,
      ...pad,
      ...notAsked,
      ...given,
      'More than asked': 'x',
      'Sample ID': samples.pad.id,
      Sample: "'@C1",
    },
  }
}

const PROPOSAL = '＝Proposal, "x"'
const assigned = ({ proposal_id }: FullTerm) => ({
  Term: 'AO7',
  'Proposal ID': proposal_id,
  'Proposal title': `'${PROPOSAL}`,
  Confirmed: '',
  'Proposed by': '',
  'Confirmed by': '',
  'Proposed at': '',
  'Confirmed at': '',
  'Name of proposer': "'=Ada ＋Mai @Abel -Jr",
  'Global Score': 3.5,
  Rank: 6,
  ...notAnswering,
  Clash: '',
})
const notAnswering = { Priority: '', Asked: '', 'Over-allocated': 'x' }
const answering = (Priority: number, Asked: string) => ({ Priority, Asked, 'Over-allocated': '' })
/** What was there before anything was taken: as much as now, if nothing was. */
const untouched = (sample: { 'Weight[mg]': number | string }) => ({
  'Initial weight[mg]': sample['Weight[mg]'],
})
const unused = { Description: '', Source: '', 'On offer': '', Requested: '', Assigned: '', Confirmed: '' }

export const sampleExports: Record<string, ExportFixture> = {
  samples: {
    ...exportRequest(endpoints.allocation.currentDownload, { params: { all: '0' } }),
    rows: ({ samples, proposal_id }) => {
      const wanted = `${proposal_id}: ${PROPOSAL}`
      return [
        {
          ...particle,
          'Initial weight[mg]': 6.2,
          ID: samples.particle.id,
          Name: '\'=A1, "p"',
          Chamber: 'A',
          Dish: '',
          Description: `'\r${escapedCell('description')}`,
          Source: `'\t${escapedCell('source').slice(1)}`,
          'On offer': '',
          Requested: wanted,
          Assigned: wanted,
          Confirmed: 'x',
        },
        {
          ...unused,
          ...gas,
          ...untouched(gas),
          ID: samples.gas.id,
          Name: 'G1',
          Chamber: 'C',
          Dish: '',
          Assigned: wanted,
        },
        {
          ...unused,
          ...offered,
          ...untouched(offered),
          ID: samples.offered.id,
          Name: 'Q1',
          Chamber: 'A',
          Dish: '',
          'On offer': 'x',
          Requested: wanted,
        },
        {
          ...unused,
          ...kept,
          ...untouched(kept),
          ID: samples.kept.id,
          Name: 'R1',
          Chamber: '',
          Dish: '',
          Assigned: wanted,
        },
        {
          ...unused,
          ...pad,
          ...untouched(pad),
          ID: samples.pad.id,
          Name: "'@C1",
          Chamber: '',
          Dish: 4,
          Assigned: wanted,
        },
      ]
    },
  },
  assigned_samples: {
    ...exportRequest(endpoints.allocation.assignedDownload),
    rows: (term) => {
      const { samples } = term
      return [
        {
          ...assigned(term),
          ...particle,
          ID: 6000,
          'Sample ID': samples.particle.id,
          Name: '\'=A1, "p"',
          Confirmed: 'x',
          'Proposed by': "'-Rei Aalto",
          'Confirmed by': "'+Oki Office",
          'Proposed at': PROPOSED_AT,
          'Confirmed at': AT,
          ...answering(1, '\'=A1, "p" by name'),
        },
        {
          ...assigned(term),
          ...gas,
          ...answering(4, 'Any Ryugu gas ×3'),
          ID: 6001,
          'Sample ID': samples.gas.id,
          Name: 'G1',
        },
        { ...assigned(term), ...kept, ID: 6002, 'Sample ID': samples.kept.id, Name: 'R1' },
        { ...assigned(term), ...pad, ID: 6003, 'Sample ID': samples.pad.id, Name: "'@C1" },
      ]
    },
  },
  distribution_plan_all: {
    ...exportRequest(endpoints.allocation.downloadOf, { params: { grid: '0' } }),
    rows: (term) => Object.values(planRows(term)),
  },
  distribution_plan_particle_and_aggregate: {
    ...exportRequest(endpoints.allocation.download),
    rows: (term) => {
      const rows = planRows(term)
      return [rows.particle, rows.anyAggregate, rows.anyParticle, rows.anyBennu]
    },
  },
  distribution_plan_gas: {
    ...exportRequest(endpoints.allocation.downloadOf, { params: { grid: '2' } }),
    rows: (term) => [planRows(term).anyGas, planRows(term).moreGas],
  },
  distribution_plan_previously_allocated: {
    ...exportRequest(endpoints.allocation.downloadOf, { params: { grid: '3' } }),
    rows: (term) => [planRows(term).offered, planRows(term).kept],
  },
  distribution_plan_contact_pad_particle: {
    ...exportRequest(endpoints.allocation.downloadOf, { params: { grid: '4' } }),
    rows: (term) => [planRows(term).anyBennu, planRows(term).pad],
  },
}
