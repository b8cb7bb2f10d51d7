import type { ComboboxItem } from '@mantine/core'
import type { EndpointFunction } from '#domain/client.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import type { Choices } from '#web/lib/lists/filters.ts'

type Listed = readonly { id: number | string; label: string }[]

const isEndpoint = (choices: Choices): choices is EndpointFunction<Endpoint> => typeof choices === 'function'

/** Select items from fixed choices or from an endpoint (a list, or a map of id to label). */
export function useChoices(choices: Choices): ComboboxItem[] {
  const call = isEndpoint(choices) ? choices : (api.terms.open as unknown as EndpointFunction<Endpoint>)
  const answer = useCall(call, undefined, { enabled: isEndpoint(choices) }).data
  const listed = isEndpoint(choices) ? asList(answer) : choices
  return listed.map(({ id, label }) => ({ value: String(id), label }))
}

function asList(answer: unknown): Listed {
  if (answer === undefined || answer === null) return []
  if (Array.isArray(answer)) return answer as Listed
  return Object.entries(answer as Record<string, string>).map(([id, label]) => ({ id, label }))
}

/** The terms up to now, newest first. */
export function useTerms(): ComboboxItem[] {
  const terms = useCall(api.terms.open).data ?? {}
  return Object.entries(terms)
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => Number(b.value) - Number(a.value))
}
