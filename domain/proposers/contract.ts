import { z } from 'zod'
import { staff } from '../access.ts'
import { byId, fileAddress, get, paged } from '../endpoint.ts'
import {
  codeChoice,
  collaboratorFilters,
  listFilter,
  PERSON_SORTS,
  personFilters,
  rowIds,
  termFilter,
  yesNo,
} from '../filters.ts'
import { proposalStatus } from '../proposals/status.ts'
import { Collaborator } from '../users/person_schemas.ts'

export const ProposerFilter = listFilter(
  {
    ids: rowIds,
    ...personFilters,
    ...collaboratorFilters,
    ...termFilter,
    early_career: codeChoice,
    not_created: yesNo,
    not_submitted: yesNo,
    submitted: yesNo,
  },
  [...PERSON_SORTS, 'proposal_id', 'title', 'status', 'early_career', 'term_id'],
)
export type ProposerFilter = z.output<typeof ProposerFilter>

export const ProposerRow = z.object({
  user_id: z.number(),
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  early_career: z.number(),
  status: z.literal(proposalStatus.codes),
  term_id: z.number(),
  proposal_id: z.number(),
  title: z.string(),
  proposal_collaborator: z.array(Collaborator),
})
export type ProposerRow = z.infer<typeof ProposerRow>

export const ProposerDetail = z.object({
  user_id: z.number(),
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  orcid: z.string().nullable(),
  created_proposal: z.array(
    z.object({
      id: z.number(),
      term_id: z.number(),
      title: z.string(),
      status: z.literal(proposalStatus.codes),
      global_score: z.number().nullable(),
    }),
  ),
})

const personKeySchema = z
  .string()
  .regex(/^[1-9]\d{0,8}\.\d{1,4}$/u, 'This is no place of a person on a proposal.')

/** People by proposal and position: '63.0', '63.2'; absent means no filter. */
const places = z
  .union([z.array(personKeySchema).max(500), personKeySchema.transform((one) => [one])])
  .optional()

export const PersonFilter = listFilter({ ...personFilters, ...termFilter, places }, [
  ...PERSON_SORTS,
  'proposal_id',
  'position',
  'term_id',
])
export type PersonFilter = z.output<typeof PersonFilter>

/**
 * A proposer or collaborator of one proposal. `proposal_collaborator_id` lists the proposals, within the filtered terms,
 * on which a person with this e-mail address is a collaborator.
 */
export const PersonRow = z.object({
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  proposal_id: z.number(),
  term_id: z.number(),
  /** 0 for the proposer, otherwise the position in the list of collaborators. */
  position: z.number(),
  proposal_collaborator_id: z.array(z.number()),
})

export const proposers = {
  list: get('/api/proposers', staff, {
    summary: 'Lists the registered applicants that the filters match, a page at a time.',
    query: ProposerFilter,
    reply: paged(ProposerRow),
    scope: 'read_lists',
  }),
  download: get('/api/proposers/download', staff, {
    summary: 'Makes a CSV of the registered applicants that the filters match.',
    query: ProposerFilter,
    reply: fileAddress,
    scope: 'read_lists',
  }),
  get: get('/api/proposers/:id', staff, {
    summary: 'Shows a registered applicant.',
    params: byId,
    reply: ProposerDetail,
  }),
  people: get('/api/people', staff, {
    summary: 'Lists the proposers and collaborators that the filters match, a page at a time.',
    query: PersonFilter,
    reply: paged(PersonRow),
    scope: 'read_lists',
  }),
  peopleDownload: get('/api/people/download', staff, {
    summary: 'Makes a CSV of the proposers and collaborators that the filters match.',
    query: PersonFilter,
    reply: fileAddress,
    scope: 'read_lists',
  }),
}
