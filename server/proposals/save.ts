import { invalid } from '#domain/errors.ts'
import type { ProposalInput } from '#domain/proposals/contract.ts'
import { toSampleRequests, whyNotListed } from '#domain/proposals/requested_samples.ts'
import { whyNotPreviousStatus } from '#domain/proposals/rules.ts'
import type { ProposalStatus } from '#domain/proposals/status.ts'
import type { TypedEntry } from '../masters/typed_entries_shared_queries.ts'
import type { Db, Tx } from '../platform/context.ts'
import { replaceRows } from '../platform/replace_rows.ts'
import { samplesForRequests } from '../samples/service.ts'
import { type AvailableChoices, type ChosenEntries, type ListEntry, replaceRequests } from './queries.ts'
import { changeProposal, type ReadProposal } from './shared_queries.ts'

type Errors = Record<string, string>

export const chosenEntries = ({
  keywords,
  keywords_other,
  methods,
  methods_other,
}: ProposalInput): ChosenEntries => ({
  keywords,
  methods,
  typed_keywords: namesOf(keywords_other),
  typed_methods: namesOf(methods_other),
})

/** Throws 'invalid' with every field whose choice is not available. */
export async function checkChoices(
  db: Db,
  proposal: ReadProposal,
  input: ProposalInput,
  choices: AvailableChoices,
) {
  const errors: Errors = {
    ...termErrors(choices.terms, input),
    ...entryErrors('keywords', input.keywords, choices.keywords, keywordIds(proposal)),
    ...entryErrors('methods', input.methods, choices.methods, methodIds(proposal)),
    ...(await sampleErrors(db, proposal, input)),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const keywordIds = (p: ReadProposal) => p.selected_keywords.map((k) => k.keyword_id)
const methodIds = (p: ReadProposal) => p.selected_methods.map((m) => m.analysis_method_id)

/** `past`: the terms before the proposal's own. */
function termErrors(past: readonly number[], input: ProposalInput): Errors {
  const why = whyNotPreviousStatus(input.accepted_terms, input.accepted_terms_other)
  if (why) return { accepted_terms_other: why }
  return input.accepted_terms.every((id) => past.includes(id))
    ? {}
    : { accepted_terms: 'Only past terms can be chosen.' }
}

/** A hidden entry may stay where it was chosen before, but cannot be newly chosen. */
function entryErrors(
  field: string,
  ids: readonly number[],
  entries: readonly ListEntry[],
  chosenBefore: readonly (number | null)[],
): Errors {
  const selectable = entries
    .filter(({ id, hidden }) => !hidden || chosenBefore.includes(id))
    .map(({ id }) => id)
  return ids.every((id) => selectable.includes(id)) ? {} : { [field]: 'This choice is no longer available.' }
}

async function sampleErrors(db: Db, proposal: ReadProposal, input: ProposalInput): Promise<Errors> {
  const requests = toSampleRequests(input.samples)
  const ids = requests.flatMap(({ sample_id }) => sample_id ?? [])
  if (ids.length === 0) return {}
  const listed = new Map((await samplesForRequests(db, ids, proposal.user_id)).map((s) => [s.id, s]))
  const errors: Errors = {}
  for (const [i, request] of requests.entries()) {
    const why = request.sample_id === null ? null : whyNotListed(request, listed.get(request.sample_id))
    if (why) errors[`samples.${i}.sample_id`] = why
  }
  return errors
}

/** The columns of a stored PDF; all null when there is none. */
export interface PdfColumns {
  file_key: string | null
  original_file_name: string | null
  file_size: number | null
}

interface SaveColumns {
  status: ProposalStatus
  version: number
  updated_by: number
  updated_at: string
}

/**
 * Writes the form over the locked proposal: absent texts stay, absent lists are emptied, and the PDF stays unless
 * `columns` has another.
 */
export async function writeProposal(
  tx: Tx,
  before: ReadProposal,
  input: ProposalInput,
  choices: AvailableChoices,
  columns: SaveColumns & Partial<PdfColumns>,
): Promise<void> {
  const { accepted_terms, accepted_terms_other, conditions, proposal_collaborator, samples, ...rest } = input
  const { keywords, keywords_other, methods, methods_other, file: _, remove_file: __, ...texts } = rest
  await changeProposal(tx, before.id, { ...texts, ...columns })
  const chosenKeywords = mergeTypedEntries(keywords, keywords_other, choices.typed_keywords)
  const chosenMethods = mergeTypedEntries(methods, methods_other, choices.typed_methods)
  const lists = {
    proposal_collaborators: proposal_collaborator,
    proposal_accepted_terms: [
      ...unique(accepted_terms).map((term_id) => ({ term_id })),
      ...unique(accepted_terms_other).map((other_status_id) => ({ other_status_id })),
    ],
    proposal_keywords: [
      ...chosenKeywords.ids.map((keyword_id) => ({ keyword_id })),
      ...chosenKeywords.typed.map((keyword_other) => ({ keyword_other })),
    ],
    proposal_methods: [
      ...chosenMethods.ids.map((analysis_method_id) => ({ analysis_method_id })),
      ...chosenMethods.typed.map((analysis_method_other) => ({ analysis_method_other })),
    ],
    proposal_conditions: unique(conditions).map((environmental_condition_id) => ({
      environmental_condition_id,
    })),
  }
  await replaceRows(tx, before.id, lists, {
    proposal_collaborators: before.proposal_collaborator,
    proposal_accepted_terms: before.accepted_terms,
    proposal_keywords: before.selected_keywords,
    proposal_methods: before.selected_methods,
    proposal_conditions: before.selected_conditions,
  })
  await replaceRequests(tx, before.id, toSampleRequests(samples), before.requested_samples)
}

const namesOf = (others: readonly { name: string }[]) => others.map(({ name }) => name)

/** A typed name that is one of the list's `entries` counts as chosen from the list. */
const mergeTypedEntries = (
  ids: readonly number[],
  others: readonly { name: string }[],
  entries: readonly TypedEntry[],
) => ({
  ids: unique([...ids, ...entries.map(({ id }) => id)]),
  typed: namesOf(others).filter((typed) => !entries.some(({ name }) => name === typed)),
})

const unique = (ids: number[]) => [...new Set(ids)]
