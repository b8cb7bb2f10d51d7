import { ActionIcon, Button, Group, MultiSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { EndpointFunction } from '#domain/client.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import type { Absence, ReviewerProfile } from '#domain/reviewer_profiles/contract.ts'
import { day } from '#web/lib/format/format.ts'
import type { EndpointFormState } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useChoices } from '#web/ui/forms/choices.ts'
import { DateField } from '#web/ui/forms/date_field.tsx'
import { DigitsField } from '#web/ui/forms/inputs.tsx'

export interface ProfileValues {
  keywords: string[]
  methods: string[]
  max_reports: string
  expertise: string
  absences: Absence[]
  version: number
}

type Entries = ReviewerProfile['keywords']
const idsOf = (entries: Entries) => entries.map(({ id }) => String(id))

export const profileValues = (profile: ReviewerProfile): ProfileValues => ({
  keywords: idsOf(profile.keywords),
  methods: idsOf(profile.methods),
  max_reports: profile.max_reports === null ? '' : String(profile.max_reports),
  expertise: profile.expertise,
  absences: profile.absences,
  version: profile.version,
})

/** An error of one chosen entry is shown at the field of all. */
export const profileFieldOf = (path: string) => path.replace(/^(keywords|methods)\.\d+$/u, '$1')

/** 'Confirmed on 2027-03-01' or what is known instead, and who changed it since. */
export function profileHistory({ confirmed_at, asked_at, saved_at, saved_by }: ReviewerProfile): string {
  const confirmed = confirmed_at ? `Confirmed on ${day(confirmed_at)}` : 'Not confirmed yet'
  const changed =
    saved_at && (!confirmed_at || saved_at > confirmed_at)
      ? `changed on ${day(saved_at)} by ${saved_by ?? 'someone'}`
      : null
  const asked = asked_at && (!confirmed_at || asked_at > confirmed_at) ? `asked on ${day(asked_at)}` : null
  return [confirmed, changed, asked].filter((part) => part !== null).join(' · ')
}

interface FieldsProps {
  form: EndpointFormState<ProfileValues>
  /** As it is saved: what is hidden meanwhile stays available to it. */
  profile: ReviewerProfile
}

/** The fields of a reviewer's profile. */
export function ProfileFields({ form: { fields }, profile }: FieldsProps) {
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm" verticalSpacing="md">
        <EntriesField
          fields={fields}
          name="keywords"
          label="Keywords"
          choices={api.masters.keywordChoices}
          saved={profile.keywords}
        />
        <EntriesField
          fields={fields}
          name="methods"
          label="Methods"
          choices={api.masters.methodChoices}
          saved={profile.methods}
        />
        <TextInput
          label="Expertise"
          description="A line on what you know best."
          {...fields.getInputProps('expertise')}
        />
        <DigitsField
          label="Reports in one call, at most"
          description="Empty: no limit of your own. 0: none at present."
          {...fields.getInputProps('max_reports')}
        />
      </SimpleGrid>
      <Absences fields={fields} />
    </Stack>
  )
}

type Fields = EndpointFormState<ProfileValues>['fields']

interface EntriesProps {
  fields: Fields
  name: 'keywords' | 'methods'
  label: string
  choices: EndpointFunction<Endpoint>
  saved: Entries
}

function EntriesField({ fields, name, label, choices, saved }: EntriesProps) {
  const offered = useChoices(choices)
  const hidden = saved
    .filter(({ id }) => !offered.some(({ value }) => value === String(id)))
    .map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <MultiSelect
      label={label}
      data={[...offered, ...hidden]}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage="Not in the list."
      {...fields.getInputProps(name)}
    />
  )
}

function Absences({ fields }: { fields: Fields }) {
  const { absences } = fields.getValues()
  const add = () => {
    fields.insertListItem('absences', { from_day: '', until_day: '' })
    const first = `absences.${absences.length}.from_day`
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-path="${first}"]`)?.focus())
  }
  return (
    <Stack gap="xs" data-holds="absences" data-name="Days away">
      <Text fw={600} size="sm">
        Days away
      </Text>
      {absences.length === 0 && <Text c="dimmed">None.</Text>}
      {absences.map((_, position) => (
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields are the form's, found by position
          key={position}
          gap="sm"
          align="flex-start"
          wrap="nowrap"
          role="group"
          aria-label={`Days away ${position + 1}`}
        >
          <DateField
            label="From"
            style={{ flex: 1 }}
            maw={180}
            {...fields.getInputProps(`absences.${position}.from_day`)}
          />
          <DateField
            label="Until"
            style={{ flex: 1 }}
            maw={180}
            {...fields.getInputProps(`absences.${position}.until_day`)}
          />
          <ActionIcon
            mt={26}
            color="red"
            aria-label={`Remove days away ${position + 1}`}
            onClick={() => fields.removeListItem('absences', position)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          Add days away
        </Button>
      </div>
    </Stack>
  )
}
