import { z } from 'zod'
import { custodians, everyone, office } from '../../access.ts'
import { byId, fileAddress, get, id, instant, Outcome, paged, post, put } from '../../endpoint.ts'
import { idChoice, listFilter, searchText, wordChoice } from '../../filters.ts'
import { multiLine, singleLine, wholeNumber } from '../../input_schemas.ts'
import { AsteroidSchema } from '../../masters/value_schemas.ts'
import { REQUIRED, tooLong } from '../../text.ts'
import { PieceAddress } from '../address.ts'
import { normaliseDoi } from './doi.ts'
import { publicationState } from './status.ts'

const TITLE_LENGTH = 500
const DOI_LENGTH = 300
const REASON_LENGTH = 1000
const MAX_PIECES = 100
const MAX_PUBLICATIONS = 500
const FIRST_YEAR = 2010
const LAST_YEAR = 2200

const WRONG_DOI = 'Enter a DOI such as 10.1126/science.abn8671, or its address at doi.org.'
const WRONG_YEAR = `Enter a year from ${FIRST_YEAR} to ${LAST_YEAR}.`

/** A piece of a publication. `address`: that of its page. */
const PublicationPiece = z.object({
  address: z.string(),
  name: z.string(),
  db_type: AsteroidSchema,
  loan: z.string().nullable(),
  proposal_id: z.number().nullable(),
  confirmed: z.boolean(),
})

/** A publication as its list shows it; `state` is that of its least advanced piece. */
export const Publication = z.object({
  id: z.number(),
  doi: z.string(),
  title: z.string(),
  year: z.number(),
  state: z.literal(publicationState.codes),
  pieces: z.array(PublicationPiece),
  added_by: z.string(),
  added_at: instant,
  confirmed_by: z.string().nullable(),
  confirmed_at: instant.nullable(),
  /** Why the viewer may not change or remove it, or null. */
  why_not_change: z.string().nullable(),
})
export type Publication = z.infer<typeof Publication>

/** `piece`: part of the name of a piece. */
export const PublicationFilter = listFilter(
  {
    title: searchText,
    piece: searchText,
    proposal_id: idChoice,
    year: idChoice,
    state: wordChoice(publicationState.codes),
  },
  ['title', 'year', 'added_at'],
)
export type PublicationFilter = z.output<typeof PublicationFilter>

/** The file has all that the list finds. */
export const BibtexFilter = PublicationFilter.omit({ page: true, per_page: true, sort: true, dir: true })
export type BibtexFilter = z.output<typeof BibtexFilter>

const pieces = z
  .array(PieceAddress)
  .min(1, 'Choose at least one piece.')
  .max(MAX_PIECES, `Choose ${MAX_PIECES} pieces at most.`)
  .transform((addresses) => [...new Set(addresses)])

const doi = singleLine({ max: DOI_LENGTH, required: REQUIRED, long: tooLong(DOI_LENGTH, '.') })
  .refine((text) => normaliseDoi(text) !== null, WRONG_DOI)
  .transform((text) => normaliseDoi(text) ?? text)

/** A publication with the pieces it is about, by their addresses. */
export const PublicationInput = z.object({
  doi,
  title: singleLine({ max: TITLE_LENGTH, required: REQUIRED, long: tooLong(TITLE_LENGTH, '.') }),
  year: wholeNumber(LAST_YEAR, WRONG_YEAR).refine((year) => year >= FIRST_YEAR, WRONG_YEAR),
  pieces,
})
export type PublicationInput = z.output<typeof PublicationInput>

/** A piece that the caller may name in a publication: of one of their own loans, for the office and curation any. */
export const ChoosablePiece = PublicationPiece.omit({ confirmed: true })
export type ChoosablePiece = z.infer<typeof ChoosablePiece>

const reason = multiLine({ max: REASON_LENGTH, required: REQUIRED, long: tooLong(REASON_LENGTH, '.') })

export const publications = {
  list: get('/api/publications', custodians, {
    summary: 'Lists the publications that the filters match, a page at a time.',
    query: PublicationFilter,
    reply: paged(Publication),
    scope: 'read_custody',
  }),
  download: get('/api/publications/download', custodians, {
    summary: 'Makes a CSV of the publications that the filters match.',
    query: PublicationFilter,
    reply: fileAddress,
    scope: 'read_custody',
  }),
  bibtex: get('/api/publications/bibtex', custodians, {
    summary: 'Answers the publications that the filters match as BibTeX.',
    query: BibtexFilter,
    gives: 'file',
    media: ['application/x-bibtex'],
    scope: 'read_custody',
  }),
  /** Those of the caller's own pieces. */
  mine: get('/api/publications/mine', everyone, {
    summary: "Lists the publications about the caller's own pieces.",
    reply: z.array(Publication),
  }),
  /** For staff, for the proposer, and for curation. */
  ofProposal: get('/api/publications/proposal/:id', everyone, {
    summary: 'Lists the publications about the pieces of a proposal.',
    params: byId,
    reply: z.array(Publication),
    scope: 'read_custody',
  }),
  /** For the office, curation and those who hold or held the piece. */
  ofPiece: get('/api/publications/piece/:address', everyone, {
    summary: 'Lists the publications about a piece.',
    params: z.object({ address: PieceAddress }),
    reply: z.array(Publication),
    scope: 'read_custody',
  }),
  choosable: get('/api/publications/pieces', everyone, {
    summary: 'Lists the pieces that the caller may name in a publication.',
    query: z.object({ name: searchText }),
    reply: z.array(ChoosablePiece),
  }),
  /** A DOI that is known gets the pieces added. */
  add: post('/api/publications', everyone, {
    summary: 'Adds a publication about pieces; a known DOI gets the pieces added.',
    body: PublicationInput,
    reply: Outcome,
  }),
  save: put('/api/publications/:id', everyone, {
    summary: 'Saves a publication.',
    params: byId,
    body: PublicationInput,
    reply: Outcome,
  }),
  confirm: post('/api/publications/confirm', office, {
    summary: 'Confirms publications that others have added.',
    body: z.object({ ids: z.array(id).min(1).max(MAX_PUBLICATIONS) }),
    reply: Outcome,
  }),
  /** The office, and who added it while it is not confirmed. */
  remove: post('/api/publications/:id/remove', everyone, {
    summary: 'Removes a publication, with a reason.',
    params: byId,
    body: z.object({ reason }),
    reply: Outcome,
  }),
}
