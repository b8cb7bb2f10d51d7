import { Checkbox, Stack, TextInput } from '@mantine/core'
import { labelOf } from '#domain/masters/values.ts'
import type { EditedProposal } from '#domain/proposals/contract.ts'
import { CONSENTS, NEEDED_TO_SUBMIT } from '#domain/proposals/rules.ts'
import { TEXT_NAMES } from '#domain/proposals/texts.ts'
import { api } from '#web/lib/http/api.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { Entries } from './-entries.tsx'
import type { FormFields } from './-form.ts'
import { Needed } from './-needed.tsx'
import { Pdf } from './-pdf.tsx'
import { Texts } from './-texts.tsx'

/** The conditions of transfer that the form offers. */
const CONDITIONS = [2, 3]

/** What is proposed: the PDF, title, abstract, keywords, methods and texts, and the consents. */
export const ProposalPart = ({ proposal, fields }: { proposal: EditedProposal; fields: FormFields }) => (
  <>
    <Section title="Proposal">
      <Stack gap="md">
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
      </Stack>
    </Section>
    <Section
      title={
        <>
          Consents <Needed />
        </>
      }
    >
      <Stack gap="sm">
        {CONSENTS.map((name) => (
          <Checkbox
            key={name}
            label={NEEDED_TO_SUBMIT[name]}
            {...fields.getInputProps(name, { type: 'checkbox' })}
          />
        ))}
      </Stack>
    </Section>
  </>
)
