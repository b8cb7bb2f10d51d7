import { z } from 'zod'
import { id, Outcome, version } from '../endpoint.ts'
import { MAX_ID, wholeNumber } from '../input_schemas.ts'
import { whyNotSubmitted } from '../proposals/rules.ts'

/** More than all proposals of one term. */
export const MAX_LEADS = 5000

/** The two who present a proposal to the panel; null while nobody is named. */
export const Speakers = z.object({ first: z.number().nullable(), second: z.number().nullable() })
export type Speakers = z.infer<typeof Speakers>
/** The two places of a proposal. */
export const PLACES = ['first', 'second'] as const
export type Place = (typeof PLACES)[number]

/**
 * A submitted proposal of the term with its speakers. `lost`: who was named and can no longer speak on it, with the
 * reason; their place is free.
 */
export const LeadRow = Speakers.extend({
  proposal_id: z.number(),
  title: z.string(),
  /** The proposer. */
  name: z.string(),
  affiliation: z.string(),
  lost: z.array(z.object({ place: z.enum(PLACES), name: z.string(), why: z.string() })),
  version: z.number(),
})
export type LeadRow = z.infer<typeof LeadRow>

/** A member of the panel; `first` and `second` count the proposals that the viewer may see. */
export const LeadMember = z.object({
  id: z.number(),
  name: z.string(),
  affiliation: z.string(),
  first: z.number(),
  second: z.number(),
})
export type LeadMember = z.infer<typeof LeadMember>

const Pair = z.object({ proposal_id: z.number(), user_id: z.number() })

/** The speakers of a term, as far as the viewer may see them. */
export const Leads = z.object({
  term: z.object({ id: z.number(), disabled: z.boolean() }),
  /** By id. */
  proposals: z.array(LeadRow),
  /** The active members of the panel, by last name. */
  members: z.array(LeadMember),
  /** Members with a conflict of interest: never a speaker. */
  blocked: z.array(Pair),
  /** Members with a possible conflict that nobody has judged: never suggested. */
  unjudged: z.array(Pair),
})
export type Leads = z.infer<typeof Leads>

/** The own places: ids of proposals of the term. */
export const MyLeads = z.object({ first: z.array(z.number()), second: z.array(z.number()) })
export type MyLeads = z.infer<typeof MyLeads>

const userChoice = wholeNumber(MAX_ID, 'Choose a member of the panel.')
  .refine((user) => user > 0, 'Choose a member of the panel.')
  .nullable()

/** `acknowledged`: named although a possible conflict has not been judged. */
const SpeakersInput = z
  .object({
    proposal_id: id,
    first: userChoice,
    second: userChoice,
    acknowledged: z.boolean().default(false),
    version,
  })
  .refine(({ first, second }) => first === null || first !== second, {
    error: 'The second speaker must be another member.',
    path: ['second'],
  })

/** The speakers of these proposals; saved whole or not at all. */
export const LeadsInput = z.object({ leads: z.array(SpeakersInput).min(1).max(MAX_LEADS) })
export type LeadsInput = z.output<typeof LeadsInput>

/** The new version of each saved proposal. */
export const LeadsSaved = Outcome.extend({
  versions: z.array(z.object({ proposal_id: z.number(), version: z.number() })).optional(),
})
export type LeadsSaved = z.infer<typeof LeadsSaved>

/** Speakers for the free places. */
export const LeadSuggestion = z.object({
  result: z.literal(1),
  /** Proposals that gain a speaker, with both speakers. */
  items: z.array(Speakers.extend({ proposal_id: z.number() })),
  /** Places that stay free because every other member has a conflict or a possible one. */
  free: z.number(),
  /** The fewest and the most proposals of a member, with the suggestion. */
  loads: z.object({ lowest: z.number(), highest: z.number() }),
})
export type LeadSuggestion = z.infer<typeof LeadSuggestion>
export const LeadSuggestionReply = z.union([
  LeadSuggestion,
  z.object({ result: z.literal(0), message: z.string() }),
])

type SubmittedFacts = Parameters<typeof whyNotSubmitted>[0]

/** Why a member of the panel cannot be a speaker of the proposal, or null. `member`: null when not an active one. */
export const whyNotLead = (
  proposal: { id: number } & SubmittedFacts,
  member: { name: string } | null,
  { blocked, unjudged }: { blocked: boolean; unjudged: boolean },
): string | null => {
  const why = whyNotSubmitted(proposal)
  if (why) return why
  if (!member) return 'Only active members of the panel can speak.'
  if (blocked) return `${member.name} has a conflict of interest with ${proposal.id}.`
  return unjudged
    ? `${member.name} may have a conflict of interest with ${proposal.id}, not judged yet.`
    : null
}
