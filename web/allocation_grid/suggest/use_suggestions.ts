import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Suggestion, SuggestionProgress } from '#domain/allocation/suggest/contract.ts'
import { LINES, type Policy } from '#domain/allocation/suggest/policy.ts'
import { api, follow } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { Stopped } from '#web/lib/http/transport.ts'
import type { Kind } from '../grid_kinds.ts'
import type { GridModel } from '../state/model.ts'

/** What was suggested for a grid, and by which policy. */
export interface Answer extends Suggestion {
  policy: Policy
}

export interface Suggestions {
  /** Null while nothing was suggested, and after it was dismissed. */
  answer: Answer | null
  pending: boolean
  /** How far it is; null before it is told. */
  progress: SuggestionProgress | null
  /** Asks for a whole allocation, and lays it over the grid; answers whether it came. */
  ask: (policy: Policy) => Promise<boolean>
  /** Ends what was asked and has not come yet. */
  cancel: () => void
  dismiss: () => void
}

interface Asking {
  grid: Kind['grid']
  term_id: string
  /** Whether it is the grid itself or which scenario: each has its own. */
  of: string
  model: GridModel
}

/** The suggestions over a grid: they stay while the page does, also when it is read again or seen the other way round. */
export function useSuggestions({ grid, term_id, of, model }: Asking): Suggestions {
  const queries = useQueryClient()
  const queryKey = ['suggestions', of, grid, term_id]
  const { data: answer } = useQuery<Answer | null>({
    queryKey,
    queryFn: () => null,
    enabled: false,
    initialData: null,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const items = answer?.items
  useLayoutEffect(() => {
    if (model.layer.items !== (items ?? null)) model.suggest(items ?? null)
  }, [model, items])

  const stop = useRef<AbortController | null>(null)
  const cancel = useCallback(() => stop.current?.abort(new Stopped()), [])
  const [progress, setProgress] = useState<SuggestionProgress | null>(null)
  useEffect(() => cancel, [cancel])
  const call = useAction(api.allocation.suggest, {
    refresh: false,
    own: ['stopped'],
    send: async (input) => {
      stop.current = new AbortController()
      const { signal } = stop.current
      setProgress(null)
      const { ProgressLine } = await import('#domain/allocation/suggest/contract.ts')
      const told = (line: unknown) => {
        const { data } = ProgressLine.safeParse(line)
        if (data) setProgress(data.progress)
      }
      return follow(api.allocation.suggest, input, LINES, told, signal)
    },
  })
  return {
    answer,
    pending: call.pending,
    progress,
    async ask(policy) {
      const reply = await call.run({ body: { grid, policy, term_id, items: model.items() } })
      if (reply?.result !== 1) return false
      const told: Answer = { ...reply, policy }
      queries.setQueryData(queryKey, told)
      model.showSuggestions(true)
      return true
    },
    cancel,
    dismiss: () => queries.setQueryData(queryKey, null),
  }
}
