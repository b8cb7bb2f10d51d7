import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { ApplicantRow } from '#domain/applicants/contract.ts'
import { NOTICE_LABEL } from '#domain/applicants/fields.ts'
import { applicantStatus, NOT_REGISTERED } from '#domain/applicants/status.ts'
import { labelOf, listOf } from '#domain/masters/values.ts'
import { termLabel, time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { CsvButton, MailPeople } from '#web/ui/actions/buttons.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { PreviewFacts, PreviewPart } from '#web/ui/lists/preview_pane.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { CollaboratorList, peopleLine } from '#web/ui/text/people.tsx'
import { DecideOnMany, type NotIncluded } from './-decide_on_many.tsx'
import classes from './-runs.module.css'
import { Runs, useShownRuns } from './-runs.tsx'

export const Route = createFileRoute('/proposers/applicant/')({ component: ApplicantList })

const detail = (id: number) => address('/proposers/applicant/detail/$id', { id })

const Status = ({ of: { status } }: { of: ApplicantRow }) => (
  <StatusChip colour={applicantStatus.colour(status)}>{applicantStatus.label(status)}</StatusChip>
)

/** E-mail and affiliation, or why the applicant was not decided on in a run. */
function SecondLine({ of: row, notIncluded }: { of: ApplicantRow; notIncluded: string | undefined }) {
  if (row.run_failure !== null) return <span className={classes.failed}>{`Failed: ${row.run_failure}`}</span>
  if (notIncluded !== undefined && row.status === NOT_REGISTERED) return notIncluded
  return `${row.email} · ${row.affiliation}`
}

function ApplicantList() {
  const { runs, close } = useShownRuns()
  const [started, setStarted] = useState<{ run: number; notIncluded: NotIncluded } | null>(null)
  return (
    <ListPage
      title="Applicant List"
      list={api.applicants.list}
      csv={api.applicants.download}
      filters={[
        filter.text('name', 'Name'),
        filter.text('email', 'E-mail'),
        filter.text('affiliation', 'Affiliation'),
        filter.text('proposal_title', NOTICE_LABEL.proposal_title),
        filter.text('collaborator_name', 'Collaborator name'),
        filter.text('collaborator_email', 'Collaborator e-mail'),
        filter.text('collaborator_affiliation', 'Collaborator affiliation'),
        filter.term(),
        filter.select('early_career', NOTICE_LABEL.early_career, listOf('early_career_type')),
        filter.checks('status', 'Status', applicantStatus.choices),
        filter.flags('Last run', { run_failed: 'Only those it could not register or reject' }, false),
      ]}
      withoutControl={{ ids: 'For the CSV of selected rows.' }}
      rowKey={(row) => row.id}
      detail={(row) => detail(row.id)}
      rowName={(row) => row.name}
      bulkActions={(rows, selection) => (
        <>
          <CsvButton call={api.applicants.download} input={{ query: { ids: rows.map((row) => row.id) } }} />
          <MailPeople variant="default" people={rows} />
          <DecideOnMany
            rows={rows}
            onStarted={(run, notIncluded) => {
              setStarted({ run, notIncluded })
              selection.clear()
            }}
          />
        </>
      )}
      aside={
        runs.length > 0
          ? (selection) => (
              <Runs runs={runs} close={close} started={started?.run ?? null} selection={selection} />
            )
          : undefined
      }
      noun="applicant"
      columns={[
        {
          header: 'Name',
          sort: 'name',
          moreHeads: [{ header: 'Email/Affiliation', sort: 'email' }],
          title: true,
          to: (row) => detail(row.id),
          cell: (row) => row.name,
          secondLine: (row) => <SecondLine of={row} notIncluded={started?.notIncluded.get(row.id)} />,
        },
        {
          header: NOTICE_LABEL.proposal_title,
          sort: 'proposal_title',
          moreHeads: [{ header: NOTICE_LABEL.collaborators }],
          width: '31%',
          cell: (row) => row.proposal_title,
          secondLine: (row) => peopleLine(row.applicant_collaborator),
        },
        {
          header: NOTICE_LABEL.early_career,
          sort: 'early_career',
          width: 110,
          hides: 'first',
          cell: (row) => labelOf('early_career_short', row.early_career),
        },
        { header: 'Status', sort: 'status', width: 130, cell: (row) => <Status of={row} /> },
        {
          header: 'Application date',
          sort: 'created_at',
          descendingFirst: true,
          hint: `Times are in ${zoneName()}.`,
          width: 132,
          hides: 'second',
          cell: (row) => time(row.created_at),
        },
      ]}
      preview={(row) => (
        <>
          <PreviewPart>
            <Status of={row} />
          </PreviewPart>
          <PreviewPart title={NOTICE_LABEL.proposal_title}>{row.proposal_title}</PreviewPart>
          <PreviewPart>
            <PreviewFacts
              rows={[
                ['E-mail', row.email],
                ['Affiliation', row.affiliation],
                ['Term', termLabel(row.term_id)],
                [NOTICE_LABEL.early_career, labelOf('early_career_short', row.early_career)],
                ['Application date', time(row.created_at)],
              ]}
            />
          </PreviewPart>
          <PreviewPart title={NOTICE_LABEL.collaborators}>
            <CollaboratorList people={row.applicant_collaborator} />
          </PreviewPart>
        </>
      )}
    />
  )
}
