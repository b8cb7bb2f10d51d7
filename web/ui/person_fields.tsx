import { SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

interface PersonFieldsProps<Values> {
  form: UseFormReturnType<Values>
  /** Where the person is in the form: 'collaborators.0'; '' for its top. */
  path?: string
  /** False where the e-mail and affiliation may stay empty. */
  addressRequired?: boolean
  /** False where the affiliation alone may stay empty. */
  affiliationRequired?: boolean
  /** These are the user's own: the browser may offer what it knows. */
  own?: boolean
}

const KNOWN_AS = {
  first_name: 'given-name',
  middle_name: 'additional-name',
  last_name: 'family-name',
  suffix: 'honorific-suffix',
  email: 'email',
  affiliation: 'organization',
} as const

/** First, middle and last name, suffix, e-mail and affiliation of a person in a form. */
export function PersonFields<Values>({
  form,
  path = '',
  addressRequired = true,
  affiliationRequired = addressRequired,
  own = false,
}: PersonFieldsProps<Values>) {
  const field = (name: keyof typeof KNOWN_AS) => ({
    ...form.getInputProps(path === '' ? name : `${path}.${name}`),
    autoComplete: own ? KNOWN_AS[name] : 'off',
  })
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" verticalSpacing="xs">
      <TextInput label="First Name" withAsterisk {...field('first_name')} />
      <TextInput label="Middle Name" {...field('middle_name')} />
      <TextInput label="Last Name" withAsterisk {...field('last_name')} />
      <TextInput label="Suffix" {...field('suffix')} />
      <TextInput
        label="E-mail"
        inputMode="email"
        withAsterisk={addressRequired}
        style={{ gridColumn: 'span 2' }}
        {...field('email')}
      />
      <TextInput
        label="Affiliation"
        withAsterisk={affiliationRequired}
        style={{ gridColumn: 'span 2' }}
        {...field('affiliation')}
      />
    </SimpleGrid>
  )
}
