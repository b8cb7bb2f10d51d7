import { Group, Stack, Text, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { listOf, termLabel } from '#domain/masters/values.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import classes from './-dashboard.module.css'

const FAILED = 'failed.'
/** The codes of the distribution plan: 0 for all, otherwise sample types; 1 includes aggregates. */
const SHEETS = [
  { grid: '0', label: 'All' },
  { grid: '1', label: 'Particle and Aggregate' },
  ...listOf('sample_type')
    .filter(({ id }) => id > 1)
    .map(({ id, label }) => ({ grid: String(id), label })),
]

/** The CSV files of the dashboard that the user may download, folded. */
export function Exports() {
  const office = useIsOffice()
  return (
    <Section flush>
      <details className={classes.exports}>
        <summary>
          <IconChevronRight size={16} aria-hidden />
          <Title order={2}>CSV Export</Title>
          <span>{`${office ? 8 : 4} lists and ${SHEETS.length} distribution plan sheets`}</span>
        </summary>
        <Stack gap="md" className={classes.files}>
          <Terms />
          <Group gap="sm">
            {office && <OfficeExports />}
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
      </details>
    </Section>
  )
}

/** Which terms the files hold. */
function Terms() {
  const office = useIsOffice()
  const current = useCall(api.terms.current).data
  const terms = useCall(api.terms.all).data
  if (current === undefined || terms === undefined) return null
  const open = Object.values(terms).filter(({ disabled }) => !disabled)
  return (
    <Text size="sm" c="var(--ao-ink-2)">
      The lists cover all terms
      {office &&
        `; Assigned Samples covers the open ones (${open.map(({ label }) => label).join(', ') || 'none'})`}
      {current !== null && `; the distribution plan sheets cover the current term, ${termLabel(current)}`}.
    </Text>
  )
}

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
