import { z } from 'zod'
import { instant } from '../endpoint.ts'
import { DETAIL_LABEL, type OtherField, TEXT_NAMES, textLabel } from './fields.ts'

/** What changed in a proposal since a reviewer was asked: when last, and the labels of the fields. */
export const ProposalChanges = z.object({ at: instant, fields: z.array(z.string()) })
export type ProposalChanges = z.infer<typeof ProposalChanges>

/** The name of each field in the audit entry of a save; null for those that a reader of the proposal does not see. */
const AUDITED_AS: Record<OtherField, string | null> = {
  title: 'title',
  keywords: 'selected_keywords',
  methods: 'selected_methods',
  samples: 'requested_samples',
  conditions: 'selected_conditions',
  file: 'file_key',
  proposal_collaborator: 'proposal_collaborator',
  early_career: 'early_career',
  accepted_terms: 'accepted_terms',
  check_organization: null,
  check_collaborators: null,
}

const LABELS: readonly (readonly [audited: string | null, label: string])[] = [
  ...(Object.keys(AUDITED_AS) as OtherField[]).map(
    (field) => [AUDITED_AS[field], DETAIL_LABEL[field]] as const,
  ),
  ...TEXT_NAMES.map((name) => [name, textLabel(name)] as const),
]

/** The labels of audited fields, in the order of the form; null when none of them is read. */
export function proposalChanges(
  saves: { at: string; fields: readonly string[] } | null,
): ProposalChanges | null {
  const fields = LABELS.flatMap(([audited, label]) =>
    audited !== null && saves?.fields.includes(audited) ? [label] : [],
  )
  return saves && fields.length > 0 ? { at: new Date(saves.at).toISOString(), fields } : null
}
