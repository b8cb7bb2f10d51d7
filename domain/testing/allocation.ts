import type { GridProposal, GridSample } from '../allocation/contract.ts'

type GridRequest = GridProposal['requested_samples'][number]

/** A request for any particle of Ryugu, unless told otherwise. */
export const aRequest = (given: Partial<GridRequest> = {}): GridRequest => ({
  id: 1,
  proposal_id: 1,
  priority: 1,
  db_type: 1,
  sample_type: 0,
  sample_id: null,
  any: 1,
  sample_name: null,
  sample_weight: null,
  sample_description: null,
  number_of_bottles: null,
  number_of_samples: null,
  size: null,
  weight: null,
  chamber: null,
  dish: null,
  target: true,
  answerable: true,
  ...given,
})

/** A row of a grid that asks for nothing, unless told otherwise. */
export const proposal = (id: number, given: Partial<GridProposal> = {}): GridProposal => ({
  id,
  name: `Zoë Sato${id}`,
  title: `Study ${id}`,
  properties: '',
  global_score: null,
  rank: null,
  conflict: false,
  requested_samples: [],
  assigned_samples: [],
  ...given,
})

/** A column of a grid that nobody has: a Ryugu particle of 2 mg, unless told otherwise. */
export const sample = (id: number, given: Partial<GridSample> = {}): GridSample => ({
  id,
  db_type: 1,
  name: `A000${id}`,
  sample_type: 0,
  type: 0,
  weight: 2,
  initial_weight: null,
  size: 1000,
  pressure: null,
  volume: null,
  description: '',
  chamber: 1,
  dish: null,
  source: '',
  flg: 0,
  requested: {},
  requested_sample: [],
  assigned: [],
  assigned_sample: [],
  elsewhere: [],
  ...given,
})

/** A sample assigned to a proposal: a Ryugu particle of 1 mg, not confirmed, unless told otherwise. */
export const assignedSample = (
  sample_id: number,
  given: Partial<GridProposal['assigned_samples'][number]> = {},
): GridProposal['assigned_samples'][number] => ({
  sample_id,
  name: `A${sample_id}`,
  db_type: 1,
  sample_type: 0,
  weight: 1,
  size: 1000,
  pressure: null,
  volume: null,
  chamber: null,
  dish: null,
  priority: null,
  status: 0,
  ...given,
})
