import { termLabel } from '../masters/values.ts'
import type { FitReason } from './contract.ts'

/**
 * The most points of each reason; they sum to 100. A shared keyword counts 12 when it is in the reviewer's profile or on
 * an own proposal, 6 when it is only on proposals that they reviewed, together at most 40. Any shared method counts 25.
 * Texts count by how close they are, from 0 to 1: the closest proposal that the reviewer has reviewed in an earlier term
 * up to 15, the closest own one up to 10, the line of expertise up to 10.
 */
export const POINTS = {
  keyword: 12,
  reviewedKeyword: 6,
  keywords: 40,
  method: 25,
  reviewed: 15,
  own: 10,
  expertise: 10,
}

/** A keyword or method: compared by `key`, the name without case and accents. */
export interface Topic {
  key: string
  name: string
}
export interface ProposalTopics {
  keywords: readonly Topic[]
  methods: readonly Topic[]
}

/** An earlier or own proposal of a reviewer, and how close its text is to the proposal. */
export interface SimilarText {
  id: number
  term_id: number
  /** From 0 to 1. */
  closeness: number
  /** The titles share words, not only the abstracts. */
  title: boolean
}

/** What is known of a reviewer, as far as the viewer may see it. */
export interface ReviewerTopics {
  /** Of the profile and of own proposals. */
  keywords: ReadonlySet<string>
  methods: ReadonlySet<string>
  /** Of proposals reviewed in earlier terms. */
  reviewedKeywords: ReadonlySet<string>
  expertise: string
}

/** The texts of a reviewer that are close to a proposal. */
export interface CellTexts {
  reviewed?: SimilarText | undefined
  own?: (SimilarText & { proposer: boolean }) | undefined
  /** Closeness of the line of expertise. */
  expertise?: number | undefined
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
const names = (topics: readonly Topic[]) => topics.map(({ name }) => name).join(', ')

const closenessText = ({ title }: SimilarText) => (title ? 'similar title and abstract' : 'similar abstract')

/** Whether a reviewer knows one of the proposal's methods. */
export const knowsMethod = ({ methods }: ProposalTopics, reviewer: ReviewerTopics) =>
  methods.some(({ key }) => reviewer.methods.has(key))

/** Why a reviewer fits a proposal; the fit is the sum of the points. */
export function fitReasons(
  proposal: ProposalTopics,
  reviewer: ReviewerTopics,
  { reviewed, own, expertise = 0 }: CellTexts = {},
): FitReason[] {
  const known = proposal.keywords.filter(({ key }) => reviewer.keywords.has(key))
  const fromReviews = proposal.keywords.filter(
    ({ key }) => !reviewer.keywords.has(key) && reviewer.reviewedKeywords.has(key),
  )
  const methods = proposal.methods.filter(({ key }) => reviewer.methods.has(key))
  const reasons: FitReason[] = [
    {
      text: counted(known.length + fromReviews.length, 'shared keyword'),
      detail: names([...known, ...fromReviews]),
      points: Math.min(
        POINTS.keywords,
        POINTS.keyword * known.length + POINTS.reviewedKeyword * fromReviews.length,
      ),
    },
    {
      text: methods.length === 1 ? 'Same method' : counted(methods.length, 'shared method'),
      detail: names(methods),
      points: methods.length > 0 ? POINTS.method : 0,
    },
  ]
  if (reviewed)
    reasons.push({
      text: `Reviewed ${reviewed.id} in ${termLabel(reviewed.term_id)}`,
      detail: closenessText(reviewed),
      points: Math.round(POINTS.reviewed * reviewed.closeness),
    })
  if (own)
    reasons.push({
      text: `${own.proposer ? 'Own proposal' : 'Named on'} ${own.id} in ${termLabel(own.term_id)}`,
      detail: closenessText(own),
      points: Math.round(POINTS.own * own.closeness),
    })
  if (expertise > 0)
    reasons.push({
      text: 'Expertise',
      detail: reviewer.expertise,
      points: Math.round(POINTS.expertise * expertise),
    })
  return reasons.filter(({ points }) => points > 0)
}

export const sumOf = (reasons: readonly FitReason[]) => reasons.reduce((sum, { points }) => sum + points, 0)
