import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { ViewOf } from '#domain/session/list_views.ts'
import type { ProposalRow } from '#domain/staff/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { CsvButton, MailPeople } from '#web/ui/actions/buttons.tsx'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { DraftNote } from '#web/ui/forms/unsaved_work.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { useReorder } from '#web/ui/lists/reorder.tsx'
import { ListViewSwitch } from '#web/ui/lists/view_switch.tsx'
import { CorrectionMail } from './-correction_mail.tsx'
import { DownloadAll } from './-download_all.tsx'
import { proposalLists } from './-list.ts'
import { listColumns } from './-list_columns.tsx'
import { LoadAdjustedWhenIdle, rankingColumns, WhyNotAdjusted } from './-ranking/columns.tsx'
import { MovedRow } from './-ranking/moved_row.tsx'
import { ProposalPreview } from './-ranking/preview.tsx'
import type { ScoreEditing } from './-ranking/score_cell.tsx'
import { scoreDraftTexts, useCanScore, useScoreDrafts } from './-ranking/score_editing.ts'
import { useProposalView } from './-view.ts'

export const Route = createFileRoute('/proposals/')({
  loader: (context) => void import('./-list.ts').then(({ loadProposals }) => loadProposals(context)),
  component: ProposalList,
})

function ProposalList() {
  const [view, choose] = useProposalView()
  if (view === undefined) return <Page title={TITLE}>{null}</Page>
  return <ProposalsIn key={view} view={view} choose={choose} />
}

const TITLE = 'Proposal List'
/** Where these filters are chosen. */
const IN_SWITCH = 'One of the views in the switch above the ranking.'

interface ViewProps {
  view: ViewOf<'proposals'>
  choose: (view: ViewOf<'proposals'>) => void
}

function ProposalsIn({ view, choose }: ViewProps) {
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
  const byRank = view === 'ranking' && sort === 'rank' && dir !== 'desc'
  const ranking = rankingColumns({
    editing: { at, open, drafts },
    reorder: office && byRank ? reorder : null,
    canScore,
  })
  return (
    <LoadAdjustedWhenIdle>
      <ListPage
        title={TITLE}
        noun="proposal"
        {...proposalLists[view]}
        csv={api.staff.download}
        actions={<ListViewSwitch list="proposals" view={view} choose={choose} />}
        withoutControl={{
          ids: 'For the CSV of selected rows.',
          assigned: 'Accepted by the endpoint; the card does not offer it.',
          reviewed: 'Accepted by the endpoint; the card offers is_reviewed.',
          not_graded: IN_SWITCH,
          i_speak: IN_SWITCH,
          reviewers_disagree: IN_SWITCH,
          panel_disagrees: IN_SWITCH,
          tie_zone: IN_SWITCH,
        }}
        tools={({ rows }) => (
          <>
            <Links />
            {office && <DownloadAll rows={rows} />}
            {office && <CorrectionMail />}
          </>
        )}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.id} ${row.title}`}
        detail={(row) => address('/proposals/detail/$id', { id: row.id })}
        detailFirst={view === 'list'}
        columns={view === 'list' ? listColumns : ranking}
        moreColumns={view === 'list' ? ranking : listColumns}
        layout={view}
        bulkActions={(rows) => <Bulk rows={rows} />}
        preview={(row) => <ProposalPreview row={row} editable={canScore(row)} drafts={drafts} />}
        rowProps={office && byRank ? ({ id }) => reorder.row(String(id)) : undefined}
        below={({ rows }) => (
          <>
            {view === 'ranking' && <WhyNotAdjusted />}
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
