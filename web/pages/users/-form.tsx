import { Button, Checkbox, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { Address } from '#domain/address.ts'
import type { PersonInput } from '#domain/users/person.ts'
import type { Roles } from '#domain/users/rules.ts'
import type { EndpointFormState } from '#web/lib/forms/endpoint_form.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { PersonFields } from '#web/ui/forms/people_fields.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ROLE_FLAGS } from '#web/ui/text/people.tsx'

/** What both forms of a user hold. */
export type AccountValues = PersonInput & Roles

interface UserFormProps<Values extends AccountValues> {
  form: EndpointFormState<Values>
  /** It is saved, and the next screen comes in a moment. */
  leaving: boolean
  back: Address
  /** Sends the form; asks first where something ends by it. */
  save?: () => unknown
  /** More ticks below the roles. */
  children: ReactNode
}

const GIVEN = ['is_administration_office', 'is_panel', 'is_reviewer'] as const
const given = (on: string[]) =>
  Object.fromEntries(GIVEN.map((flag) => [flag, on.includes(flag)])) as unknown as Roles

/** The form of a user: the person, the roles, and what else the form ticks. */
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
            value={GIVEN.filter((flag) => fields.getValues()[flag])}
            onChange={(on) => fields.setValues(given(on) as Partial<Values>)}
            error={fields.errors.is_administration_office}
          >
            <Group gap="md" mt={6}>
              {GIVEN.map((flag) => (
                <Checkbox key={flag} value={flag} label={ROLE_FLAGS[flag]} />
              ))}
            </Group>
          </Checkbox.Group>
          {children}
          <Group gap="sm">
            <Button type="submit" loading={busy}>
              Save
            </Button>
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
