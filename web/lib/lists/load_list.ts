import type { QueryClient } from '@tanstack/react-query'
import type { EndpointInput } from '#domain/client.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { api } from '../http/api.ts'
import { type LoaderContext, readAhead } from '../routing/loaders.ts'
import { rowsAreLoading } from '../screen/first_rows.ts'
import { firstQuery, type ListDefinition, listPath } from './list_definition.ts'
import { recallList } from './list_memory.ts'

/**
 * Begins to read what a list shows until someone searches it, unless it opens with a search, filters or a remembered page.
 * A list with several views is chosen by what is already read; undefined: not known yet.
 */
export function loadList<E extends Endpoint>(
  list: ListDefinition<E> | ((queries: QueryClient) => ListDefinition<E> | undefined),
) {
  return ({ context: { queries }, cause, location }: LoaderContext) => {
    const definition = typeof list === 'function' ? list(queries) : list
    if (!definition) return
    if (Object.keys(location.search).length > 0 || recallList(listPath(location.pathname))) return
    const current = queries.getQueryData(api.terms.current.key())
    const query = firstQuery(definition, current as number | null | undefined)
    if (query) rowsAreLoading(readAhead(queries, cause, definition.list, { query } as EndpointInput<E>))
  }
}
