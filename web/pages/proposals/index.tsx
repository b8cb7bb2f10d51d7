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
import { loadProposals, proposalLists } from './-list.ts'
import { listColumns } from './-list_columns.tsx'
import { ownColumns, rankingColumns, WhyNotAdjusted } from './-ranking/columns.tsx'
import { gradeDraftTexts, useCanGrade, useGradeDrafts, useGrades } from './-ranking/grade_editing.ts'
import { RankingHead, RankingSwitch, useRankedTerm } from './-ranking/head.tsx'
import { MovedRow } from './-ranking/moved_row.tsx'
import { RankLine, useTieZone } from './-ranking/order.tsx'
import { ProposalPreview } from './-ranking/preview.tsx'
import type { ScoreEditing } from './-ranking/score_cell.tsx'
import { scoreDraftTexts, useCanScore, useScoreDrafts } from './-ranking/score_editing.ts'
import { useProposalView } from './-view.ts'

export const Route = createFileRoute('/proposals/')({
  loader: loadProposals,
  component: ProposalList,
  // The office works here most: the list comes with the script that all screens share.
  codeSplitGroupings: [],
})

function ProposalList() {
  const [view, choose] = useProposalView()
  if (view === undefined) return <Page title={TITLE}>{null}</Page>
  return <ProposalsIn key={view} view={view} choose={choose} />
}

const TITLE = 'Proposal List'

interface ViewProps {
  view: ViewOf<'proposals'>
  choose: (view: ViewOf<'proposals'>) => void
}

function ProposalsIn({ view, choose }: ViewProps) {
  const office = useIsOffice()
  const canScore = useCanScore()
  const [at, open] = useState<ScoreEditing['at']>(null)
  const drafts = useScoreDrafts()
  const grades = useGrades()
  const canGrade = useCanGrade()
  const [gradeAt, openGrade] = useState<number | null>(null)
  const gradeDrafts = useGradeDrafts()
  const reorder = useReorder({
    nameOf: (key) => key,
    labelOf: (key) => `Move ${key} in the ranking`,
    title: 'Drag, or Space and the arrows',
    confirms: true,
  })
  const { sort, dir, ...said } = useLocation({
    select: ({ search }) => search as { sort?: string; dir?: string; term_id?: unknown },
  })
  const term_id = useRankedTerm(said.term_id)
  const zone = useTieZone(sort === undefined || (sort === 'expected' && dir !== 'desc'))
  const byRank = view === 'ranking' && sort === 'rank' && dir !== 'desc'
  const ranking = rankingColumns({
    editing: { at, open, drafts },
    reorder: office && byRank ? reorder : null,
    canScore,
    grading: { at: gradeAt, open: openGrade, drafts: gradeDrafts },
    canGrade,
  })
  const choosable = ranking.filter(({ header }) => header !== 'Mine' || grades)
  return (
    <ListPage
      title={TITLE}
      noun="proposal"
      {...proposalLists[view]}
      csv={api.staff.download}
      actions={
        <>
          {view === 'ranking' && term_id !== undefined && <RankingHead term_id={term_id} />}
          <ListViewSwitch list="proposals" view={view} choose={choose} />
        </>
      }
      filterSwitch={view === 'ranking' ? (shown) => <RankingSwitch {...shown} /> : undefined}
      withoutControl={{
        ids: 'For the CSV of selected rows.',
        fields: 'Those that the columns show.',
        assigned: 'Accepted by the endpoint; the card does not offer it.',
        reviewed: 'Accepted by the endpoint; the card offers is_reviewed.',
      }}
      tools={({ rows }) => (
        <>
          {view === 'list' && <Links />}
          {office && <DownloadAll rows={rows} />}
          {office && <CorrectionMail />}
        </>
      )}
      rowKey={(row) => row.id}
      rowName={(row) => `${row.id} ${row.title}`}
      detail={(row) => address('/proposals/detail/$id', { id: row.id })}
      detailFirst={view === 'list'}
      columns={view === 'list' ? listColumns : ownColumns(ranking, { office, grades })}
      moreColumns={view === 'list' ? choosable : [...choosable, ...listColumns]}
      layout={view}
      bulkActions={(rows) => <Bulk rows={rows} />}
      preview={(row) => (
        <ProposalPreview row={row} editable={canScore(row)} drafts={drafts} gradeDrafts={gradeDrafts} />
      )}
      rowProps={
        view === 'ranking'
          ? (row) => ({ ...zone.rowProps(row), ...(office && byRank && reorder.row(String(row.id))) })
          : undefined
      }
      groups={view === 'ranking' ? zone.groups : undefined}
      below={({ rows }) => (
        <>
          {view === 'ranking' && <WhyNotAdjusted />}
          {view === 'ranking' && <RankLine />}
          {view === 'ranking' && <Links />}
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
      <DraftNote
        draft={gradeDrafts.draft}
        what="grades"
        says={gradeDraftTexts(gradeDrafts).join(', ')}
        describeChanges={() => gradeDraftTexts(gradeDrafts)}
      />
    </ListPage>
  )
}

function Bulk({ rows }: { rows: readonly ProposalRow[] }) {
  const office = useIsOffice()
  return (
    <>
      {office && <MailPeople people={rows} />}
      <CsvButton call={api.staff.download} input={{ query: { ids: rows.map(({ id }) => id) } }} />
      <BookButton rows={rows} />
      {office && <DownloadAll rows={rows} />}
    </>
  )
}

/** The book of the selected rows, which is that of one call. */
function BookButton({ rows }: { rows: readonly ProposalRow[] }) {
  const [term_id, ...more] = new Set(rows.map((row) => row.term_id))
  const mixed = more.length > 0
  return (
    <CsvButton
      call={api.panelBook.download}
      input={{ query: { term_id, ids: rows.map(({ id }) => id) } }}
      disabled={mixed}
      {...(mixed && { title: 'Select proposals of one call.' })}
    >
      The book, PDF
    </CsvButton>
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
    {useIsOffice() && (
      <LinkButton to={address('/proposals/leads')} variant="subtle">
        Speakers
      </LinkButton>
    )}
  </>
)
