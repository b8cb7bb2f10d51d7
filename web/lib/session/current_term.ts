import type { QueryClient } from '@tanstack/react-query'
import type { PublicTerm } from '#domain/terms/public_term.ts'
import { TERM_META } from '#domain/terms/rules.ts'
import { api } from '../http/api.ts'
import { useCall } from '../http/query.ts'

/** The current term in the page's meta tag; null before the first term, undefined without the tag. */
function termInPage(): PublicTerm | null | undefined {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${TERM_META}"]`)
  return meta ? JSON.parse(meta.content) : undefined
}

/** Puts the term of the page's meta tag into the query cache, so that lists need not wait for it. */
export function seedCurrentTerm(queries: QueryClient) {
  const term = termInPage()
  if (term !== undefined) queries.setQueryData(api.terms.current.key(), term?.id ?? null)
}

/** The same without a hook, as far as it has been read. */
export function knownCurrentTerm(
  queries: QueryClient,
): { id: number; dates: PublicTerm | null } | null | undefined {
  const id = queries.getQueryData<number | null>(api.terms.current.key())
  return id === undefined || id === null ? id : withDates(id)
}

/** A page that has been open for long may hold an earlier term. */
function withDates(id: number) {
  const dates = termInPage()
  return { id, dates: dates?.id === id ? dates : null }
}

/** The current term, with its dates if the page has them; null before the first term, undefined while loading. */
export function useCurrentTerm(): { id: number; dates: PublicTerm | null } | null | undefined {
  const id = useCall(api.terms.current).data
  return id === undefined || id === null ? id : withDates(id)
}
