import type { GridRequest } from './words.ts'

/** A request for any particle of Ryugu, unless told otherwise; for tests. */
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
  ...given,
})
