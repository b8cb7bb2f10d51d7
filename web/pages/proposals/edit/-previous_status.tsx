import { Checkbox, Group, Input } from '@mantine/core'
import { listOf, NOT_APPLICABLE } from '#domain/masters/values.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import type { FormFields } from './-form.ts'

const NONE = String(NOT_APPLICABLE)

/** Past terms and other states of acceptance; 'Not applicable' and all the others exclude each other. */
export function PreviousStatus({ fields }: { fields: FormFields }) {
  const past = useCall(api.terms.past).data ?? {}
  const { accepted_terms: terms, accepted_terms_other: others } = fields.getValues()
  const none = others.includes(NONE)
  const some = terms.length > 0 || others.some((id) => id !== NONE)
  const tick = (list: 'accepted_terms' | 'accepted_terms_other', id: string, on: boolean) => {
    const before = fields.getValues()[list].filter((other) => other !== id)
    fields.setFieldValue(list, on ? [...before, id] : before)
    fields.clearFieldError('accepted_terms')
  }
  return (
    <Input.Wrapper
      label="Previous Status"
      description="The terms in which a proposal of yours was accepted."
      labelElement="div"
      error={fields.errors.accepted_terms}
      role="group"
      aria-label="Previous Status"
      data-holds="accepted_terms accepted_terms_other"
      data-name="Previous Status"
    >
      <Group gap="md" mt={6} data-path="accepted_terms">
        {Object.entries(past).map(([id, label]) => (
          <Checkbox
            key={id}
            label={label}
            checked={terms.includes(id)}
            disabled={none}
            onChange={({ currentTarget: { checked } }) => tick('accepted_terms', id, checked)}
          />
        ))}
        {listOf('proposal_previos_accepted_status').map(({ id, label }) => (
          <Checkbox
            key={id}
            label={label}
            checked={others.includes(String(id))}
            disabled={id === NOT_APPLICABLE ? some : none}
            onChange={({ currentTarget: { checked } }) => tick('accepted_terms_other', String(id), checked)}
          />
        ))}
      </Group>
    </Input.Wrapper>
  )
}
