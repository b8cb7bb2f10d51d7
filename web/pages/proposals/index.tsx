import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { ProposalRow } from '#domain/staff/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { loadList } from '#web/lib/routing/loaders.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { CsvButton, MailPeople } from '#web/ui/actions/buttons.tsx'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { DraftNote } from '#web/ui/forms/unsaved_work.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { useReorder } from '#web/ui/lists/reorder.tsx'
import { CorrectionMail } from './-correction_mail.tsx'
import { DownloadAll } from './-download_all.tsx'
import { proposalList } from './-list.ts'
import { LoadAdjustedWhenIdle, rankingColumns, WhyNotAdjusted } from './-ranking/columns.tsx'
import { MovedRow } from './-ranking/moved_row.tsx'
import { ProposalPreview } from './-ranking/preview.tsx'
import type { ScoreEditing } from './-ranking/score_cell.tsx'
import { scoreDraftTexts, useCanScore, useScoreDrafts } from './-ranking/score_editing.ts'

export const Route = createFileRoute('/proposals/')({
  loader: loadList(proposalList),
  component: ProposalList,
})

function ProposalList() {
  const office = useIsOffice()
  const canScore = useCanScore()
  const [at, open] = useState<ScoreEditing['at']>(null)
  const drafts = useScoreDrafts()
  const reorder = useReorder({
    nameOf: (key) => key,
    labelOf: (key) => `Move ${key} in the ranking`,
    title: 'Drag, or Space and the arrows',
    confirms: true,
  })
  const { sort, dir } = useLocation({ select: ({ search }) => search as { sort?: string; dir?: string } })
  const byRank = sort === 'rank' && dir !== 'desc'
  return (
    <LoadAdjustedWhenIdle>
      <ListPage
        title="Proposal List"
        noun="proposal"
        {...proposalList}
        csv={api.staff.download}
        actions={<Links />}
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
          reorder: office && byRank ? reorder : null,
          canScore,
        })}
        bulkActions={(rows) => <Bulk rows={rows} />}
        preview={(row, goToRow) => (
          <ProposalPreview row={row} editable={canScore(row)} goToRow={goToRow} drafts={drafts} />
        )}
        rowProps={office && byRank ? ({ id }) => reorder.row(String(id)) : undefined}
        below={({ rows }) => (
          <>
            <WhyNotAdjusted />
            <MovedRow reorder={reorder} rows={rows} />
          </>
        )}
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
