import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Address } from '#domain/address.ts'
import type { EndpointFunction } from '#domain/client.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { type ScreenPath, screenAt } from '#domain/screens.ts'
import { api } from './api.ts'
import { callEndpoint, keyOf } from './endpoints.ts'

/** How long what was read ahead is not read again; the screen itself reads it once more when it opens. */
const AGE_MS = 10_000

/** What the screen of an object reads first, by the object's id. */
const FIRST: Partial<Record<ScreenPath, unknown>> = {
  '/proposals/detail/$id': api.staff.get,
  '/proposers/detail/$id': api.proposers.get,
  '/proposers/applicant/detail/$id': api.applicants.get,
  '/reviewers/detail/$id': api.reports.reviewer,
  '/reports/detail/$id': api.reports.get,
  '/reports/edit/$id': api.reports.get,
  '/samples/history/$id': api.allocation.history,
  '/users/detail/$id': api.users.get,
  '/group-mail/detail/$id': api.mail.get,
}

/** Reads what the screen at `pathname` will ask for, while a link to it is only pointed at; a failure is the screen's to tell. */
export function readAhead(queries: QueryClient, pathname: string) {
  const path = screenAt(pathname)?.path
  const call = (path && FIRST[path]) as EndpointFunction<Endpoint> | undefined
  if (!call) return
  const id = pathname.replace(/\/+$/u, '').split('/').at(-1)
  const input = { params: { id } } as never
  void queries.prefetchQuery({
    queryKey: keyOf(call, input),
    queryFn: () => callEndpoint(call, input),
    staleTime: AGE_MS,
    meta: { own: 'all' },
  })
}

/** Reads the neighbours of an object ahead, so that they are there when one goes on to them. */
export function useAhead(neighbours: readonly (Address | null)[]) {
  const queries = useQueryClient()
  const asked = neighbours.filter((path) => path !== null).join(' ')
  useEffect(() => {
    for (const path of asked.split(' ').filter(Boolean)) readAhead(queries, path)
  }, [queries, asked])
}
