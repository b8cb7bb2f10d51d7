import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { ProposalRow } from '#domain/staff/contract.ts'
import {
  PROGRESS_NOT_SUBMITTED,
  PROGRESS_SCORED,
  PROGRESS_SUBMITTED,
  progress,
  SCORE_FLAGS,
} from '#domain/staff/status.ts'
import { api } from '#web/lib/http/api.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { CsvButton, MailPeople } from '#web/ui/actions/buttons.tsx'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { DraftNote } from '#web/ui/forms/unsaved_work.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { CorrectionMail } from './-correction_mail.tsx'
import { DownloadAll } from './-download_all.tsx'
import { LoadAdjustedWhenIdle, rankingColumns, WhyNotAdjusted } from './-ranking/columns.tsx'
import { useLift } from './-ranking/lift.ts'
import { LiftBar } from './-ranking/lift_bar.tsx'
import { ProposalPreview } from './-ranking/preview.tsx'
import type { ScoreEditing } from './-ranking/score_cell.tsx'
import { scoreDraftTexts, useCanScore, useScoreDrafts } from './-ranking/score_editing.ts'

export const Route = createFileRoute('/proposals/')({ component: ProposalList })

const STATUS = {
  not_submitted: progress.label(PROGRESS_NOT_SUBMITTED),
  submitted: progress.label(PROGRESS_SUBMITTED),
  scored: progress.label(PROGRESS_SCORED),
}

function ProposalList() {
  const office = useIsOffice()
  const canScore = useCanScore()
  const [at, open] = useState<ScoreEditing['at']>(null)
  const drafts = useScoreDrafts()
  const lift = useLift()
  const { sort, dir } = useLocation({ select: ({ search }) => search as { sort?: string; dir?: string } })
  const byRank = sort === 'rank' && dir !== 'desc'
  return (
    <LoadAdjustedWhenIdle>
      <ListPage
        title="Proposal List"
        noun="proposal"
        list={api.staff.list}
        csv={api.staff.download}
        order={{ sort: 'total_score_average', dir: 'desc' }}
        actions={<Links />}
        filters={[
          filter.text('title', 'Title'),
          filter.text('name', 'Name'),
          filter.text('email', 'E-mail'),
          filter.text('affiliation', 'Affiliation'),
          filter.text('abstract', 'Abstract'),
          filter.select('keywords', 'Keywords', api.masters.keywordChoices),
          filter.term(),
          filter.flags('Status', STATUS),
          filter.flags('Global Score', SCORE_FLAGS),
          filter.flags('Lock', { is_unlocked: 'Unlocked' }, false),
          filter.flags('Reviews', { is_reviewed: 'Reviewed or scored' }, false),
          filter.flags('Waits for', { without_reviewer: 'A reviewer', to_score: 'A global score' }, false),
        ]}
        withoutControl={{
          ids: 'For the CSV of selected rows.',
          assigned: 'Accepted by the endpoint; the card does not offer it.',
          reviewed: 'Accepted by the endpoint; the card offers is_reviewed.',
        }}
        tools={({ rows }) =>
          office && (
            <>
              <DownloadAll rows={rows} />
              <CorrectionMail />
            </>
          )
        }
        rowKey={(row) => row.id}
        rowName={(row) => `${row.id} ${row.title}`}
        detail={(row) => address('/proposals/detail/$id', { id: row.id })}
        columns={rankingColumns({
          editing: { at, open, drafts },
          lift: office && byRank ? lift : null,
          canScore,
        })}
        bulkActions={(rows) => <Bulk rows={rows} />}
        preview={(row, goToRow) => (
          <ProposalPreview row={row} editable={canScore(row)} goToRow={goToRow} drafts={drafts} />
        )}
        below={
          <>
            <WhyNotAdjusted />
            {lift.lifted && <LiftBar lifted={lift.lifted} close={lift.cancel} />}
          </>
        }
      >
        <DraftNote
          draft={drafts.draft}
          what="figures"
          says={scoreDraftTexts(drafts).join(', ')}
          describeChanges={() => scoreDraftTexts(drafts)}
        />
      </ListPage>
    </LoadAdjustedWhenIdle>
  )
}

function Bulk({ rows }: { rows: readonly ProposalRow[] }) {
  const office = useIsOffice()
  return (
    <>
      {office && <MailPeople people={rows} />}
      <CsvButton call={api.staff.download} input={{ query: { ids: rows.map(({ id }) => id) } }} />
      {office && <DownloadAll rows={rows} />}
    </>
  )
}

const Links = () => (
  <>
    <LinkButton to={address('/proposals/reviewers')} variant="subtle">
      Proposal Reviewers List
    </LinkButton>
    <LinkButton to={address('/proposals/assigned_samples')} variant="subtle">
      Assigned Sample List
    </LinkButton>
  </>
)
