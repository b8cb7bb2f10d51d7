import { z } from 'zod'
import { office, staff } from '../access.ts'
import { day, fileAddress, get, id, Outcome, post, put, Saved, version } from '../endpoint.ts'
import { idChoice } from '../filters.ts'
import { checkbox, wholeNumber } from '../input_schemas.ts'
import { reportStatus } from '../reports/status.ts'
import { REQUIRED } from '../text.ts'
import { LIMIT_KINDS } from './limits.ts'

/** More than all cells that people can set by hand in one term. */
export const MAX_CELLS = 20_000
/** The most reports that a limit may allow. */
export const MAX_PER_PROPOSAL = 10
export const MAX_PER_REVIEWER = 100

const TermQuery = z.object({ term_id: idChoice })

/** A cell of the grid: a reviewer and a proposal. */
export const Cell = z.object({ proposal_id: z.number(), user_id: z.number() })
export type Cell = z.infer<typeof Cell>
const CellInput = z.object({ proposal_id: id, user_id: id })

/** `fixed`: the suggestion must contain the cell; `forbidden`: it must not. */
export const MARKS = ['fixed', 'forbidden'] as const
export type Mark = (typeof MARKS)[number]

/** A cell set by hand. `acknowledged`: fixed although a possible conflict has not been judged. */
export const Marked = Cell.extend({ mark: z.enum(MARKS), acknowledged: z.boolean() })
export type Marked = z.infer<typeof Marked>

/** The limits that a suggestion keeps; each applies only while it is switched on. */
export const Limits = z.object({
  /** Reports that each proposal is to have. */
  per_proposal_on: z.boolean(),
  per_proposal: z.number(),
  /** The most reports of a reviewer whose profile names no number. */
  per_reviewer_on: z.boolean(),
  per_reviewer: z.number(),
  /** At most one reviewer of an organisation on a proposal. */
  one_per_organisation: z.boolean(),
  /** At least one reviewer who knows one of the proposal's methods, where there is one. */
  knows_method: z.boolean(),
})
export type Limits = z.infer<typeof Limits>

const isOn = z.preprocess((value) => value, checkbox)
const between = (max: number) =>
  wholeNumber(max, REQUIRED).refine((n) => n >= 1, `Enter a number from 1 to ${max}.`)

export const LimitsInput = z.object({
  per_proposal_on: isOn,
  per_proposal: between(MAX_PER_PROPOSAL),
  per_reviewer_on: isOn,
  per_reviewer: between(MAX_PER_REVIEWER),
  one_per_organisation: isOn,
  knows_method: isOn,
  version,
})
export type LimitsInput = z.output<typeof LimitsInput>

/** A column: a submitted proposal of the term with which the viewer has no conflict of interest. */
export const GridProposal = z.object({
  id: z.number(),
  title: z.string(),
  /** The proposer. */
  name: z.string(),
  last_name: z.string(),
  affiliation: z.string(),
  /** Reports that count: all except declined ones. */
  reports: z.number(),
  /** It has its global score, so no report is needed; suggestions leave it out. */
  closed: z.boolean(),
})
export type GridProposal = z.infer<typeof GridProposal>

/** A row: an active reviewer, or someone with a report in the term that the viewer may see. */
export const GridReviewer = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  /** Equal for reviewers of one organisation; '' when unknown. */
  organisation: z.string(),
  /** One line of the profile, '' when there is none. */
  expertise: z.string(),
  keywords: z.array(z.string()),
  methods: z.array(z.string()),
  /** Reports of the term that count and that the viewer may see. */
  load: z.number(),
  /** The most reports, from the profile or else the limit of the term; null while that limit is switched off. */
  limit: z.number().nullable(),
  limit_from_profile: z.boolean(),
  /** Present and future absences, both days included. */
  absences: z.array(z.object({ from_day: day, until_day: day })),
  /** Why no report can be added, or null: 'This user is disabled.' */
  why_not: z.string().nullable(),
})
export type GridReviewer = z.infer<typeof GridReviewer>

export const GridReport = Cell.extend({
  id: z.number(),
  status: z.literal(reportStatus.codes),
  /** Its proposal has its global score and it was not submitted before. */
  closed: z.boolean(),
})
export type GridReport = z.infer<typeof GridReport>

