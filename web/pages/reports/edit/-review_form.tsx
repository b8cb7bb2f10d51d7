import { Button, Textarea } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowRight, IconCloudCheck } from '@tabler/icons-react'
import { address } from '#domain/address.ts'
import type { ReportDetail } from '#domain/reports/contract.ts'
import { CRITERIA, REPORT_FIELDS, type ReportFieldName } from '#domain/reports/fields.ts'
import { whyNotSubmitReport } from '#domain/reports/rules.ts'
import { isHandedIn } from '#domain/reports/status.ts'
import { clock } from '#web/lib/format/format.ts'
import { type EndpointFormState, useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { failureKind } from '#web/lib/http/failures.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useGo, useLeaveForbidden } from '#web/lib/routing/navigation.ts'
import type { NextStep } from '#web/lib/screen/banner.tsx'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { reportDraft, SubmitConsequences } from '#web/ui/report/report_actions.tsx'
import { scoreText } from '#web/ui/report/report_status.tsx'
import { Note } from '#web/ui/text/note.tsx'
import classes from '../reports.module.css'
import { ScoreInput } from './-score_input.tsx'

/** The form values of a report. */
export const valuesOf = (report: ReportDetail) => ({
  ...(Object.fromEntries(REPORT_FIELDS.map(({ name }) => [name, String(report[name] ?? '')])) as Record<
    ReportFieldName,
    string
  >),
  version: report.version,
})
type ReviewValues = ReturnType<typeof valuesOf>

const scoreInWords = (score: string) => (score === '' ? '' : scoreText(Number(score)))
const LONG = { autosize: true, minRows: 2, maxRows: 20 } as const
const SCORES = REPORT_FIELDS.filter(({ kind }) => kind === 'score')
/** The score of each criterion before its comments. */
const FORM_FIELDS = CRITERIA.flatMap((criterion) =>
  REPORT_FIELDS.filter((field) => field.criterion === criterion),
)

/** The form of a report: two scores and four comments. */
export function ReviewForm({ report }: { report: ReportDetail }) {
  const leaveForbidden = useLeaveForbidden(reportDraft(report.id))
  const form = useEndpointForm(api.reports.save, {
    initial: valuesOf(report),
    input: { params: { id: report.id } },
    draft: reportDraft(report.id),
    conflict: {
      load: async () => valuesOf(await api.reports.get({ params: { id: report.id } })),
      words: Object.fromEntries(SCORES.map(({ name }) => [name, scoreInWords])),
    },
    success: 'Success',
    handles: ['forbidden'],
    onFault: leaveForbidden,
  })

  const go = useGo()
  const saveAndReturn = async () => {
    if (await form.save()) void go(detail(report.id))
  }
  useHotkeys([['mod+S', () => void form.save()]], [])

  return (
    <EndpointForm
      form={{
        ...form,
        submit: (event) => {
          event?.preventDefault()
          void saveAndReturn()
        },
      }}
    >
      <div className={classes.body}>
        {isHandedIn(report.status) && (
          <Note title="This report is already submitted.">Saving replaces what was submitted.</Note>
        )}
        {FORM_FIELDS.map(({ name, kind, criterion, label, hint }) =>
          kind === 'score' ? (
            <ScoreInput
              key={name}
              label={label}
              about={hint}
              meanings={report.score_meanings[criterion]}
              {...form.fields.getInputProps(name)}
            />
          ) : (
            <Textarea
              key={name}
              label={label}
              placeholder={hint}
              {...LONG}
              {...form.fields.getInputProps(name)}
            />
          ),
        )}
      </div>
      <ReviewBar report={report} form={form} />
    </EndpointForm>
  )
}

interface ReviewBarProps {
  report: ReportDetail
  form: EndpointFormState<ReviewValues>
}

const detail = (id: number) => address('/reports/detail/$id', { id }, { tab: 'tab-4' })

const nextToWrite = ({ next_to_write: next }: ReportDetail): NextStep | null =>
  next && { label: `Next: ${next.proposal_id}`, to: address('/reports/edit/$id', { id: next.id }) }

/** Save state, Save, Submit, and the link to the next report to write. */
function ReviewBar({ report, form }: ReviewBarProps) {
  const go = useGo()
  const ask = useConfirm()
  const submit = useAction(api.reports.submit, {
    own: ['stale'],
    // A version conflict opens the comparison, as it does for Save.
    onFault: (error) => failureKind(error) === 'stale' && void form.save(),
    next: () => nextToWrite(report),
    onDone: () => void go(detail(report.id), { ignoreBlocker: true }),
  })
  const saveAndSubmit = async () => {
    if (form.dirty() && !(await form.save())) return
    const { version } = form.fields.getValues()
    await submit.run({ params: { reportId: report.id }, body: { version } })
  }
  return (
    <div className={classes.bar} data-bar>
      <SaveState report={report} form={form} />
      <WriteButton type="submit" variant="default" disabled={form.waiting}>
        Save
      </WriteButton>
      <WriteButton
        variant="default"
        aria-keyshortcuts="Control+S"
        title="Ctrl+S"
        disabled={form.waiting}
        onClick={() => void form.save()}
      >
        Save and continue
      </WriteButton>
      <ButtonWithReason
        why={whyNotSubmitNow(report, form.fields.getValues())}
        onClick={() =>
          void ask({
            question: 'Are you sure to submit?',
            details: <SubmitConsequences report={report} reviewer={report} />,
            act: saveAndSubmit,
          })
        }
      >
        Submit
      </ButtonWithReason>
      <Button variant="subtle" onClick={() => void go(detail(report.id))}>
        Cancel
      </Button>
      {report.next_to_write && (
        <LinkButton
          className={classes.last}
          variant="default"
          to={address('/reports/edit/$id', { id: report.next_to_write.id })}
          rightSection={<IconArrowRight size={15} aria-hidden />}
        >
          {`Next: ${report.next_to_write.proposal_id}`}
        </LinkButton>
      )}
    </div>
  )
}

const asScore = (choice: string) => (choice === '' ? null : Number(choice))

/** Why the values in the form, which are saved first, cannot be submitted. */
const whyNotSubmitNow = (report: ReportDetail, values: ReviewValues) =>
  whyNotSubmitReport(
    {
      status: report.status,
      term: report.proposal.term,
      proposal_status: report.proposal.status,
      science_score: asScore(values.science_score),
      technical_score: asScore(values.technical_score),
      closed: false,
    },
    false,
  )

function SaveState({ report, form }: ReviewBarProps) {
  const values = form.fields.getValues()
  const missing = SCORES.filter(({ name }) => values[name] === '').map(({ label }) => label)
  return (
    <div className={classes.state}>
      <span role="status">
        <IconCloudCheck size={15} aria-hidden /> {saveStateText(report, form)}
      </span>
      {missing.length > 0 && (
        <span className={classes.missing}>
          {`${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing`}
        </span>
      )}
    </div>
  )
}

function saveStateText(report: ReportDetail, form: EndpointFormState<ReviewValues>): string {
  if (form.waiting) return 'Saving'
  if (form.draft.storedAt) return `Draft saved on this device ${clock(form.draft.storedAt)}`
  if (form.dirty()) return 'Not saved'
  if (form.savedAt) return `Saved ${clock(form.savedAt)}`
  return report.science_score === null ? 'No draft yet' : 'Saved'
}
