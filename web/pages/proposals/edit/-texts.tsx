import { Stack, Textarea, Title } from '@mantine/core'
import { memo, type ReactNode, useCallback, useRef } from 'react'
import type { Guidance } from '#domain/masters/setting_values.ts'
import { TEXTS, type TextName } from '#domain/proposals/texts.ts'
import { WordText } from '#web/ui/forms/inputs.tsx'
import type { FormFields } from './-form.ts'
import { Needed } from './-needed.tsx'

interface TextsProps {
  fields: FormFields
  guidance: Guidance
  names: readonly TextName[]
}

/** Free texts under their sections, each with its counter of words. */
export function Texts({ fields, guidance, names }: TextsProps) {
  const form = useRef(fields)
  form.current = fields
  const change = useCallback((name: TextName, value: string) => form.current.setFieldValue(name, value), [])
  const values = fields.getValues()
  const sections = [...new Set(names.map((name) => TEXTS[name].section))]
  return sections.map((section) => (
    <Stack key={section} gap="sm">
      <Title order={3}>{section}</Title>
      {names
        .filter((name) => TEXTS[name].section === section)
        .map((name) => (
          <TextField
            key={name}
            name={name}
            value={values[name]}
            error={fields.errors[name]}
            help={(guidance as Partial<Record<TextName, string>>)[name]}
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

/** Drawn anew only when it changes itself: a form of a dozen texts stays light to type in. */
const TextField = memo(({ name, value, error, help, change }: FieldProps) => {
  const { section, label, words } = TEXTS[name]
  const props = {
    ...(label === section ? { 'aria-label': section } : { label, 'aria-label': `${section} ${label}` }),
    description: name === 'abstract' ? <Needed /> : help,
    value,
    error,
    'data-path': name,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change(name, currentTarget.value),
  }
  if (words === null) return <Textarea autosize minRows={4} maxRows={24} {...props} />
  return <WordText words={words} unit={name.startsWith('sample_description') ? '' : ' words'} {...props} />
})
