import { useEffect } from 'react'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Endpoint, Paged, ReplyOf } from '#domain/endpoint.ts'
import { useCall } from '../http/query.ts'
import { type RememberedPage, recallPage, rememberPage } from './list_memory.ts'

export type RowOf<E extends Endpoint> = ReplyOf<E> extends Paged<infer Row> ? Row : never

/** What addresses an object: its id, or a loan's number. */
export type ObjectId = number | string

/** Position and neighbours of an object in the list from which it was opened. */
export interface ListPosition<Id extends ObjectId = number> {
  position: number
  total: number
  previous: Id | null
  next: Id | null
  /** The header of the column that the list is sorted by: 'Total'. */
  by?: string | undefined
}

interface PreviousNextOptions<E extends Endpoint, Id extends ObjectId> {
  /** The path of the list: '/proposals'. */
  path: string
  list: EndpointFunction<E>
  /** The id of a row, the same as in its detail address. */
  idOf: (row: RowOf<E>) => Id
  id: Id
}

/**
 * Position and neighbours in the list as it was last shown in this tab: '7 of 16, by Total'. At the end of the page the
 * next one is read. Null if the object was not in it.
 */
export function usePreviousNext<E extends Endpoint, Id extends ObjectId = number>({
  path,
  list,
  idOf,
  id,
}: PreviousNextOptions<E, Id>): ListPosition<Id> | null {
  const shown = recallPage(path)
  const at = shown ? shown.keys.indexOf(id) : -1
  const pages = shown ? Math.ceil(shown.total / shown.per_page) : 0
  const strange = shown !== null && at < 0
  const before = usePage(list, shown, -1, shown !== null && shown.page > 1 && (strange || at === 0))
  const after = usePage(
    list,
    shown,
    1,
    shown !== null && shown.page < pages && (strange || at === shown.keys.length - 1),
  )
  const moved = strange
    ? [before, after].find((page) => page?.data.some((row) => idOf(row) === id))
    : undefined
  useEffect(() => {
    if (shown && moved)
      rememberPage(path, {
        ...shown,
        page: moved.current_page,
        total: moved.total,
        keys: moved.data.map(idOf),
      })
  })

  if (!shown) return null
  const keys = moved ? moved.data.map(idOf) : (shown.keys as Id[])
  const page = moved?.current_page ?? shown.page
  const place = keys.indexOf(id)
  if (place < 0) return null
  const edge = (rows: readonly RowOf<E>[] | undefined, last: boolean) => {
    const row = rows?.at(last ? -1 : 0)
    return row === undefined ? null : idOf(row)
  }
  return {
    position: (page - 1) * shown.per_page + place + 1,
    total: moved?.total ?? shown.total,
    by: shown.by,
    previous:
      keys[place - 1] ??
      (moved ? (moved === after ? (shown.keys.at(-1) as Id) : null) : edge(before?.data, true)),
    next:
      keys[place + 1] ??
      (moved ? (moved === before ? (shown.keys[0] as Id) : null) : edge(after?.data, false)),
  }
}

function usePage<E extends Endpoint>(
  list: EndpointFunction<E>,
  shown: RememberedPage | null,
  step: number,
  enabled: boolean,
) {
  const input = { query: { ...shown?.query, page: (shown?.page ?? 1) + step } } as EndpointInput<E>
  const { data } = useCall(list, input, { enabled, staleTime: Number.POSITIVE_INFINITY })
  return enabled ? (data as Paged<RowOf<E>> | undefined) : undefined
}
