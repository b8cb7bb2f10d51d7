import type { ReportDetail } from '#domain/reports/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'
import { DeclareConflict } from '#web/ui/conflict/declare_conflict.tsx'
import { Note } from '#web/ui/text/note.tsx'

const AFTER = 'You can not write this review any more; the office is told by mail.'

/** The reviewer's own conflict of interest with the proposal: declared, or the button that declares it. */
export function OwnConflict({ report }: { report: ReportDetail }) {
  const me = useUser()
  const { id: proposal_id, term } = report.proposal
  const own = useCall(api.conflicts.list, { query: { proposal_id } }).data
  if (report.user_id !== me.id || own === undefined) return null
  const declared = own.find(({ user_id }) => user_id === me.id)
  if (declared)
    return (
      <Note kind="warn" title="A conflict of interest with this proposal is declared">
        {`Reason: ${declared.reason}. The review can not be written any more; the office takes it back.`}
      </Note>
    )
  return (
    <div>
      <DeclareConflict proposal_id={proposal_id} term={term} after={AFTER} />
    </div>
  )
}
