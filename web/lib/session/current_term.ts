import type { QueryClient } from '@tanstack/react-query'
import type { PublicTerm } from '#domain/terms/public_term.ts'
import { TERM_META } from '#domain/terms/shown.ts'
import { api } from '../http/api.ts'
import { useCall } from '../http/query.ts'

/** The current term as the page was told when it was loaded; null before the first one, undefined where it was not told. */
function termInPage(): PublicTerm | null | undefined {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${TERM_META}"]`)
  return meta ? JSON.parse(meta.content) : undefined
}

/** What the page was told need not be asked: lists of the current term ask for their rows with the first calls. */
export function seedCurrentTerm(queries: QueryClient) {
  const term = termInPage()
  if (term !== undefined) queries.setQueryData(api.terms.current.key(), term?.id ?? null)
}

/** The current term, with its dates where they are known; null before the first one, undefined while unknown. */
export function useCurrentTerm(): { id: number; dates: PublicTerm | null } | null | undefined {
  const id = useCall(api.terms.current).data
  if (id === undefined || id === null) return id
  const dates = termInPage()
  // A page that stands open may have been told of another call.
  return { id, dates: dates?.id === id ? dates : null }
}
