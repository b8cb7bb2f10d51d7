import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import type { Grid } from '#domain/allocation/grid.ts'
import { api, exchange } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useNews } from './news.ts'

export interface Loaded {
  rows: readonly GridProposal[]
  columns: readonly GridSample[]
  /** The state of the assignments that was loaded; a save hands it back. */
  etag: string
}

interface Wanted {
  grid: Exclude<Grid, 0>
  term_id: string
}

/** A grid as it stands on the server; `data` changes only when something in it did. */
export function useGrid({ grid, term_id }: Wanted) {
  const code = String(grid)
  const proposals = useCall(api.allocation.proposalsOf, { params: { grid: code }, query: { term_id } })
  // Previously allocated samples come whether they are on offer or not; the screen chooses which it shows.
  const input = { params: { grid: code }, query: { term_id, all: '1' as const } }
  const key = [...api.allocation.samplesOf.key(input), 'with its state']
  const samples = useQuery({
    queryKey: key,
    queryFn: () => exchange(api.allocation.samplesOf, input),
  })
  const data = useMemo<Loaded | null>(
    () =>
      proposals.data && samples.data
        ? { rows: proposals.data, columns: samples.data.reply, etag: samples.data.etag }
        : null,
    [proposals.data, samples.data],
  )
  const told = useNews({ grid: code, term_id, etag: data?.etag ?? null, key })
  return {
    ...told,
    data,
    error: proposals.error ?? samples.error,
    fetching: proposals.isFetching || samples.isFetching,
    reload: () => Promise.all([proposals.refetch(), samples.refetch()]),
  }
}
