import { useCallback, useEffect, useRef, useState } from 'react'
import type { SuggestionProgress } from '#domain/allocation/suggest/contract.ts'
import { NDJSON } from '#domain/allocation/suggest/policy.ts'
import type { EndpointFunction } from '#domain/client.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { follow } from './calls.ts'
import { useAction } from './query.ts'
import { Stopped } from './transport.ts'

/** A computation on the server that tells how far it is, and that can be stopped. It ends when the screen is left. */
export function useFollowedAction<E extends Endpoint>(call: EndpointFunction<E>) {
  const stop = useRef<AbortController | null>(null)
  const cancel = useCallback(() => stop.current?.abort(new Stopped()), [])
  /** Null before the first progress event. */
  const [progress, setProgress] = useState<SuggestionProgress | null>(null)
  useEffect(() => cancel, [cancel])
  const { run, pending } = useAction(call, {
    refresh: false,
    own: ['stopped'],
    send: async (input) => {
      stop.current = new AbortController()
      const { signal } = stop.current
      setProgress(null)
      const { ProgressLine } = await import('#domain/allocation/suggest/contract.ts')
      const onLine = (line: unknown) => {
        const { data } = ProgressLine.safeParse(line)
        if (data) setProgress(data.progress)
      }
      return follow(call, input, NDJSON, onLine, signal)
    },
  })
  return { run, pending, progress, cancel }
}
