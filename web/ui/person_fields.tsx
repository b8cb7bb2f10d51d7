import { SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

interface PersonFieldsProps<Values> {
  form: UseFormReturnType<Values>
  /** Where the person is in the form: 'collaborators.0'; '' for its top. */
  path?: string
  /** False where the e-mail and affiliation may stay empty. */
  addressRequired?: boolean
}

/** First, middle and last name, suffix, e-mail and affiliation of a person in a form. */
export function PersonFields<Values>({ form, path = '', addressRequired = true }: PersonFieldsProps<Values>) {
  const field = (name: string) => form.getInputProps(path === '' ? name : `${path}.${name}`)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" verticalSpacing="xs">
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
        withAsterisk={addressRequired}
        style={{ gridColumn: 'span 2' }}
        {...field('affiliation')}
      />
    </SimpleGrid>
  )
}
