import { Group } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import {
  PROGRESS_NOT_SUBMITTED,
  PROGRESS_SCORED,
  PROGRESS_SUBMITTED,
  progress,
} from '#domain/staff/progress.ts'
import { SCORE_FLAGS } from '#domain/staff/score_band.ts'
import { api } from '#web/lib/api.ts'
import * as filter from '#web/lib/filters.ts'
import { useIsOffice } from '#web/lib/session.tsx'
import { EmailAffiliation } from '#web/ui/email_affiliation.tsx'
import { ListPage } from '#web/ui/list_page.tsx'
import { ProgressChip } from '#web/ui/report/chips.tsx'
import { GlobalScore } from '#web/ui/score.tsx'
import { LinkButton } from '#web/ui/screen_link.tsx'
import { CorrectionMail } from './-correction_mail.tsx'
import { DownloadAll } from './-download_all.tsx'

export const Route = createFileRoute('/proposals/')({ component: ProposalList })

const STATUS = {
  not_submitted: progress.label(PROGRESS_NOT_SUBMITTED),
  submitted: progress.label(PROGRESS_SUBMITTED),
  scored: progress.label(PROGRESS_SCORED),
}

function ProposalList() {
  const office = useIsOffice()
  return (
    <ListPage
      title="Proposal List"
      list={api.staff.list}
      csv={api.staff.download}
      actions={<Links />}
      filters={[
        filter.text('name', 'Name'),
        filter.text('email', 'E-mail'),
        filter.text('affiliation', 'Affiliation'),
        filter.text('title', 'Title'),
        filter.text('abstract', 'Abstract'),
        filter.select('keywords', 'Keywords', api.masters.keywordChoices),
        filter.term(),
        filter.flags('Status', STATUS),
        filter.flags('Global Score', SCORE_FLAGS),
        filter.flags('Lock', { is_unlocked: 'Unlocked' }, false),
        filter.flags('Waits for', { without_reviewer: 'A reviewer', to_score: 'A global score' }, false),
      ]}
      tools={({ rows }) =>
        office && (
          <>
            <DownloadAll rows={rows} />
            <CorrectionMail />
          </>
        )
      }
      rowKey={(row) => row.id}
      detail={(row) => address('/proposals/detail/$id', { id: row.id })}
      columns={[
        { header: 'Name', cell: (row) => row.name },
        { header: 'Email/Affiliation', cell: (row) => <EmailAffiliation of={row} /> },
        { header: 'ID: Title', width: 200, cell: (row) => `${row.id}: ${row.title}` },
        { header: 'Abstract', width: 320, cell: (row) => row.shortAbstract || '-' },
        { header: 'Keywords', cell: (row) => row.selected_keywords.join(', ') || '-' },
        { header: 'Status', cell: (row) => <ProgressChip progress={row.progress} />, nowrap: true },
        { header: 'Global Score', cell: (row) => <GlobalScore score={row.global_score} />, nowrap: true },
      ]}
    />
  )
}

const Links = () => (
  <Group gap="sm">
    <LinkButton to={address('/proposals/reviewers')} variant="default">
      Proposal Reviewers List
    </LinkButton>
    <LinkButton to={address('/proposals/assigned_samples')} variant="default">
      Assigned Sample List
    </LinkButton>
  </Group>
)
