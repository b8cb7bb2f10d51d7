import { Group, Stack, Title } from '@mantine/core'
import { listOf } from '#domain/masters/values.ts'
import { api } from '#web/lib/api.ts'
import { useIsOffice } from '#web/lib/session.tsx'
import { CsvButton } from '#web/ui/csv_button.tsx'
import { Section } from '#web/ui/section.tsx'

const FAILED = 'failed.'
/** The distribution plan's codes: 0 is everything, the others are sample types; Particle stands for Aggregate too. */
const SHEETS = [
  { grid: '0', label: 'All' },
  { grid: '1', label: 'Particle and Aggregate' },
  ...listOf('sample_type')
    .filter(({ id }) => id > 1)
    .map(({ id, label }) => ({ grid: String(id), label })),
]

/** The CSV files of the dashboard, each for those who may have it. */
export const Exports = () => (
  <Section title="CSV Export">
    <Stack gap="md">
      <Group gap="sm">
        {useIsOffice() && <OfficeExports />}
        <CsvButton call={api.proposers.download} failed={FAILED}>
          Proposers
        </CsvButton>
        <CsvButton call={api.staff.download} failed={FAILED}>
          Proposals
        </CsvButton>
        <CsvButton call={api.reports.download} failed={FAILED}>
          Reviews
        </CsvButton>
        <CsvButton call={api.staff.downloadAssignedSamples} failed={FAILED}>
          Proposals with Assigned Samples
        </CsvButton>
      </Group>
      <div>
        <Title order={3} mb={6}>
          Distribution Plan Sheets
        </Title>
        <Group gap="sm">
          {SHEETS.map(({ grid, label }) => (
            <CsvButton
              key={grid}
              call={api.allocation.downloadOf}
              input={{ params: { grid } }}
              failed={FAILED}
            >
              {label}
            </CsvButton>
          ))}
        </Group>
      </div>
    </Stack>
  </Section>
)

const OfficeExports = () => (
  <>
    <CsvButton call={api.applicants.download} failed={FAILED}>
      Applicants List
    </CsvButton>
    <CsvButton call={api.proposers.peopleDownload} failed={FAILED}>
      Proposers & Collaborators
    </CsvButton>
    <CsvButton call={api.allocation.assignedDownload} failed={FAILED}>
      Assigned Samples
    </CsvButton>
    <CsvButton call={api.users.mailList} failed={FAILED}>
      All Users Address
    </CsvButton>
  </>
)
