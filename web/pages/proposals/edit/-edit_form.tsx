import { Checkbox, Group, Radio, Stack, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import { Fault } from '#domain/errors.ts'
import { labelOf, listOf } from '#domain/masters/values.ts'
import type { EditedProposal } from '#domain/proposals/contract.ts'
import { TEXT_NAMES } from '#domain/proposals/texts.ts'
import { api } from '#web/lib/api.ts'
import { useBanner } from '#web/lib/banner.tsx'
import { useCallForm } from '#web/lib/form.ts'
import { CallForm } from '#web/ui/call_form.tsx'
import { CollaboratorFields } from '#web/ui/collaborator_fields.tsx'
import { DetailFields } from '#web/ui/detail_fields.tsx'
import { Email } from '#web/ui/email.tsx'
import { CallClosed } from '#web/ui/proposal/call_closed.tsx'
import { RuledButton } from '#web/ui/ruled_button.tsx'
import { LinkButton, ScreenLink } from '#web/ui/screen_link.tsx'
import { Section } from '#web/ui/section.tsx'
import { WaitingDialog } from '#web/ui/waiting_dialog.tsx'
import { Conflict } from './-conflict.tsx'
import classes from './-edit_form.module.css'
import { Entries } from './-entries.tsx'
import type { FormFields } from './-form.ts'
import { Pdf } from './-pdf.tsx'
import { PreviousStatus } from './-previous_status.tsx'
import { SampleRows } from './-sample_rows.tsx'
import { Texts } from './-texts.tsx'
import { bodyOf, fieldOf, valuesOf } from './-values.ts'

const FAILED =
  'Error: Save failed. If there are red-colored areas on the input form, it may cause this error. Please input information with the proper rule.'

interface EditFormProps {
  proposal: EditedProposal
  /** What was typed is given up for what someone else saved. */
  onTakeTheirs: () => void
}

/** The whole form of a proposal; a draft of it is kept on this device until it is saved. */
export function EditForm({ proposal, onTakeTheirs }: EditFormProps) {
  const banner = useBanner()
  const [initial] = useState(() => valuesOf(proposal))
  const [stale, setStale] = useState<Fault | null>(null)
  const form = useCallForm(api.proposals.save, {
    initial,
    input: { params: { id: proposal.id } },
    toBody: bodyOf,
    fieldOf: (path): string => fieldOf(path, form.fields.getValues().samples),
    draft: `proposals/${proposal.id}`,
    own: ['invalid', 'stale'],
    settle: ({ version }, values) => ({
      ...values,
      version: version ?? values.version,
      file: null,
      file_name: '',
      remove_file: false,
    }),
    onFault: (error) => {
      if (!(error instanceof Fault)) return
      if (error.kind === 'invalid') banner.show('error', FAILED)
      if (error.kind !== 'stale') return
      // Without a version something else came in between: then trying again is enough.
      if (typeof error.details.version === 'number') setStale(error)
      else banner.show('alert', error.message)
    },
  })
  const { fields } = form

  const overwrite = () => {
    fields.setFieldValue('version', Number(stale?.details.version))
    setStale(null)
    form.submit()
  }
  const takeTheirs = () => {
    form.discard()
    setStale(null)
    onTakeTheirs()
  }
  return (
    <CallForm form={form}>
      <Stack gap="md">
        <div>
          <ScreenLink to={address('/proposals/myproposal')}>Back to MyProposal</ScreenLink>
        </div>
        <CallClosed proposal={proposal} />
        <Proposer proposal={proposal} fields={fields} />
        <Section title="Request Sample">
          <SampleRows fields={fields} requested={proposal.requested_samples} />
        </Section>
        <ProposalPart proposal={proposal} fields={fields} />
        <Group gap="sm" className={classes.bar}>
          <RuledButton why={proposal.why_not_edit} disabled={form.waiting} onClick={() => form.submit()}>
            Save
          </RuledButton>
          <LinkButton to={address('/mypage')} variant="default" disabled={form.waiting}>
            Cancel
          </LinkButton>
        </Group>
      </Stack>
      <WaitingDialog open={form.waiting} progress={form.progress} />
      <Conflict
        message={stale?.message ?? null}
        onOverwrite={overwrite}
        onTakeTheirs={takeTheirs}
        onStay={() => setStale(null)}
      />
    </CallForm>
  )
}

interface PartProps {
  proposal: EditedProposal
  fields: FormFields
}

const Proposer = ({ proposal, fields }: PartProps) => (
  <Section title="Proposer">
    <Stack gap="md">
      <DetailFields
        rows={[
          ['Name', proposal.name],
          ['Affiliation', proposal.affiliation],
          ['E-mail', <Email key="email">{proposal.email}</Email>],
        ]}
      />
      <Radio.Group label="Early career" withAsterisk {...fields.getInputProps('early_career')}>
        <Group gap="md" mt={6}>
          {listOf('early_career_type').map(({ id, label }) => (
            <Radio key={id} value={String(id)} label={label} />
          ))}
        </Group>
      </Radio.Group>
      <PreviousStatus fields={fields} />
      <Title order={3}>Collaborators</Title>
      <CollaboratorFields
        form={fields}
        path="proposal_collaborator"
        people={fields.getValues().proposal_collaborator}
      />
    </Stack>
  </Section>
)

/** The conditions of transfer that the form offers. */
const CONDITIONS = [2, 3]

const ProposalPart = ({ proposal, fields }: PartProps) => (
  <Section title="Proposal">
    <Stack gap="lg">
      <Pdf fields={fields} id={proposal.id} saved={proposal.file?.original_file_name ?? null} />
      <TextInput label="Title" withAsterisk {...fields.getInputProps('title')} />
      <Texts fields={fields} guidance={proposal.guidance} names={['abstract']} />
      <Entries
        fields={fields}
        name="keywords"
        noun="Keyword"
        label="Keywords"
        help="Fewer than seven are best."
        choices={api.masters.keywordChoices}
        kept={proposal.selected_keywords.map((k) => ({ id: k.keyword_id, name: k.name }))}
      />
      <Entries
        fields={fields}
        name="methods"
        noun="Analysis Method"
        label="Analysis methods"
        help="Within 20."
        choices={api.masters.methodChoices}
        kept={proposal.selected_methods.map((m) => ({ id: m.analysis_method_id, name: m.name }))}
      />
      <Texts
        fields={fields}
        guidance={proposal.guidance}
        names={TEXT_NAMES.filter((name) => name !== 'abstract')}
      />
      <Checkbox.Group label="Conditions of transfer" {...fields.getInputProps('conditions')}>
        <Stack gap="sm" mt={6}>
          {CONDITIONS.map((id) => (
            <Checkbox key={id} value={String(id)} label={labelOf('EnvironmentalCondition', id)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox
        label="My organization approves this proposal"
        {...fields.getInputProps('check_organization', { type: 'checkbox' })}
      />
      <Checkbox
        label="All collaborators have agreed"
        {...fields.getInputProps('check_collaborators', { type: 'checkbox' })}
      />
    </Stack>
  </Section>
)
