import { Checkbox, Group, Input, Radio, Stack } from '@mantine/core'
import { address } from '#domain/address.ts'
import { listOf, NOT_APPLICABLE } from '#domain/masters/values.ts'
import type { EditedProposal } from '#domain/proposals/contract.ts'
import { LABEL } from '#domain/proposals/fields.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { CollaboratorFields } from '#web/ui/forms/people_fields.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Email } from '#web/ui/text/people.tsx'
import classes from './-edit_form.module.css'
import type { FormFields } from './-values.ts'

/** The proposer with previous status, and the collaborators. */
export const PeopleSections = ({ proposal, fields }: { proposal: EditedProposal; fields: FormFields }) => (
  <>
    <Section title="Proposer" aside={<ScreenLink to={address('/myprofile')}>My Profile</ScreenLink>}>
      <Stack gap="sm">
        <dl className={classes.who}>
          <div>
            <dt>Name</dt>
            <dd>{proposal.name}</dd>
          </div>
          <div>
            <dt>Affiliation</dt>
            <dd>{proposal.affiliation}</dd>
          </div>
          <div>
            <dt>E-mail</dt>
            <dd>
              <Email>{proposal.email}</Email>
            </dd>
          </div>
        </dl>
        <Radio.Group label={LABEL.early_career} {...fields.getInputProps('early_career')}>
          <Group gap="6px 16px" mt={4}>
            {listOf('early_career_type').map(({ id, label }) => (
              <Radio key={id} value={String(id)} label={label} />
            ))}
          </Group>
        </Radio.Group>
        <PreviousStatus fields={fields} />
      </Stack>
    </Section>
    <Section title={LABEL.proposal_collaborator}>
      <div data-path="proposal_collaborator">
        <CollaboratorFields
          form={fields}
          path="proposal_collaborator"
          people={fields.getValues().proposal_collaborator}
        />
      </div>
    </Section>
  </>
)

const NONE = String(NOT_APPLICABLE)

/** Past terms and other statuses; 'Not applicable' excludes all others. */
function PreviousStatus({ fields }: { fields: FormFields }) {
  const past = useCall(api.terms.past).data ?? {}
  const { accepted_terms: terms, accepted_terms_other: others } = fields.getValues()
  const notApplicable = others.includes(NONE)
  const anyOther = terms.length > 0 || others.some((id) => id !== NONE)
  const toggle = (list: 'accepted_terms' | 'accepted_terms_other', id: string, on: boolean) => {
    const before = fields.getValues()[list].filter((other) => other !== id)
    fields.setFieldValue(list, on ? [...before, id] : before)
    fields.clearFieldError('accepted_terms')
  }
  return (
    <Input.Wrapper
      label={LABEL.accepted_terms}
      description="The terms in which a proposal of yours was accepted."
      labelElement="div"
      error={fields.errors.accepted_terms}
      role="group"
      aria-label={LABEL.accepted_terms}
      data-holds="accepted_terms accepted_terms_other"
      data-name={LABEL.accepted_terms}
    >
      <Group gap="md" mt={6} data-path="accepted_terms">
        {Object.entries(past).map(([id, label]) => (
          <Checkbox
            key={id}
            label={label}
            checked={terms.includes(id)}
            disabled={notApplicable}
            onChange={({ currentTarget: { checked } }) => toggle('accepted_terms', id, checked)}
          />
        ))}
        {listOf('proposal_previos_accepted_status').map(({ id, label }) => (
          <Checkbox
            key={id}
            label={label}
            checked={others.includes(String(id))}
            disabled={id === NOT_APPLICABLE ? anyOther : notApplicable}
            onChange={({ currentTarget: { checked } }) => toggle('accepted_terms_other', String(id), checked)}
          />
        ))}
      </Group>
    </Input.Wrapper>
  )
}