export const ReviewerGrid = z.object({
  term: z.object({ id: z.number(), disabled: z.boolean() }),
  /** Fewest reports first, then by id. */
  proposals: z.array(GridProposal),
  /** Submitted proposals that are not shown because the viewer has a conflict of interest with them. */
  left_out: z.array(z.number()),
  /** By last name. */
  reviewers: z.array(GridReviewer),
  /** Fit of every cell from 0 to 100, one row per proposal in their order: `fit[proposal][reviewer]`. */
  fit: z.array(z.array(z.number())),
  reports: z.array(GridReport),
  /** Cells that a conflict of interest forbids. */
  blocked: z.array(Cell),
  /** Cells with a possible conflict that nobody has judged yet. */
  unjudged: z.array(Cell),
  marks: z.array(Marked),
  limits: Limits.extend({ version: z.number() }),
  /** Of the marks; also in the header ETag. A save of marks sends it back as If-Match. */
  etag: z.string(),
})
export type ReviewerGrid = z.infer<typeof ReviewerGrid>

/** A reason of a fit: '3 shared keywords', 'Amino acids, Chirality', 36 points. The points sum to the fit. */
export const FitReason = z.object({ text: z.string(), detail: z.string(), points: z.number() })
export type FitReason = z.infer<typeof FitReason>

export const LimitCheck = z.object({ kind: z.enum(LIMIT_KINDS), ok: z.boolean(), text: z.string() })
export type LimitCheck = z.infer<typeof LimitCheck>

/** Why a cell has its fit, what taking it would mean, and who else could review the proposal. */
export const CellReasons = Cell.extend({
  fit: z.number(),
  reasons: z.array(FitReason),
  /** What the limits say of this cell if it were taken; of a cell with a report, what they say now. */
  checks: z.array(LimitCheck),
  /** No free reviewer fits the proposal better. */
  best: z.boolean(),
  /** Free reviewers other than this one, best fit first. */
  next_best: z.array(
    z.object({
      user_id: z.number(),
      name: z.string(),
      fit: z.number(),
      load: z.number(),
      limit: z.number().nullable(),
      unjudged: z.boolean(),
    }),
  ),
})
export type CellReasons = z.infer<typeof CellReasons>

/** The cells set by hand, in place of all that the viewer may see. Only a fixed cell can be acknowledged. */
export const MarksInput = z.object({
  marks: z
    .array(CellInput.extend({ mark: z.enum(MARKS), acknowledged: z.boolean().default(false) }))
    .max(MAX_CELLS),
})
export type MarksInput = z.output<typeof MarksInput>

const cells = z.array(CellInput).max(MAX_CELLS)

/**
 * `marks`: the cells set by hand on the screen, saved or not; without them the saved ones. `keep`: suggestions that stay.
 * `acknowledged`: cells whose possible conflict the office has seen. `allow`: more reports for single reviewers, for this
 * suggestion only. `proposal_ids`: only these. `repair`: only proposals that lost a report to a decline.
 */
export const SuggestionRequest = z.object({
  term_id: idChoice,
  marks: MarksInput.shape.marks.optional(),
  keep: cells.optional(),
  acknowledged: cells.optional(),
  allow: z
    .array(z.object({ user_id: id, max_reports: wholeNumber(MAX_PER_REVIEWER) }))
    .max(1000)
    .optional(),
  proposal_ids: z.array(id).max(MAX_CELLS).optional(),
  repair: z.boolean().default(false),
})
export type SuggestionRequest = z.output<typeof SuggestionRequest>

export const Suggested = Cell.extend({ fit: z.number(), fixed: z.boolean(), unjudged: z.boolean() })
export type Suggested = z.infer<typeof Suggested>

/** A proposal that stays short of reports, and the limit that keeps it so. */
export const Short = z.object({
  proposal_id: z.number(),
  missing: z.number(),
  limit: z.enum([...LIMIT_KINDS, 'candidates']),
  text: z.string(),
})
export type Short = z.infer<typeof Short>

/**
 * One part of the smallest change after which no proposal is short. `allow` can be sent back in the request; other
 * changes are made by hand.
 */
export const Change = z.object({
  limit: z.enum([...LIMIT_KINDS, 'candidates']),
  /** '7 instead of 6 for Éloïse Müller' */
  text: z.string(),
  allow: z.object({ user_id: z.number(), max_reports: z.number() }).nullable(),
})
export type Change = z.infer<typeof Change>

/**
 * What a suggestion reaches with the cells that it chose, without fixed and kept ones. Compared from first to last: a
 * smaller shortage, a higher lowest fit, a greater total.
 */
