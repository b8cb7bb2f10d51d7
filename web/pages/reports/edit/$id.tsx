import { Alert, Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { Fault } from '#domain/errors.ts'
import { listOf } from '#domain/masters/values.ts'
import type { ReportDetail } from '#domain/reports/contract.ts'
import { api } from '#web/lib/api.ts'
import { useCallForm } from '#web/lib/form.ts'
import { useGo } from '#web/lib/go.ts'
import { useCall } from '#web/lib/query.ts'
import { CallForm } from '#web/ui/call_form.tsx'
import { DetailFields } from '#web/ui/detail_fields.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { LinkButton } from '#web/ui/screen_link.tsx'
import { Section } from '#web/ui/section.tsx'

export const Route = createFileRoute('/reports/edit/$id')({ component: ReportEdit })

function ReportEdit() {
  const { id } = Route.useParams()
  const query = useCall(api.reports.get, { params: { id } })
  return (
    <Page
      title="Report edit"
      breadcrumbs={[
        ['Proposal Detail', address('/reports/detail/$id', { id }, { tab: 'tab-4' })],
        ['Report edit'],
      ]}
      actions={
        <LinkButton to={address('/reports/detail/$id', { id }, { tab: 'tab-4' })} variant="default">
          Back
        </LinkButton>
      }
    >
      <Loaded query={query}>{(report) => <Edit key={report.id} report={report} />}</Loaded>
    </Page>
  )
}

function Edit({ report }: { report: ReportDetail }) {
  const { proposal, why_not_save: why } = report
  return (
    <>
      <Section>
        <DetailFields
          rows={[
            ['ID', proposal.id],
            ['Title', proposal.title],
            ['Name', proposal.name],
            ['Abstract', proposal.abstract],
          ]}
        />
      </Section>
      {why === null ? <ReviewForm report={report} /> : <Alert variant="light" color="yellow" title={why} />}
    </>
  )
}

const SCORES = [
  { value: '', label: '-' },
  ...listOf('score_list').map(({ id, label }) => ({ value: String(id), label: `${id} ${label}` })),
]
const asChoice = (score: number | null) => (score === null ? '' : String(score))
/** What the office says that each score means, best first. */
const Meanings = ({ lead, of }: { lead: string; of: readonly string[] }) => (
  <>
    {lead}
    {of
      .map((text, i) => text && <span key={text} style={{ display: 'block' }}>{`${i + 1}: ${text}`}</span>)
      .reverse()}
  </>
)

const LONG = { autosize: true, minRows: 4, maxRows: 20 } as const

function ReviewForm({ report }: { report: ReportDetail }) {
  const go = useGo()
  const back = address('/reports/detail/$id', { id: report.id }, { tab: 'tab-4' })
  const form = useCallForm(api.reports.save, {
    initial: {
      science_score: asChoice(report.science_score),
      technical_score: asChoice(report.technical_score),
      science_comment_strength: report.science_comment_strength,
      science_comment_weakness: report.science_comment_weakness,
      technical_comment_strength: report.technical_comment_strength,
      technical_comment_weakness: report.technical_comment_weakness,
    },
    input: { params: { id: report.id } },
    draft: `reports/${report.id}`,
    success: 'Success',
    own: ['forbidden'],
    onFault: (error) => {
      if (error instanceof Fault && error.kind === 'forbidden')
        void go(address('/403'), { ignoreBlocker: true })
    },
    onDone: () => void go(back),
  })
  const score = (name: 'science_score' | 'technical_score') => ({
    data: SCORES,
    withAsterisk: true,
    ...form.fields.getInputProps(name),
  })
  return (
    <Section title="Review">
      <CallForm form={form}>
        <Stack maw={980}>
          <Group grow align="start">
            <NativeSelect
              label="Science Score"
              description={
                <Meanings lead="Scientific merit; 5 is best." of={report.score_meanings.science} />
              }
              {...score('science_score')}
            />
            <NativeSelect
              label="Technical Score"
              description={
                <Meanings lead="Technical feasibility; 5 is best." of={report.score_meanings.technical} />
              }
              {...score('technical_score')}
            />
          </Group>
          <Textarea
            label="Science Comment Strength"
            {...LONG}
            {...form.fields.getInputProps('science_comment_strength')}
          />
          <Textarea
            label="Science Comment Weakness"
            {...LONG}
            {...form.fields.getInputProps('science_comment_weakness')}
          />
          <Textarea
            label="Technical Comment Strength"
            {...LONG}
            {...form.fields.getInputProps('technical_comment_strength')}
          />
          <Textarea
            label="Technical Comment Weakness"
            {...LONG}
            {...form.fields.getInputProps('technical_comment_weakness')}
          />
          <Group gap="sm">
            <Button type="submit" loading={form.waiting}>
              Save
            </Button>
            <Button variant="default" onClick={() => void go(back)}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </CallForm>
    </Section>
  )
}
