import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import type { Suggestion, SuggestionProgress } from '#domain/allocation/suggest/contract.ts'
import type { Policy } from '#domain/allocation/suggest/policy.ts'
import { api } from '#web/lib/http/api.ts'
import { useFollowedAction } from '#web/lib/http/followed_action.ts'
import { useUser } from '#web/lib/session/session.ts'
import type { GridKind } from '../grid_kinds.ts'
import type { GridModel } from '../state/model.ts'
import { otherGridItems } from './other_grids.ts'

/** A suggestion for a grid, and its policy. */
export interface SuggestionAnswer extends Suggestion {
  policy: Policy
}

export interface Suggestions {
  /** Null before the first suggestion and after it was dismissed. */
  answer: SuggestionAnswer | null
  pending: boolean
  /** Null before the first progress event. */
  progress: SuggestionProgress | null
  /** Requests a suggestion and shows it over the grid; resolves to whether it arrived. */
  ask: (policy: Policy) => Promise<boolean>
  /** Cancels the pending request. */
  cancel: () => void
  dismiss: () => void
}

interface SuggestInput {
  grid: GridKind['grid']
  term_id: string
  /** The grid itself or a scenario: each has its own suggestions. */
  of: string
  model: GridModel
}

/** The suggestions over a grid. They are cached until the page is reloaded, for both orientations of the grid. */
export function useSuggestions({ grid, term_id, of, model }: SuggestInput): Suggestions {
  const queries = useQueryClient()
  const user = useUser()
  const queryKey = ['suggestions', of, grid, term_id]
  const { data: answer } = useQuery<SuggestionAnswer | null>({
    queryKey,
    queryFn: () => null,
    enabled: false,
    initialData: null,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const items = answer?.items
  useLayoutEffect(() => {
    if (model.suggestionLayer.items !== (items ?? null)) model.setSuggestions(items ?? null)
  }, [model, items])

  const { run, pending, progress, cancel } = useFollowedAction(api.allocation.suggest)
  return {
    answer,
    pending,
    progress,
    async ask(policy) {
      const others = otherGridItems({ model, grid, term_id, of, user })
      const reply = await run({ body: { grid, policy, term_id, items: model.itemsToSave(), others } })
      if (reply?.result !== 1) return false
      const received: SuggestionAnswer = { ...reply, policy }
      queries.setQueryData(queryKey, received)
      model.showSuggestions(true)
      return true
    },
    cancel,
    dismiss: () => queries.setQueryData(queryKey, null),
  }
}