export const Quality = z.object({
  /** 1 for the first report that a proposal lacks, 2 more for the second, 3 more for the third … */
  shortage: z.number(),
  /** The lowest fit of a chosen cell; null without one. */
  lowest: z.number().nullable(),
  /** The sum of the fits of these cells. */
  total: z.number(),
})
export type Quality = z.infer<typeof Quality>

export const Suggestion = z.object({
  result: z.literal(1),
  items: z.array(Suggested),
  short: z.array(Short),
  /** Empty when nothing is short. */
  change: z.array(Change),
  /** Cells fixed by hand that were left out, and why: a conflict of interest, for example. */
  ignored: z.array(Cell.extend({ text: z.string() })),
  reached: Quality,
  /** No suggestion can be better than this; equal to `reached` when `proven`. */
  bound: Quality,
  /** No better suggestion exists. */
  proven: z.boolean(),
  /** Free cells that could be suggested, reports wanted, and seconds of computing. */
  size: z.object({ cells: z.number(), wanted: z.number() }),
  seconds: z.number(),
})
export type Suggestion = z.infer<typeof Suggestion>
export const SuggestionReply = z.union([Suggestion, z.object({ result: z.literal(0), message: z.string() })])

/** `acknowledged`: needed for a cell with a possible conflict that nobody has judged yet. */
const TakeInput = z.object({
  items: z
    .array(CellInput.extend({ acknowledged: z.boolean().default(false) }))
    .min(1)
    .max(MAX_CELLS),
})

/** `taken` are reports Not Requested now; `refused` are unchanged, each with the reason. */
export const TakeOutcome = Outcome.extend({
  taken: z.array(Cell.extend({ report_id: z.number() })).optional(),
  refused: z.array(Cell.extend({ text: z.string() })).optional(),
})
export type TakeOutcome = z.infer<typeof TakeOutcome>

/** `removed` are the ids of the reports that are gone; `refused` are unchanged, each with the reason. */
export const UntakeOutcome = Outcome.extend({
  removed: z.array(z.number()).optional(),
  refused: z.array(z.object({ report_id: z.number(), text: z.string() })).optional(),
})
export type UntakeOutcome = z.infer<typeof UntakeOutcome>

export const assignReviewers = {
  /** Answers an ETag over the cells set by hand that the viewer may see. */
  grid: get('/api/assign_reviewers', staff, {
    summary:
      'Shows proposals and reviewers of a call with their fits, reports and fixed cells, and answers an ETag.',
    query: TermQuery,
    reply: ReviewerGrid,
    scope: 'read_lists',
  }),
  reasons: get('/api/assign_reviewers/reasons', staff, {
    summary: 'Explains how well a reviewer suits a proposal, and what speaks against the assignment.',
    query: z.object({ proposal_id: id, user_id: id }),
    reply: CellReasons,
  }),
  /** Every cell of the grid with its fit, reasons and report. */
  download: get('/api/assign_reviewers/download', staff, {
    summary: 'Makes a CSV of every pair of proposal and reviewer with its fit, reasons and report.',
    query: TermQuery,
    reply: fileAddress,
    scope: 'read_lists',
  }),
  saveMarks: put('/api/assign_reviewers/marks', office, {
    summary: 'Fixes or forbids reviewers of proposals, unless the ETag in `If-Match` is outdated.',
    query: TermQuery,
    body: MarksInput,
    reply: Outcome.extend({ etag: z.string().optional() }),
  }),
  saveLimits: put('/api/assign_reviewers/limits', office, {
    summary: 'Saves how many reviewers a proposal and how many reports a reviewer should have.',
    query: TermQuery,
    body: LimitsInput,
    reply: Saved,
  }),
  /** Writes nothing. With `Accept: application/x-ndjson` progress events, then the reply. */
  suggest: post('/api/assign_reviewers/suggest', office, {
    summary:
      'Suggests reviewers for proposals and writes nothing; with `Accept: application/x-ndjson` progress comes first.',
    body: SuggestionRequest,
    reply: SuggestionReply,
    media: ['application/x-ndjson'],
    duringMaintenance: true,
  }),
  /** Adds reports as Add Reviewer does; nothing is mailed. */
  take: post('/api/assign_reviewers/take', office, {
    summary: 'Adds the chosen reviewers to proposals; nothing is mailed.',
    body: TakeInput,
    reply: TakeOutcome,
  }),
  /** Deletes reports that are still Not Requested. */
  untake: post('/api/assign_reviewers/untake', office, {
    summary: 'Removes added reviewers whose reviews were not requested.',
    body: z.object({ report_ids: z.array(id).min(1).max(MAX_CELLS) }),
    reply: UntakeOutcome,
  }),
}
