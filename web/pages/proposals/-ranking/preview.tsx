import { Group, TextInput } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { labelOf } from '#domain/masters/values.ts'
import { requestTexts } from '#domain/proposals/field_texts.ts'
import { isSubmitted } from '#domain/proposals/status.ts'
import { REPORTS_WITHHELD } from '#domain/reports/rules.ts'
import { isHandedIn } from '#domain/reports/status.ts'
import type { ProposalRow, StaffProposal } from '#domain/staff/contract.ts'
import { whyNotRank } from '#domain/staff/ranking.ts'
import { figure } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { PreviewPart } from '#web/ui/lists/preview_pane.tsx'
import { ProgressChip, ReportChip } from '#web/ui/report/report_status.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { Tag } from '#web/ui/text/chips.tsx'
import { EmailAffiliation } from '#web/ui/text/people.tsx'
import { GlobalScore, ScoreSquare, Spread } from '#web/ui/text/score.tsx'
import { MyGradeFields } from '../-my_grade.tsx'
import { type GradeDrafts, useGrades } from './grade_editing.ts'
import classes from './preview.module.css'
import { SCORE_LABELS, type ScoreDrafts, type ScoreFieldName, useScoreField } from './score_editing.ts'

interface ProposalPreviewProps {
  row: ProposalRow
  editable: boolean
  drafts: ScoreDrafts
  gradeDrafts: GradeDrafts
}

/** The preview pane of the ranking: averages, score and rank, reports, abstract, requested samples. */
export function ProposalPreview({ row, editable, drafts, gradeDrafts }: ProposalPreviewProps) {
  const [at, setAt] = useState<ScoreFieldName | null>(null)
  const proposal = useCall(api.staff.get, { params: { id: row.id } }, { keep: true })
  const keywords = proposal.data?.id === row.id ? proposal.data.selected_keywords : []
  return (
    <>
      <PreviewPart>
        <EmailAffiliation of={row} />
        <Group gap={6} mt={6}>
          <ProgressChip progress={row.progress} />
          {keywords.map(({ name }) => (
            <Tag key={name}>{name}</Tag>
          ))}
        </Group>
      </PreviewPart>
      {isSubmitted(row.status) && (
        <PanelDecision row={row} editable={editable} editing={{ at, setAt, drafts }} />
      )}
      {isSubmitted(row.status) && !row.conflict && (
        <GradePart>
          <MyGradeFields key={row.id} proposal={row} drafts={gradeDrafts} />
        </GradePart>
      )}
      <Loaded query={proposal}>{(shown) => shown.id === row.id && <ProposalParts proposal={shown} />}</Loaded>
    </>
  )
}

function PanelDecision({
  row,
  editable,
  editing,
}: {
  row: ProposalRow
  editable: boolean
  editing: PreviewEditing
}) {
  if (row.conflict)
    return (
      <PreviewPart>
        You have a conflict of interest: reports, scores and rank are not shown to you.
      </PreviewPart>
    )
  const averages = [
    ['Science', row.science_score_average],
    ['Technical', row.technical_score_average],
    ['Total', row.total_score_average],
    ['Rank average', row.rank_average],
  ] as const
  return (
    <PreviewPart>
      {row.reports_withheld && <p>{REPORTS_WITHHELD}</p>}
      <dl className={classes.averages}>
        {averages.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure(value, 2)}</dd>
          </div>
        ))}
      </dl>
      {editable ? (
        <ScoreFields key={row.id} row={row} editing={editing} />
      ) : (
        <Group gap="lg" mt="sm">
          <span>
            Global Score <GlobalScore score={row.global_score} />
          </span>
          <span>Rank {figure(row.rank)}</span>
        </Group>
      )}
    </PreviewPart>
  )
}

/** The viewer's own grade, if they are on the panel. */
const GradePart = ({ children }: { children: ReactNode }) =>
  useGrades() && <PreviewPart title="My grade">{children}</PreviewPart>

const ProposalParts = ({ proposal }: { proposal: StaffProposal }) => (
  <>
    {proposal.reports.length > 0 && (
      <PreviewPart title="Reports: Science, Technical and total">
        <ul className={classes.reports}>
          {proposal.reports.map((report) => (
            <li key={report.id}>
              <span>{report.user.name}</span>
              {isHandedIn(report.status) ? (
                <>
                  <ScoreSquare score={report.science_score} />
                  <ScoreSquare score={report.technical_score} />
                  <Spread totals={[(report.science_score ?? 0) + (report.technical_score ?? 0)]} />
                </>
              ) : (
                <ReportChip of={report} />
              )}
            </li>
          ))}
        </ul>
      </PreviewPart>
    )}
    <PreviewPart title="Abstract">{proposal.abstract || '-'}</PreviewPart>
    <PreviewPart title="Requested samples">
      {proposal.requested_samples.length === 0 ? (
        'None.'
      ) : (
        <ol className={classes.samples}>
          {proposal.requested_samples.map((sample) => {
            const { amount, number, place } = requestTexts(sample)
            const many = number === '-' ? '' : ` ×${number}`
            return (
              <li key={sample.id}>
                <span>{sample.priority}</span>
                <SampleName asteroid={sample.db_type} name={`${sample.sample_name ?? 'Any'}${many}`} />
                <span>
                  {[labelOf('sample_type', sample.sample_type), amount, place]
                    .filter((text) => text !== '-')
                    .join(' · ')}
                </span>
              </li>
            )
          })}
        </ol>
      )}
    </PreviewPart>
  </>
)

/** The focused field, kept while the preview moves from row to row. */
interface PreviewEditing {
  at: ScoreFieldName | null
  setAt: (at: ScoreFieldName | null) => void
  drafts: ScoreDrafts
}

interface ScoreFieldsProps {
  row: ProposalRow
  editing: PreviewEditing
}

/** Global score and rank in the preview, each saved on its own. Enter saves and stays, so that one sees what was saved. */
function ScoreFields({ row, editing }: ScoreFieldsProps) {
  const score = useScoreField(row, 'global_score', editing.drafts)
  const rank = useScoreField(row, 'rank', editing.drafts)
  const hint = useId()
  const locked = whyNotRank(row)
  return (
    <div className={classes.fields}>
      <Field field="global_score" figure={score} hint={hint} editing={editing} />
      <Field field="rank" figure={rank} hint={hint} editing={editing} disabled={locked !== null} />
      <div id={hint} className={classes.hint} role="status">
        {score.text !== '' && score.hint} {locked ?? rank.hint}
      </div>
    </div>
  )
}

interface FieldProps {
  field: ScoreFieldName
  figure: ReturnType<typeof useScoreField>
  hint: string
  editing: PreviewEditing
  disabled?: boolean
}

const Field = ({ field, figure, hint, editing, disabled = false }: FieldProps) => (
  <TextInput
    disabled={disabled}
    label={SCORE_LABELS[field]}
    inputMode="decimal"
    autoComplete="off"
    aria-describedby={hint}
    value={figure.text}
    error={figure.error}
    onChange={({ currentTarget }) => figure.type(currentTarget.value)}
    autoFocus={editing.at === field}
    onFocus={({ currentTarget }) => {
      editing.setAt(field)
      currentTarget.select()
    }}
    onBlur={() => {
      editing.setAt(null)
      if (figure.dirty) void figure.save()
    }}
    onKeyDown={(event) => {
      if (event.key === 'Enter' && !event.nativeEvent.isComposing) void figure.save(event.shiftKey)
      else if (event.key === 'Escape' && figure.dirty) figure.restore()
      else return
      event.preventDefault()
      event.stopPropagation()
    }}
  />
)
