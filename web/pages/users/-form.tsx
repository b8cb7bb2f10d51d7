import { Checkbox, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { Address } from '#domain/address.ts'
import type { Roles } from '#domain/users/fields.ts'
import { ROLE_LABEL } from '#domain/users/fields.ts'
import type { PersonInput } from '#domain/users/person_schemas.ts'
import type { EndpointFormState } from '#web/lib/forms/endpoint_form.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { PersonFields } from '#web/ui/forms/people_fields.tsx'
import { Section } from '#web/ui/layout/section.tsx'

/** Values of both user forms. */
export type AccountValues = PersonInput & Roles

interface UserFormProps<Values extends AccountValues> {
  form: EndpointFormState<Values>
  /** Saved; the next screen follows in a moment. */
  leaving: boolean
  back: Address
  /** Submits the form, after a confirmation if access ends. */
  save?: () => unknown
  /** More checkboxes below the roles. */
  children: ReactNode
}

const EDITABLE_ROLES = ['is_administration_office', 'is_panel', 'is_reviewer', 'is_curation'] as const
const roleFlags = (checked: string[]) =>
  Object.fromEntries(EDITABLE_ROLES.map((flag) => [flag, checked.includes(flag)])) as unknown as Roles

export function UserForm<Values extends AccountValues>(props: UserFormProps<Values>) {
  const { form, leaving, back, save = form.submit, children } = props
  const { fields } = form
  const busy = form.waiting || leaving
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    void save()
  }
  return (
    <EndpointForm form={{ ...form, submit }}>
      <Section>
        <Stack gap="md">
          <PersonFields form={fields} affiliationRequired={false} />
          <Checkbox.Group
            label="Roles"
            value={EDITABLE_ROLES.filter((flag) => fields.getValues()[flag])}
            onChange={(checked) => fields.setValues(roleFlags(checked) as Partial<Values>)}
            error={fields.errors.is_administration_office}
          >
            <Group gap="md" mt={6}>
              {EDITABLE_ROLES.map((flag) => (
                <Checkbox key={flag} value={flag} label={ROLE_LABEL[flag]} />
              ))}
            </Group>
          </Checkbox.Group>
          {children}
          <Group gap="sm">
            <WriteButton type="submit" loading={busy}>
              Save
            </WriteButton>
            <LinkButton to={back} variant="default" disabled={busy}>
              Cancel
            </LinkButton>
          </Group>
        </Stack>
      </Section>
      <WaitingDialog open={busy} saved={leaving} />
    </EndpointForm>
  )
}
