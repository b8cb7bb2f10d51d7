import { SUBMITTED } from '#domain/proposals/status.ts'
import type { ProposalRow } from '#domain/staff/contract.ts'
import { whyNotScore } from '#domain/staff/rules.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'

/** The submitted proposals of a term with their ranks, the ranked ones first; undefined until they are there. */
export function useRanked(term_id: number): readonly ProposalRow[] | undefined {
  const query = { term_id, sort: 'rank' as const, per_page: 100 }
  const { data } = useCall(api.staff.list, { query }).data ?? {}
  return data?.filter(({ status }) => status === SUBMITTED)
}

/** Whether the signed-in person may give a row its global score and rank: the office, without a conflict, in an open term. */
export function useMayScore(): (row: ProposalRow) => boolean {
  const office = useIsOffice()
  const terms = useCall(api.terms.all).data
  return ({ conflict, status, term_id }) => {
    const term = terms?.[term_id]
    return office && !conflict && term !== undefined && whyNotScore({ status, term }) === null
  }
}

/** The rows of the list on the screen, in their order. */
export const shownRows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]

/** Puts the focus into a row of the list, once it is drawn. */
export const focusInRow = (id: number, selector: string) =>
  requestAnimationFrame(() =>
    shownRows()
      .find(({ dataset }) => dataset.row === String(id))
      ?.querySelector<HTMLElement>(selector)
      ?.focus(),
  )
