import { PublicTerm, TERM_META } from '#domain/terms/shown.ts'
import { api } from './api.ts'
import { useCall } from './query.ts'

/** The current term with its dates as the page was told them when it was loaded; undefined while unknown, null without one. */
export function useToldTerm(): { id: number; dates: PublicTerm | null } | null | undefined {
  const id = useCall(api.terms.current).data
  if (id === undefined || id === null) return id
  const dates = told()
  // A page that stands open may have been told of another call.
  return { id, dates: dates?.id === id ? dates : null }
}

function told(): PublicTerm | null {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${TERM_META}"]`)
  return meta ? (PublicTerm.safeParse(JSON.parse(meta.content)).data ?? null) : null
}
