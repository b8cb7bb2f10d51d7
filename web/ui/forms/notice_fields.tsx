import { Group, Radio, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ABSTRACT_WORDS } from '#domain/applicants/contract.ts'
import { NOTICE_LABEL } from '#domain/applicants/fields.ts'
import { listOf } from '#domain/masters/values.ts'
import { NO_PERSON } from '#domain/users/person.ts'
import type { PersonInput } from '#domain/users/person_schemas.ts'
import { Section } from '../layout/section.tsx'
import { WordText } from './inputs.tsx'
import { CollaboratorFields, PersonFields } from './people_fields.tsx'

/** The form values of a Notice of Intent. */
export interface NoticeValues extends PersonInput {
  early_career: string
  proposal_title: string
  proposal_abstract: string
  collaborators: PersonInput[]
}

export const NO_NOTICE: NoticeValues = {
  ...NO_PERSON,
  early_career: '0',
  proposal_title: '',
  proposal_abstract: '',
  collaborators: [],
}

interface FieldsProps {
  form: UseFormReturnType<NoticeValues>
}

/** The sections of a Notice of Intent; `own` if the applicant fills them in. */
export const NoticeFields = ({ form, own = false }: FieldsProps & { own?: boolean }) => (
  <>
    <Section title="Proposer">
      <Stack gap="sm">
        <PersonFields form={form} own={own} />
        <Radio.Group label={NOTICE_LABEL.early_career} withAsterisk {...form.getInputProps('early_career')}>
          <Group gap="md" mt={6}>
            {listOf('early_career_type').map(({ id, label }) => (
              <Radio key={id} value={String(id)} label={label} />
            ))}
          </Group>
        </Radio.Group>
        <TextInput
          label={NOTICE_LABEL.proposal_title}
          withAsterisk
          {...form.getInputProps('proposal_title')}
        />
        <WordText
          label={NOTICE_LABEL.proposal_abstract}
          words={ABSTRACT_WORDS}
          {...form.getInputProps('proposal_abstract')}
        />
      </Stack>
    </Section>
    <Section title="Collaborator">
      <CollaboratorFields form={form} path="collaborators" people={form.getValues().collaborators} />
    </Section>
  </>
)
