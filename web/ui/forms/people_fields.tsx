import { ActionIcon, Button, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { FormArrayElement, UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { PERSON_LABEL } from '#domain/users/fields.ts'
import { NO_PERSON } from '#domain/users/person.ts'
import type { PersonInput } from '#domain/users/person_schemas.ts'

interface PersonFieldsProps<Values> {
  form: UseFormReturnType<Values>
  /** The person's path in the form: 'collaborators.0'; '' for the top level. */
  path?: string
  /** False if e-mail and affiliation are optional. */
  addressRequired?: boolean
  /** False if only the affiliation is optional. */
  affiliationRequired?: boolean
  /** The user's own data: allows autocompletion. */
  own?: boolean
  /** The reason why the e-mail address cannot be changed here, which is shown below it. */
  whyNotEmail?: string | null
}

const AUTOCOMPLETE: Record<keyof PersonInput, string> = {
  first_name: 'given-name',
  middle_name: 'additional-name',
  last_name: 'family-name',
  suffix: 'honorific-suffix',
  email: 'email',
  affiliation: 'organization',
}

export function PersonFields<Values>({
  form,
  path = '',
  addressRequired = true,
  affiliationRequired = addressRequired,
  own = false,
  whyNotEmail = null,
}: PersonFieldsProps<Values>) {
  const field = (name: keyof PersonInput) => ({
    label: PERSON_LABEL[name],
    ...form.getInputProps(path === '' ? name : `${path}.${name}`),
    autoComplete: own ? AUTOCOMPLETE[name] : 'off',
  })
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" verticalSpacing="xs">
      <TextInput withAsterisk {...field('first_name')} />
      <TextInput {...field('middle_name')} />
      <TextInput withAsterisk {...field('last_name')} />
      <TextInput {...field('suffix')} />
      <TextInput
        inputMode="email"
        withAsterisk={addressRequired && whyNotEmail === null}
        readOnly={whyNotEmail !== null}
        description={whyNotEmail}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        style={{ gridColumn: 'span 2' }}
        {...field('email')}
      />
      <TextInput
        withAsterisk={affiliationRequired}
        style={{ gridColumn: 'span 2' }}
        {...field('affiliation')}
      />
    </SimpleGrid>
  )
}

interface CollaboratorFieldsProps<Values> {
  form: UseFormReturnType<Values>
  /** The path of the list in the form: 'collaborators'. */
  path: string
  people: readonly PersonInput[]
}

/** The collaborators of a form, which can be added and removed. */
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
