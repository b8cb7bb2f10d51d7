import { ActionIcon, Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { FormArrayElement, UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { NO_PERSON } from '#domain/users/names.ts'
import type { PersonInput } from '#domain/users/person.ts'
import { PersonFields } from './person_fields.tsx'

interface CollaboratorFieldsProps<Values> {
  form: UseFormReturnType<Values>
  /** The list of people in the form: 'collaborators'. */
  path: string
  people: readonly PersonInput[]
}

/** The collaborators of a form: each with its fields, to be added and removed. */
export function CollaboratorFields<Values>({ form, path, people }: CollaboratorFieldsProps<Values>) {
  const add = () => {
    form.insertListItem(path, NO_PERSON as FormArrayElement<Values, string>)
    const first = `${path}.${people.length}.first_name`
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-path="${first}"]`)?.focus())
  }
  return (
    <Stack gap="sm" data-holds={path} data-name="Collaborators">
      {people.length === 0 && <Text c="dimmed">No collaborators yet.</Text>}
      {people.map((_, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are the form's, found by position
        <Paper key={position} withBorder p="sm" role="group" aria-label={`Collaborator ${position + 1}`}>
          <Group justify="space-between" mb={4}>
            <Text fw={600}>Collaborator {position + 1}</Text>
            <ActionIcon
              color="red"
              aria-label={`Remove collaborator ${position + 1}`}
              onClick={() => form.removeListItem(path, position)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
          <PersonFields form={form} path={`${path}.${position}`} />
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
