import { Button, CopyButton, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { EditedProposal } from '#domain/proposals/contract.ts'
import { api } from '#web/lib/api.ts'
import { draftName, readDraft } from '#web/lib/draft_store.ts'
import { time } from '#web/lib/format.ts'
import { useUser } from '#web/lib/session.tsx'
import { useChoices } from '#web/ui/choices.ts'
import { Section } from '#web/ui/section.tsx'
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
  if (parts.length === 0) return null
  const all = parts.map(({ label, text }) => `${label}\n${text || '-'}`).join('\n\n')
  return (
    <Section
      title="Typed, not saved"
      aside={
        <CopyButton value={all}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" onClick={copy}>
              {copied ? 'Copied' : 'Copy all'}
            </Button>
          )}
        </CopyButton>
      }
    >
      <Stack gap="sm">
        <Text>
          {`This was typed until ${time(at)} and never saved; the proposal below is without it. It is kept on this device, and comes back into the form if the form opens again.`}
        </Text>
        {parts.map(({ label, text }) => (
          <Textarea
            key={label}
            label={label}
            value={text || '-'}
            readOnly
            autosize
            minRows={1}
            maxRows={12}
          />
        ))}
      </Stack>
    </Section>
  )
}
