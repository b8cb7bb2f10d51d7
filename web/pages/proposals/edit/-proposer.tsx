import { Group, Radio, Stack } from '@mantine/core'
import { address } from '#domain/address.ts'
import { listOf } from '#domain/masters/values.ts'
import type { EditedProposal } from '#domain/proposals/contract.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { CollaboratorFields } from '#web/ui/forms/people_fields.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Email } from '#web/ui/text/people.tsx'
import classes from './-edit_form.module.css'
import type { FormFields } from './-form.ts'
import { PreviousStatus } from './-previous_status.tsx'

/** Who proposes, with whom, and what was accepted before. */
export const Proposer = ({ proposal, fields }: { proposal: EditedProposal; fields: FormFields }) => (
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
        <Radio.Group label="Early career" withAsterisk {...fields.getInputProps('early_career')}>
          <Group gap="6px 16px" mt={4}>
            {listOf('early_career_type').map(({ id, label }) => (
              <Radio key={id} value={String(id)} label={label} />
            ))}
          </Group>
        </Radio.Group>
        <PreviousStatus fields={fields} />
      </Stack>
    </Section>
    <Section title="Collaborators">
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
