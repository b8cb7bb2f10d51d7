import { Group } from '@mantine/core'
import { useState } from 'react'
import { labelOf } from '#domain/masters/values.ts'
import { textOfRequest } from '#domain/proposals/shown.ts'
import { isSubmitted } from '#domain/proposals/status.ts'
import { isHandedIn } from '#domain/reports/status.ts'
import type { ProposalRow, StaffProposal } from '#domain/staff/contract.ts'
import { figure } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { PreviewPart } from '#web/ui/lists/preview_pane.tsx'
import { ProgressChip, ReportChip } from '#web/ui/report/chips.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { Tag } from '#web/ui/text/chips.tsx'
import { EmailAffiliation } from '#web/ui/text/people.tsx'
import { GlobalScore, ScoreSquare, Spread } from '#web/ui/text/score.tsx'
import classes from './peek.module.css'
import { focusInRow, shownRows } from './ranks.ts'
import { type PeekTyping, ScoreFields } from './score_fields.tsx'
import type { FigureField, Figures } from './typed_figures.ts'

interface ProposalPeekProps {
  row: ProposalRow
  may: boolean
  walk: (step: 1 | -1) => void
  figures: Figures
}

/** What the panel weighs beside the list: averages, score and rank, the reports, the abstract, the requested samples. */
export function ProposalPeek({ row, may, walk, figures }: ProposalPeekProps) {
  const [at, stand] = useState<FigureField | null>(null)
  const goOn = () => {
    const rows = shownRows()
    const next = rows[rows.findIndex(({ dataset }) => dataset.row === String(row.id)) + 1]
    walk(1)
    if (!next || next.querySelector('[data-edit]')) return
    stand(null)
    focusInRow(Number(next.dataset.row), '[data-leads]')
  }
  const proposal = useCall(api.staff.get, { params: { id: row.id } }, { keep: true })
  return (
    <>
      <PreviewPart>
        <EmailAffiliation of={row} />
        <Group gap={6} mt={6}>
          <ProgressChip progress={row.progress} />
          {row.selected_keywords.map((keyword) => (
            <Tag key={keyword}>{keyword}</Tag>
          ))}
        </Group>
      </PreviewPart>
      {isSubmitted(row.status) && <Standing row={row} may={may} typing={{ at, stand, goOn, figures }} />}
      <Loaded query={proposal}>{(shown) => shown.id === row.id && <Beside proposal={shown} />}</Loaded>
    </>
  )
}

function Standing({ row, may, typing }: { row: ProposalRow; may: boolean; typing: PeekTyping }) {
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
      <dl className={classes.averages}>
        {averages.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure(value, 2)}</dd>
          </div>
        ))}
      </dl>
      {may ? (
        <ScoreFields key={row.id} row={row} typing={typing} />
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

const Beside = ({ proposal }: { proposal: StaffProposal }) => (
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
                <ReportChip status={report.status} />
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
            const { amount, number, place } = textOfRequest(sample)
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
