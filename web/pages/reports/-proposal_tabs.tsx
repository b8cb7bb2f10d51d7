import { Anchor, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ReportDetail } from '#domain/reports/contract.ts'
import { isTakenOn } from '#domain/reports/status.ts'
import { api, type ReceivedFile } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import type { ListPosition } from '#web/lib/lists/previous_next.ts'
import { useHasRole } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import type { Tab } from '#web/ui/layout/query_tabs.tsx'
import { ChangedNote } from '#web/ui/proposal/changed_note.tsx'
import { ProposalText } from '#web/ui/proposal/proposal_text.tsx'
import { AssignedSamples, RequestedSamples } from '#web/ui/proposal/sample_tables.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import classes from './reports.module.css'

const proposalTab = (report: ReportDetail, files: boolean): Tab => ({
  label: 'Proposal',
  content: (
    <Stack>
      {files && (
        <div>
          <CsvButton call={api.reports.proposalPdf} input={{ params: { proposalId: report.proposal.id } }}>
            PDF Export
          </CsvButton>
        </div>
      )}
      <ChangedNote changes={report.changes} />
      <ProposalText proposal={report.proposal} />
    </Stack>
  ),
})

const additionTab = ({ proposal: { additional_notes: note } }: ReportDetail): Tab => ({
  label: 'Addition',
  count: note ? 1 : undefined,
  content: <Addition note={note} />,
})

/** Reviewers see assigned samples only once the term is disabled. */
const sampleTab = ({ proposal }: ReportDetail, staff: boolean): Tab => ({
  label: 'Sample',
  count: proposal.requested_samples.length || undefined,
  content: (
    <Stack>
      <Text fw={600}>Requested samples</Text>
      <RequestedSamples rows={proposal.requested_samples} />
      {(staff || proposal.term.disabled) && (
        <>
          <Text fw={600}>Assigned samples</Text>
          <AssignedSamples rows={proposal.assigned_samples_status_true} />
        </>
      )}
    </Stack>
  ),
})

/** Its position for previous/next navigation. */
export const navigationOf = ({ position, count, prevID, nextID }: ReportDetail): ListPosition => ({
  position,
  total: count,
  previous: prevID,
  next: nextID,
})

/** What says whether it is due. */
export const dueOf = (report: ReportDetail) => ({ ...report, term_disabled: report.proposal.term.disabled })

/** The tabs of a report's proposal, and for staff and after accepting its PDF. */
export function useProposalTabs(report: ReportDetail) {
  const staff = useHasRole('admin', 'panel')
  const files = staff || isTakenOn(report.status)
  const pdf: Tab[] = files ? [{ label: 'PDF', content: <PdfFrame proposal={report.proposal} /> }] : []
  return {
    tabs: [proposalTab(report, files), additionTab(report), sampleTab(report, staff)],
    pdf,
  }
}

function Addition({ note }: { note: string | null }) {
  if (note === null) return <EmptyState title="Additional notes are the staff’s alone." />
  if (note === '') return <EmptyState title="There is no additional note." />
  return <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note}</Text>
}

/** The proposal's PDF with its attachment in a frame. */
function PdfFrame({ proposal: { id } }: { proposal: ReportDetail['proposal'] }) {
  const query = useCall(api.reports.proposalPdf, { params: { proposalId: id } }, { staleTime: Infinity })
  return <Loaded query={query}>{(file) => <PdfViewer id={id} file={file as ReceivedFile} />}</Loaded>
}

function PdfViewer({ id, file }: { id: number; file: ReceivedFile }) {
  const [place, setPlace] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([file.content], { type: 'application/pdf' }))
    setPlace(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (place === undefined) return null
  return (
    <>
      <Anchor href={place} target="_blank" rel="noopener">
        {`Open the PDF of proposal ${id} in a tab of its own`}
      </Anchor>
      <iframe className={classes.pdf} title={`PDF of proposal ${id}`} src={`${place}#navpanes=0&view=FitH`} />
    </>
  )
}
