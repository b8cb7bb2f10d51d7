import { ActionIcon, Button, Group, Paper, Radio, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { ABSTRACT_WORDS } from '#domain/applicants/contract.ts'
import { listOf } from '#domain/masters/values.ts'
import { NO_PERSON, type PersonInput } from '#domain/users/person.ts'
import { PersonFields } from './person_fields.tsx'
import { Section } from './section.tsx'
import { WordText } from './word_text.tsx'

/** A Notice of Intent as its form holds it. */
export interface NoticeValues extends PersonInput {
  early_career: string
  proposal_title: string
  proposal_abstract: string
  collaborators: PersonInput[]
}

export const NO_NOTICE: NoticeValues = {
  ...NO_PERSON,
  early_career: '0',
  proposal_title: '',
  proposal_abstract: '',
  collaborators: [],
}

interface FieldsProps {
  form: UseFormReturnType<NoticeValues>
}

/** The Proposer and the Collaborator section of a Notice of Intent. */
export const NoticeFields = ({ form }: FieldsProps) => (
  <>
    <Section title="Proposer">
      <Stack gap="sm">
        <PersonFields form={form} />
        <Radio.Group label="Early career" withAsterisk {...form.getInputProps('early_career')}>
          <Group gap="md" mt={6}>
            {listOf('early_career_type').map(({ id, label }) => (
              <Radio key={id} value={String(id)} label={label} />
            ))}
          </Group>
        </Radio.Group>
        <TextInput label="Proposal title" withAsterisk {...form.getInputProps('proposal_title')} />
        <WordText label="Abstract" words={ABSTRACT_WORDS} {...form.getInputProps('proposal_abstract')} />
      </Stack>
    </Section>
    <Section title="Collaborator">
      <Collaborators form={form} />
    </Section>
  </>
)

function Collaborators({ form }: FieldsProps) {
  const { collaborators } = form.getValues()
  const add = () => {
    form.insertListItem('collaborators', NO_PERSON)
    const path = `collaborators.${collaborators.length}.first_name`
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus())
  }
  return (
    <Stack gap="sm">
      {collaborators.length === 0 && <Text c="dimmed">No collaborators yet.</Text>}
      {collaborators.map((_, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are the form's, found by position
        <Paper key={position} withBorder p="sm" role="group" aria-label={`Collaborator ${position + 1}`}>
          <Group justify="space-between" mb={4}>
            <Text fw={600}>Collaborator {position + 1}</Text>
            <ActionIcon
              color="red"
              aria-label={`Remove collaborator ${position + 1}`}
              onClick={() => form.removeListItem('collaborators', position)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
          <PersonFields form={form} path={`collaborators.${position}`} />
        </Paper>
      ))}
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          Add Collaborator
        </Button>
      </div>
    </Stack>
  )
}
