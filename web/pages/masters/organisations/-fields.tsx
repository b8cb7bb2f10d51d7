import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { EndpointFormState } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'

export interface OrganisationValues {
  name: string
  ror: string
  parent_id: string
}

interface NameProps {
  label: string
  withAsterisk: boolean
}

interface FieldsProps<Values extends OrganisationValues> {
  form: EndpointFormState<Values>
  /** The organisation itself, which cannot be its own parent. */
  own?: number
  /** The input of the name, if not a text. */
  name?: (props: NameProps) => ReactNode
}

/** Name, ROR id and parent of an organisation. */
export function OrganisationFields<Values extends OrganisationValues>({
  form: { fields },
  own,
  name = (props) => <TextInput {...props} />,
}: FieldsProps<Values>) {
  const choices = useCall(api.organisations.choices).data ?? []
  return (
    <>
      {name({ label: 'Name', withAsterisk: true, ...fields.getInputProps('name') })}
      <TextInput
        label="ROR id"
        description="From ror.org: nine characters, or the whole address. Leave it empty if there is none."
        {...fields.getInputProps('ror')}
      />
      <Select
        label="Part of"
        description="Its people then count as members of that organisation too."
        data={choices
          .filter(({ id }) => id !== own)
          .map(({ id, name }) => ({ value: String(id), label: name }))}
        searchable
        clearable
        nothingFoundMessage="Not in the list."
        {...fields.getInputProps('parent_id')}
      />
    </>
  )
}
