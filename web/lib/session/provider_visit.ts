import { asProviderFailure, failureSentence, RETURN_QUERY } from '#domain/session/providers.ts'
import { api } from '../http/api.ts'
import { useCall } from '../http/query.ts'

/** Leaves for a sign-in provider. */
export const openProvider = (url: string) => window.location.assign(url)

/** What a visit to a provider returned with, from the query of the screen's address. */
export function useProviderReturn(query: Record<string, unknown>) {
  const providers = useCall(api.providers.list).data ?? []
  const labelOf = (id: unknown) => providers.find((one) => one.id === id)?.label ?? 'the provider'
  const failure = asProviderFailure(query[RETURN_QUERY.failure])
  const linked = query[RETURN_QUERY.linked]
  return {
    providers,
    /** Why the visit ended without what it was for; null if it did not. */
    failure: failure && failureSentence(failure, labelOf(query[RETURN_QUERY.provider])),
    linked: linked === undefined ? null : labelOf(linked),
    next: query[RETURN_QUERY.next],
    second: query[RETURN_QUERY.second],
  }
}
