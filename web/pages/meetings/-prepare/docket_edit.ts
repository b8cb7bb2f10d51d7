import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PreparedDocket, PreparedItem } from '#domain/meetings/docket_contract.ts'
import { sideOf } from '#domain/meetings/docket_moves.ts'
import { itemState } from '#domain/meetings/status.ts'
import { api } from '#web/lib/http/api.ts'
import { keyOf } from '#web/lib/http/endpoints.ts'
import { failureKind } from '#web/lib/http/failures.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'

/** A change of a docket, as it is made again where another person has changed it meanwhile. */
export type DocketChange = (docket: PreparedDocket) => PreparedDocket

const isWaiting = ({ state }: PreparedItem) => state === itemState.code.WAITING

/** Puts proposals into this order, where they are now; others keep their places. */
export const inOrder =
  (order: readonly number[]): DocketChange =>
  (docket) => {
    const moved = new Set(order)
    const byId = new Map(docket.items.map((item) => [item.proposal_id, item]))
    const queue = order.flatMap((id) => byId.get(id) ?? [])
    return {
      ...docket,
      items: docket.items.map((item) => (moved.has(item.proposal_id) ? queue.shift()! : item)),
    }
  }

/** Changes a proposal of the docket. */
export const withItem =
  (id: number, change: Partial<Pick<PreparedItem, 'minutes' | 'track'>>): DocketChange =>
  (docket) => ({
    ...docket,
    items: docket.items.map((item) => (item.proposal_id === id ? { ...item, ...change } : item)),
  })

type Lines = Pick<PreparedDocket, 'triage_above' | 'triage_below'>

/** Another line: what the lines then let through, and was not brought back before, is in triage; all else is discussed. */
export const withLine =
  (name: keyof Lines, line: number | null): DocketChange =>
  (docket) => {
    const lines: Lines = { ...docket, [name]: line }
    return {
      ...docket,
      [name]: line,
      items: docket.items.map((item) => {
        if (!isWaiting(item)) return item
        const broughtBack = item.track === 'discussed' && sideOf(item.place, docket) !== null
        const passes = sideOf(item.place, lines) !== null && !broughtBack
        return { ...item, track: passes ? 'triage' : 'discussed' }
      }),
    }
  }

const SAVED = 'The docket has been saved.'
const CHANGED = 'Someone else changed the docket meanwhile; your change was made to theirs.'

/** The docket with its changes, each of which is saved at once, one after the other. */
export function useDocketEdit(meeting_id: number, docket: PreparedDocket) {
  const queries = useQueryClient()
  const banner = useBanner()
  const [pending, setPending] = useState<readonly DocketChange[]>([])
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const fault = useRef<Error>(undefined)
  const input = { params: { id: meeting_id } }
  const save = useAction(api.meetings.saveDocket, {
    ...{ success: false, refresh: false, own: ['stale'] },
    onFault: (error) => {
      fault.current = error
    },
  })

  /** Whether it was saved. */
  async function send(change: DocketChange, isRetry: boolean): Promise<boolean> {
    const { items, triage_above, triage_below, seen } = change(
      await queries.fetchQuery({
        queryKey: keyOf(api.meetings.docket, input),
        queryFn: () => api.meetings.docket(input),
        staleTime: isRetry ? 0 : Number.POSITIVE_INFINITY,
      }),
    )
    const body = {
      items: items
        .filter(isWaiting)
        .map(({ proposal_id, minutes, track }) => ({ proposal_id, minutes, track })),
      ...{ triage_above, triage_below, seen },
    }
    fault.current = undefined
    const reply = await save.run({ ...input, body })
    if (reply?.result === 1) {
      if (isRetry) banner.show('warning', CHANGED)
      else if (reply.message !== SAVED) banner.show('warning', reply.message)
      return true
    }
    const error = fault.current as Error | undefined
    if (error && failureKind(error) === 'stale') {
      if (!isRetry) return send(change, true)
      banner.show('alert', error.message)
    }
    return false
  }

  return {
    /** As it will be once all changes are saved. */
    docket: pending.reduce((now, change) => change(now), docket),
    saving: pending.length > 0,
    /** Whether it was saved; the agenda tells whether it has changed since it was sent. */
    change(change: DocketChange): Promise<boolean> {
      setPending((list) => [...list, change])
      const isSaved = last.current.then(async () => {
        const saved = await send(change, false)
        await Promise.all(
          [keyOf(api.meetings.docket, input), keyOf(api.meetings.agenda, input)].map((queryKey) =>
            queries.invalidateQueries({ queryKey }),
          ),
        )
        setPending((list) => list.filter((one) => one !== change))
        return saved
      })
      last.current = isSaved
      return isSaved
    },
  }
}
