import { useState } from 'react'
import type { EditedProposal } from '#domain/proposals/contract.ts'
import { draftName, readDraft } from '#web/lib/drafts/draft_store.ts'
import { api } from '#web/lib/http/api.ts'
import { useUser } from '#web/lib/session/session.ts'
import { useChoices } from '#web/ui/forms/choices.ts'
import { UnsavedText } from '#web/ui/forms/unsaved_work.tsx'
import { useAskable } from './-askable.ts'
import { typedParts } from './-typed.ts'
import { type ProposalValues, valuesOf } from './-values.ts'

/** What was typed into the form and is not saved, while the form is closed: to be read and copied out. */
export function Typed({ proposal }: { proposal: EditedProposal }) {
  const { id } = useUser()
  const [draft] = useState(() => readDraft<ProposalValues>(draftName(id, `proposals/${proposal.id}`)))
  return draft && <Parts proposal={proposal} typed={draft.values} at={draft.saved_at} />
}

interface PartsProps {
  proposal: EditedProposal
  typed: ProposalValues
  at: string
}

function Parts({ proposal, typed, at }: PartsProps) {
  const askable = useAskable()
  const keywords = useChoices(api.masters.keywordChoices)
  const methods = useChoices(api.masters.methodChoices)
  const saved = valuesOf(proposal)
  const parts = typedParts({ ...saved, ...typed }, saved, {
    keywords: new Map([
      ...proposal.selected_keywords.map((one) => [String(one.keyword_id), one.name] as const),
      ...keywords.map(({ value, label }) => [value, label] as const),
    ]),
    methods: new Map([
      ...proposal.selected_methods.map((one) => [String(one.analysis_method_id), one.name] as const),
      ...methods.map(({ value, label }) => [value, label] as const),
    ]),
    samples: new Map([
      ...proposal.requested_samples.map((row) => [String(row.sample_id), row.sample_name ?? ''] as const),
      ...[...askable].map(([id, { name }]) => [id, name] as const),
    ]),
  })
  return <UnsavedText parts={parts} at={at} but="the proposal below is without it" />
}
