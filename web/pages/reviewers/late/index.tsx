import { Group, Select, Text, TextInput } from '@mantine/core'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { LateReport } from '#domain/reports/contract.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { resultCount, termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useGo, useTermParam } from '#web/lib/routing/navigation.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { useTerms } from '#web/ui/forms/choices.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { AssignLink, ViewSwitch } from '../-view_switch.tsx'
import { Progress } from './-progress.tsx'
import { Reminder, SendBar } from './-reminder.tsx'
import { ReportRows, useReportSelection } from './-report_rows.tsx'
import classes from './late.module.css'

export const Route = createFileRoute('/reviewers/late/')({ component: LateReports })

/** Late and open reports, from which the office sends reminders. */
function LateReports() {
  const current = useCall(api.terms.current)
  return (
    <Page
      title="Late reports"
      breadcrumbs={[['Reviewer List', address('/reviewers')], ['Late reports']]}
      actions={
        <>
          <AssignLink />
          <ViewSwitch />
        </>
      }
    >
      <Loaded query={current}>{(now) => now !== null && <TermReports current={String(now)} />}</Loaded>
    </Page>
  )
}

const STATUSES = reportStatus.choices.filter(({ id }) => reportStatus.of(id).reminder !== null)

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const matchesName = ({ reviewer }: LateReport, name: string) =>
  folded(reviewer.name).includes(folded(name.trim()))

/** The status filter, stored in the URL; null for both. */
function useStatusChoice(term_id: string): [string | null, (status: string | null) => void] {
  const { status } = useSearch({ strict: false }) as Record<string, unknown>
  const go = useGo()
  return [
    status === undefined ? null : String(status),
    (next) =>
      void go(address('/reviewers/late', {}, { term_id, status: next ?? undefined }), { replace: true }),
  ]
}

/** The open reports of a term. */
function TermReports({ current }: { current: string }) {
  const [term_id, choose] = useTermParam('/reviewers/late', current)
  const list = useCall(api.reports.late, { query: { term_id } }, { keep: true })
  const counts = useCall(api.reports.reviewers, { query: { term_id, per_page: 1 } }, { keep: true }).data
  const [name, setName] = useState('')
  const [status, setStatus] = useStatusChoice(term_id)
  const terms = useTerms()
  return (
    <Loaded query={list}>
      {(all) => {
        const shown = all.filter(
          (report) => matchesName(report, name) && (status === null || String(report.status) === status),
        )
        return (
          <>
            {counts && <Progress counts={counts.report_counts} term_id={Number(term_id)} open={all} />}
            <Group gap="xs" align="end">
              <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
              <Select
                label="Status"
                w={150}
                placeholder="All"
                clearable
                value={status}
                data={STATUSES.map(({ id, label }) => ({ value: String(id), label }))}
                onChange={setStatus}
              />
              <Select
                label="Term"
                w={110}
                value={term_id}
                data={terms}
                allowDeselect={false}
                onChange={(value) => choose(value ?? current)}
              />
              <Text role="status" c="dimmed" ml="auto">
                {resultCount(shown.length)}
              </Text>
            </Group>
            {all.length === 0 ? (
              <EmptyState title={`No report of ${termLabel(Number(term_id))} is outstanding.`}>
                The <ScreenLink to={address('/reviewers')}>Reviewer List</ScreenLink> shows all reports.
              </EmptyState>
            ) : (
              <Reports key={term_id} reports={shown} />
            )}
          </>
        )
      }}
    </Loaded>
  )
}

/** The rows, and for the office the reminder of the selected ones. */
function Reports({ reports }: { reports: readonly LateReport[] }) {
  const office = useIsOffice()
  const selection = useReportSelection(reports)
  if (reports.length === 0)
    return <EmptyState title="Nothing matches this search.">Change the name or the status above.</EmptyState>
  if (!office) return <ReportRows reports={reports} selection={null} />
  return (
    <>
      <div className={classes.split}>
        <ReportRows reports={reports} selection={selection} />
        <Reminder selected={selection.selected} />
      </div>
      {selection.selected.length > 0 && <SendBar selected={selection.selected} done={selection.clear} />}
    </>
  )
}
