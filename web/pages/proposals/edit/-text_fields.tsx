import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  Stack,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ComponentType, memo, type ReactNode, useCallback, useRef } from 'react'
import type { EndpointFunction } from '#domain/client.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { questionOf } from '#domain/masters/guidance.ts'
import type { Guidance } from '#domain/masters/setting_schemas.ts'
import { labelOf } from '#domain/masters/values.ts'
import type { EditedProposal } from '#domain/proposals/contract.ts'
import {
  CONSENTS,
  CONSENTS_LABEL,
  type Consent,
  type FieldPlace,
  LABEL,
  OTHER_LENGTH,
  OTHER_TEXTS,
  TEXTS,
  type TextName,
  textsBySection,
} from '#domain/proposals/fields.ts'
import { api } from '#web/lib/http/api.ts'
import { useChoices } from '#web/ui/forms/choices.ts'
import { WordText } from '#web/ui/forms/inputs.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import classes from './-edit_form.module.css'
import { focusField } from './-outline.tsx'
import { Pdf } from './-pdf.tsx'
import type { FormFields } from './-values.ts'

/** The conditions of transfer that the form offers. */
const CONDITIONS = [2, 3]

interface SectionProps {
  proposal: EditedProposal
  fields: FormFields
}

/** The Proposal section and the consents. */
export const ProposalSections = (props: SectionProps) => (
  <>
    <Section title="Proposal">
      <Stack gap="md">
        {Object.entries(INPUTS).map(([name, Input]) => (
          <Input key={name} {...props} />
        ))}
      </Stack>
    </Section>
    <Section
      title={
        <>
          {CONSENTS_LABEL} <NeededToSubmit />
        </>
      }
    >
      <Stack gap="sm">
        {CONSENTS.map((name) => (
          <Checkbox
            key={name}
            label={LABEL[name]}
            {...props.fields.getInputProps(name, { type: 'checkbox' })}
          />
        ))}
      </Stack>
    </Section>
  </>
)

/** The inputs of the Proposal section in their order: every field that no other section shows. */
const INPUTS: Record<
  Exclude<FieldPlace, 'early_career' | 'accepted_terms' | 'proposal_collaborator' | 'samples' | Consent>,
  ComponentType<SectionProps>
> = {
  file: ({ proposal, fields }) => (
    <Pdf fields={fields} id={proposal.id} saved={proposal.file?.original_file_name ?? null} />
  ),
  title: ({ fields }) => <TextInput label={LABEL.title} withAsterisk {...fields.getInputProps('title')} />,
  abstract: ({ proposal, fields }) => (
    <Texts fields={fields} guidance={proposal.guidance} names={['abstract']} />
  ),
  keywords: ({ proposal, fields }) => (
    <Entries
      fields={fields}
      name="keywords"
      noun="Keyword"
      help="Fewer than seven are best."
      choices={api.masters.keywordChoices}
      selected={proposal.selected_keywords.map((k) => ({ id: k.keyword_id, name: k.name }))}
    />
  ),
  methods: ({ proposal, fields }) => (
    <Entries
      fields={fields}
      name="methods"
      noun="Analysis Method"
      help="Within 20."
      choices={api.masters.methodChoices}
      selected={proposal.selected_methods.map((m) => ({ id: m.analysis_method_id, name: m.name }))}
    />
  ),
  other_texts: ({ proposal, fields }) => (
    <Texts fields={fields} guidance={proposal.guidance} names={OTHER_TEXTS} />
  ),
  conditions: ({ fields }) => (
    <Checkbox.Group label={LABEL.conditions} {...fields.getInputProps('conditions')}>
      <Stack gap="sm" mt={6}>
        {CONDITIONS.map((id) => (
          <Checkbox key={id} value={String(id)} label={labelOf('EnvironmentalCondition', id)} />
        ))}
      </Stack>
    </Checkbox.Group>
  ),
}

interface EntriesProps {
  fields: FormFields
  name: 'keywords' | 'methods'
  /** 'Keyword', 'Analysis Method'. */
  noun: string
  help: string
  choices: EndpointFunction<Endpoint>
  /** Entries of the saved proposal; a hidden one stays available to it. */
  selected: readonly { id: number | null; name: string }[]
}

/** Keywords or analysis methods, from a list or as free text. */
function Entries({ fields, name, noun, help, choices, selected }: EntriesProps) {
  const offered = useChoices(choices)
  const hidden = selected
    .filter(({ id }) => id !== null && !offered.some(({ value }) => value === String(id)))
    .map((entry) => ({ value: String(entry.id), label: entry.name }))
  const list = `${name}_other` as const
  const others = fields.getValues()[list]
  return (
    <Stack gap="sm" data-holds={`${name} ${list}`} data-name={LABEL[name]}>
      <MultiSelect
        label={LABEL[name]}
        description={
          <>
            <NeededToSubmit /> · {help}
          </>
        }
        data={[...offered, ...hidden]}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={`Not in the list; press Add ${noun}.`}
        {...fields.getInputProps(name)}
      />
      {others.map((_, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the form identifies the fields by position
        <Group key={position} gap="sm" align="flex-start" wrap="nowrap">
          <TextInput
            aria-label={`${noun} ${position + 1}`}
            placeholder={noun}
            maxLength={OTHER_LENGTH}
            style={{ flex: 1 }}
            {...fields.getInputProps(`${list}.${position}.name`)}
          />
          <ActionIcon
            mt={4}
            aria-label={`Remove ${noun} ${position + 1}`}
            onClick={() => fields.removeListItem(list, position)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            fields.insertListItem(list, { name: '' })
            focusField(`${list}.${others.length}`)
          }}
        >
          {`Add ${noun}`}
        </Button>
      </div>
    </Stack>
  )
}

interface TextsProps {
  fields: FormFields
  guidance: Guidance
  names: readonly TextName[]
}

/** Free texts under their sections, with word counters. */
function Texts({ fields, guidance, names }: TextsProps) {
  const form = useRef(fields)
  form.current = fields
  const change = useCallback((name: TextName, value: string) => form.current.setFieldValue(name, value), [])
  const values = fields.getValues()
  return textsBySection(names).map(([section, texts]) => (
    <Stack key={section} gap="sm">
      <Title order={3}>{section}</Title>
      {texts.map((name) => (
        <TextField
          key={name}
          name={name}
          value={values[name]}
          error={fields.errors[name]}
          help={questionOf(guidance, name)}
          change={change}
        />
      ))}
    </Stack>
  ))
}

interface FieldProps {
  name: TextName
  value: string
  error: ReactNode
  help: string | undefined
  change: (name: TextName, value: string) => void
}

/** Memoized, so that typing in a form with a dozen texts stays fast. */
const TextField = memo(({ name, value, error, help, change }: FieldProps) => {
  const { section, label, words } = TEXTS[name]
  const props = {
    ...(label === section ? { 'aria-label': section } : { label, 'aria-label': `${section} ${label}` }),
    description: name === 'abstract' ? <NeededToSubmit /> : help,
    value,
    error,
    'data-path': name,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change(name, currentTarget.value),
  }
  if (words === null) return <Textarea autosize minRows={4} maxRows={24} {...props} />
  return <WordText words={words} unit={name.startsWith('sample_description') ? '' : ' words'} {...props} />
})

/** Marks fields that Submit requires; those that Save requires have a red asterisk. */
export const NeededToSubmit = () => <span className={classes.needed}>needed to submit</span>
