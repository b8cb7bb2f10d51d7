import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { termLabel } from '#domain/masters/values.ts'
import type { Proposal } from '#domain/proposals/contract.ts'
import {
  type FieldPlace,
  LABEL,
  OTHER_TEXTS,
  type OtherField,
  type TextName,
  textsBySection,
} from '#domain/proposals/fields.ts'
import { countWords } from '#domain/text.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { useChoices } from '#web/ui/forms/choices.ts'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { type FormFields, type ProposalValues, valuesOf } from './-values.ts'

/** A message about the copied parts, and the values that they replaced. */
interface CopiedParts {
  message: string
  before: Partial<ProposalValues>
}

/** Copies texts, keywords, methods and collaborators from a past proposal into the form; can be undone. */
export function CopyFromEarlier({ fields }: { fields: FormFields }) {
  const past = useCall(api.proposals.myAll).data ?? []
  const [open, setOpen] = useState(false)
  const [copied, setCopied] = useState<CopiedParts | null>(null)
  if (past.length === 0) return null
  const copy = (from: ProposalValues, term: string, parts: readonly CopyablePart[]) => {
    const before = fieldsOfParts(fields.getValues(), parts)
    fields.setValues(fieldsOfParts(from, parts))
    setCopied({ message: `Copied from ${term}: ${parts.map(({ label }) => label).join(', ')}.`, before })
    setOpen(false)
  }
  const undo = () => {
    fields.setValues(copied!.before)
    setCopied(null)
  }
  return (
    <>
      <Group gap="sm">
        <Button variant="default" onClick={() => setOpen(true)}>
          Copy from an earlier proposal
        </Button>
        <Text size="xs" c="dimmed">
          texts, keywords, methods, collaborators
        </Text>
      </Group>
      {copied && (
        <Note kind="warn">
          {copied.message} Not saved yet.{' '}
          <Button variant="default" size="compact-sm" onClick={undo}>
            Undo
          </Button>
        </Note>
      )}
      <Dialog open={open} message="Copy from an earlier proposal" size="lg" onClose={() => setOpen(false)}>
        <ProposalChooser past={past} values={fields.getValues()} copy={copy} close={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

interface ChooserProps {
  past: readonly { id: number; term_id: number; title: string }[]
  values: ProposalValues
  copy: (from: ProposalValues, term: string, parts: readonly CopyablePart[]) => void
  close: () => void
}

function ProposalChooser({ past, values, copy, close }: ChooserProps) {
  const [id, setId] = useState(past[0]!.id)
  const proposal = useCall(api.proposals.myOld, { params: { id } })
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Proposal"
        data={past.map((one) => ({
          value: String(one.id),
          label: `${termLabel(one.term_id)}: ${one.title}`,
        }))}
        value={String(id)}
        onChange={({ currentTarget: { value } }) => setId(Number(value))}
      />
      <Loaded query={proposal} skeleton={<Lines count={8} />}>
        {(data) => <PartChooser key={data.id} past={data} values={values} copy={copy} close={close} />}
      </Loaded>
    </Stack>
  )
}

function PartChooser({ past, values, copy, close }: Omit<ChooserProps, 'past'> & { past: Proposal }) {
  const keywords = useChoices(api.masters.keywordChoices)
  const methods = useChoices(api.masters.methodChoices)
  const [checked, setChecked] = useState<readonly string[] | null>(null)
  const term = termLabel(past.term_id)
  const from = valuesOfEarlier(past, {
    keywords: new Set(keywords.map(({ value }) => value)),
    methods: new Set(methods.map(({ value }) => value)),
  })
  const available = COPYABLE_PARTS.filter((part) => amountText(from, part) !== '')
  // Initially the parts that fill something empty and replace nothing.
  const chosen =
    checked ?? available.filter((part) => amountText(values, part) === '').map(({ label }) => label)
  const parts = available.filter(({ label }) => chosen.includes(label))
  return (
    <>
      <Checkbox.Group label="What to copy" value={[...chosen]} onChange={setChecked}>
        <Stack gap={6} mt={6}>
          {available.map((part) => (
            <Checkbox
              key={part.label}
              value={part.label}
              label={part.label}
              description={effectText(amountText(from, part), amountText(values, part))}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button disabled={parts.length === 0} onClick={() => copy(from, term, parts)}>
          Copy
        </Button>
      </Group>
    </>
  )
}

const effectText = (copied: string, replaced: string) =>
  replaced === '' ? `${copied}, now empty` : `${copied}, replacing ${replaced}`

/** A part of a past proposal that can be copied: its label, and the fields of the form that it fills. */
interface CopyablePart {
  label: string
  fields: readonly (keyof ProposalValues)[]
}

const textParts = (names: readonly TextName[]): CopyablePart[] =>
  textsBySection(names).map(([section, texts]) => ({ label: section, fields: texts }))

const copyable = (name: OtherField, ...others: (keyof ProposalValues)[]): CopyablePart[] => [
  { label: LABEL[name], fields: [name, ...others] },
]

/** The parts that can be copied, in the order of the dialog; samples cannot, since they belong to their call. */
const PARTS: Record<FieldPlace, readonly CopyablePart[]> = {
  proposal_collaborator: copyable('proposal_collaborator'),
  title: copyable('title'),
  keywords: copyable('keywords', 'keywords_other'),
  methods: copyable('methods', 'methods_other'),
  abstract: textParts(['abstract']),
  other_texts: textParts(OTHER_TEXTS),
  early_career: [],
  accepted_terms: [],
  samples: [],
  file: [],
  conditions: [],
  check_organization: [],
  check_collaborators: [],
}
export const COPYABLE_PARTS = Object.values(PARTS).flat()

/** The size of a part: '148 words', '3 entries'; '' if it is empty. */
export function amountText(values: ProposalValues, { fields }: CopyablePart): string {
  const lists = fields.map((field) => values[field]).filter(Array.isArray)
  if (lists.length > 0) return countText(lists.flat().length, 'entry', 'entries')
  const words = fields.reduce((sum, field) => sum + countWords(String(values[field])), 0)
  return countText(words, 'word', 'words')
}

const countText = (n: number, one: string, many: string) => (n === 0 ? '' : `${n} ${n === 1 ? one : many}`)

/** The values of the parts' fields. */
export const fieldsOfParts = (
  values: ProposalValues,
  parts: readonly CopyablePart[],
): Partial<ProposalValues> =>
  Object.fromEntries(parts.flatMap(({ fields }) => fields.map((field) => [field, values[field]])))

interface OfferedEntries {
  keywords: ReadonlySet<string>
  methods: ReadonlySet<string>
}

/** A past proposal as form values; an entry that is no longer offered becomes free text. */
export function valuesOfEarlier(past: Proposal, offered: OfferedEntries): ProposalValues {
  const values = valuesOf(past)
  const unavailable = (
    list: 'keywords' | 'methods',
    entries: readonly { id: number | null; name: string }[],
  ) => entries.filter(({ id }) => id !== null && !offered[list].has(String(id))).map(({ name }) => ({ name }))
  const keywords = past.selected_keywords.map((k) => ({ id: k.keyword_id, name: k.name }))
  const methods = past.selected_methods.map((m) => ({ id: m.analysis_method_id, name: m.name }))
  return {
    ...values,
    keywords: values.keywords.filter((id) => offered.keywords.has(id)),
    keywords_other: [...values.keywords_other, ...unavailable('keywords', keywords)],
    methods: values.methods.filter((id) => offered.methods.has(id)),
    methods_other: [...values.methods_other, ...unavailable('methods', methods)],
  }
}
