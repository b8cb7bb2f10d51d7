import { z } from 'zod'
import { office } from '../access.ts'
import { byId, get, id, Outcome, paged, post, put, Saved, version } from '../endpoint.ts'
import { listFilter, searchText } from '../filters.ts'
import { mustBeSent, singleLine } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'
import { ADDRESS_LENGTH } from '../users/person_schemas.ts'
import { bareRor, whyNotRor } from './ror.ts'

const MOST_SPELLINGS = 200

const spelling = singleLine({ max: ADDRESS_LENGTH, required: REQUIRED })
const spellings = z.array(spelling).max(MOST_SPELLINGS)

/** A ROR id, also as its address; empty is none. */
const ror = mustBeSent(
  singleLine({ max: 100 })
    .transform(bareRor)
    .superRefine((text, ctx) => {
      const why = text === '' ? null : whyNotRor(text)
      if (why) ctx.addIssue({ code: 'custom', message: why })
    })
    .transform((text) => (text === '' ? null : text)),
)

const fields = {
  name: spelling,
  ror,
  /** The organisation that it is a part of; empty is none. */
  parent_id: mustBeSent(z.preprocess((value) => (value === '' ? null : value), id.nullable())),
}

export const OrganisationInput = z.object({ ...fields, version })
export type OrganisationInput = z.output<typeof OrganisationInput>

/** A new organisation with its other spellings. */
export const NewOrganisation = z.object({ ...fields, spellings: spellings.default([]) })
export type NewOrganisation = z.output<typeof NewOrganisation>

export const OrganisationFilter = listFilter({ name: searchText }, ['name', 'people'])
export type OrganisationFilter = z.output<typeof OrganisationFilter>

/** How many people use a spelling: users, notices and their collaborators, collaborators of proposals. */
const uses = { users: z.number(), notices: z.number(), collaborators: z.number(), people: z.number() }

const named = z.object({ id: z.number(), name: z.string() })

/** An organisation; the spellings are all, its name first. */
export const OrganisationRow = z.object({
  id: z.number(),
  name: z.string(),
  ror: z.string().nullable(),
  parent: named.nullable(),
  spellings: z.array(z.string()),
  people: z.number(),
})
export type OrganisationRow = z.infer<typeof OrganisationRow>

export const OrganisationDetail = OrganisationRow.omit({ spellings: true }).extend({
  spellings: z.array(z.object({ id: z.number(), spelling: z.string(), is_name: z.boolean(), ...uses })),
  /** The organisations that are parts of it. */
  parts: z.array(named),
  version: z.number(),
})
export type OrganisationDetail = z.infer<typeof OrganisationDetail>

export const AffiliationFilter = listFilter({ affiliation: searchText }, ['affiliation', 'people'])
export type AffiliationFilter = z.output<typeof AffiliationFilter>

/** An affiliation that people use and that is no spelling of an organisation, in its most frequent form. */
export const Affiliation = z.object({
  affiliation: z.string(),
  ...uses,
  /** Organisations with a similar spelling, the most similar first; `likeness` from 0 to 100. */
  suggestions: z.array(named.extend({ spelling: z.string(), likeness: z.number() })),
  /** Similar affiliations that are none either. */
  similar: z.array(z.string()),
})
export type Affiliation = z.infer<typeof Affiliation>

export const organisations = {
  list: get('/api/organisations', office, {
    summary: 'Lists the organisations that the filters match, a page at a time.',
    query: OrganisationFilter,
    reply: paged(OrganisationRow),
    scope: 'read_lists',
  }),
  /** All of them by name, to choose from. */
  choices: get('/api/organisations/choices', office, {
    summary: 'Lists all organisations by name, to choose from.',
    reply: z.array(named),
  }),
  /** Affiliations that are no spelling of an organisation. */
  affiliations: get('/api/organisations/affiliations', office, {
    summary: 'Lists affiliations that are no spelling of an organisation, a page at a time.',
    query: AffiliationFilter,
    reply: paged(Affiliation),
    scope: 'read_lists',
  }),
  add: post('/api/organisations/add', office, {
    summary: 'Adds an organisation.',
    body: NewOrganisation,
    reply: Outcome.extend({ id: z.number().optional() }),
  }),
  get: get('/api/organisations/:id', office, {
    summary: 'Shows an organisation with its spellings, parts and people.',
    params: byId,
    reply: OrganisationDetail,
  }),
  save: put('/api/organisations/:id', office, {
    summary: "Saves an organisation's name, ROR id and what it is part of.",
    params: byId,
    body: OrganisationInput,
    reply: Saved,
  }),
  /** Merges affiliations into an organisation: they become spellings of it. `removeSpellings` undoes it. */
  addSpellings: post('/api/organisations/spellings/:id', office, {
    summary: 'Makes affiliations spellings of an organisation.',
    params: byId,
    body: z.object({ spellings: spellings.min(1, REQUIRED) }),
    reply: Outcome.extend({ spelling_ids: z.array(z.number()).optional() }),
  }),
  /** Takes spellings from an organisation; as affiliations they compare by themselves again. */
  removeSpellings: put('/api/organisations/spellings/:id', office, {
    summary: 'Takes spellings from an organisation.',
    params: byId,
    body: z.object({ spelling_ids: z.array(id).min(1, REQUIRED).max(MOST_SPELLINGS) }),
    reply: Outcome,
  }),
  /** Merges the organisation into another, which gets its spellings and parts. */
  merge: put('/api/organisations/merge/:id', office, {
    summary: 'Merges an organisation into another, which gets its spellings and parts.',
    params: byId,
    body: z.object({ into: id }),
    reply: Outcome,
  }),
  /** Deletes an organisation; its spellings compare by themselves again. */
  remove: put('/api/organisations/delete/:id', office, {
    summary: 'Deletes an organisation; its spellings count as affiliations again.',
    params: byId,
    reply: Outcome,
  }),
}
