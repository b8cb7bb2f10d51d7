import { useRef } from 'react'
import type { Saved } from '#domain/endpoint.ts'
import { isOpen } from '#domain/reports/due.ts'
import { reportStatusShown } from '#domain/reports/rules.ts'
import type { ProposalRow } from '#domain/staff/contract.ts'
import { api } from '#web/lib/http/api.ts'
import type { Own } from '#web/lib/http/failures.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useAskToClose } from '#web/ui/report/ask_to_close.tsx'

type Scored = Pick<ProposalRow, 'id' | 'global_score' | 'rank'> & {
  reports: readonly Pick<ProposalRow['reports'][number], 'id' | 'status' | 'closed' | 'user'>[]
}

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

/** The reports, each with its state, that a first global score closes. */
export function closedBy({ global_score, reports }: Scored, score: unknown): string[] {
  if (global_score !== null || score === null || score === '') return []
  return reports
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
  /** Resolves to undefined when nothing was saved. */
  async function run(row: Scored, body: Body, ranked: readonly Pick<ProposalRow, 'id' | 'rank'>[] = []) {
    if (asking.current) return undefined
    asking.current = true
    const told = await askToClose(row.id, closedBy(row, body.global_score)).finally(() => {
      asking.current = false
    })
    if (!told) return undefined
    const sent = { ...body, ...told }
    undo.current = (version) => ({ id: row.id, body: undoOf(row, sent, ranked, version) })
    return action.run({ params: { id: row.id }, body: sent })
  }
  return { run, pending: action.pending }
}
