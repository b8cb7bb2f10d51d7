import { useRef } from 'react'
import type { Saved } from '#domain/endpoint.ts'
import { isOpen } from '#domain/reports/due.ts'
import { reportStatusShown } from '#domain/reports/rules.ts'
import type { ProposalRow, StaffProposal } from '#domain/staff/contract.ts'
import { api } from '#web/lib/http/api.ts'
import type { Own } from '#web/lib/http/failures.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useAskToClose } from '#web/ui/report/ask_to_close.tsx'

type Scored = Pick<ProposalRow, 'id' | 'global_score' | 'rank' | 'reports_asked' | 'reports_submitted'>

interface Others {
  id: number
  rank: number | null
  version?: number | null | undefined
}

/** What is saved; a figure may be as it was typed. */
interface Body {
  global_score: unknown
  rank: unknown
  version?: number | null | undefined
  others?: Others[] | undefined
  tell_reviewers?: boolean | undefined
}

const isFirst = ({ global_score }: Pick<Scored, 'global_score'>, score: unknown) =>
  global_score === null && score !== null && score !== ''

/** The reports, each with its state, that a first global score closes. */
export function closedBy(
  proposal: Pick<StaffProposal, 'global_score' | 'reports'>,
  score: unknown,
): string[] {
  if (!isFirst(proposal, score)) return []
  return proposal.reports
    .filter((report) => isOpen({ ...report, term_disabled: false }))
    .map((report) => `${report.user.name}: ${reportStatusShown(report).label}`)
}

/** The save that takes another one back; null where its reviewers have been told. */
export const undoOf = (
  { global_score, rank }: Pick<ProposalRow, 'global_score' | 'rank'>,
  body: Pick<Body, 'tell_reviewers' | 'others'>,
  ranked: readonly Pick<ProposalRow, 'id' | 'rank'>[],
  version: number | undefined,
): Body | null =>
  body.tell_reviewers
    ? null
    : {
        global_score,
        rank,
        version,
        others: body.others?.map((other) => ({
          id: other.id,
          rank: ranked.find(({ id }) => id === other.id)?.rank ?? null,
          version: other.version == null ? undefined : other.version + 1,
        })),
      }

interface Options {
  own?: Own
  invalid?: false
  onDone?: () => void
  onRefused?: (reply: Saved) => unknown
  onFault?: (error: Error) => void
}

/** Saves global score and rank of a proposal: asks before reports close, and offers Undo. */
export function useSaveScore(options: Options) {
  const askToClose = useAskToClose()
  const takeBack = useAction(api.staff.saveGlobalScore)
  // The dialog takes the focus from the field, which would save once more.
  const asking = useRef(false)
  const undo = useRef<(version: number | undefined) => { id: number; body: Body | null }>(null)
  const action = useAction(api.staff.saveGlobalScore, {
    ...options,
    undo: ({ version }) => {
      const { id, body } = undo.current!(version)
      return body && { run: () => takeBack.run({ params: { id }, body }) }
    },
  })
  /** What a first score closes; the rows of a list hold only how many reports are expected. */
  async function closing(row: Scored, score: unknown) {
    if (!isFirst(row, score) || row.reports_asked === row.reports_submitted) return []
    return closedBy(await api.staff.get({ params: { id: row.id } }), score)
  }
  /** Resolves to undefined when nothing was saved. */
  async function run(row: Scored, body: Body, ranked: readonly Pick<ProposalRow, 'id' | 'rank'>[] = []) {
    if (asking.current) return undefined
    asking.current = true
    const told = await closing(row, body.global_score)
      .then((reports) => askToClose(row.id, reports))
      .finally(() => {
        asking.current = false
      })
    if (!told) return undefined
    const sent = { ...body, ...told }
    undo.current = (version) => ({ id: row.id, body: undoOf(row, sent, ranked, version) })
    return action.run({ params: { id: row.id }, body: sent })
  }
  return { run, pending: action.pending }
}
