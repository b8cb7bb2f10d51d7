import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type RankChange,
  type Ranked,
  rankChanges,
  rankChangesText,
  rankWhenDropped,
  whyNotChangeRanks,
} from '#domain/staff/ranking.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { StickyBar } from '#web/ui/layout/sticky_bar.tsx'
import type { Lifted } from './lift.ts'
import { rankChangesOfOthers, useRankedProposals } from './score_editing.ts'

/** What putting the row down here would change. */
function movesOf({ row, over }: Lifted, ranked: readonly Ranked[]): RankChange[] {
  const there = ranked.find(({ id }) => id === over)
  return there && over !== row.id ? rankChanges(ranked, row.id, rankWhenDropped(ranked, row.id, there)) : []
}

interface LiftBarProps {
  lifted: Lifted
  /** Lets go of the row, saved or not. */
  close: () => void
}

/** While a row is lifted: which ranks would change, before anything is saved; once it is dropped, Save and Cancel. */
export function LiftBar({ lifted, close }: LiftBarProps) {
  const { row, dropped } = lifted
  const ranked = useRankedProposals(row.term_id) ?? []
  const [error, setError] = useState<string | null>(null)
  const queries = useQueryClient()
  const moves = movesOf(lifted, ranked)
  const why = whyNotChangeRanks(moves)
  const own = moves.find(({ id }) => id === row.id)
  const save = useAction(api.staff.saveGlobalScore, {
    own: ['stale', 'invalid'],
    invalid: false,
    onDone: close,
    onRefused: ({ message }) => {
      setError(message)
      return true
    },
    onFault: ({ message }) => {
      setError(message)
      // The row is put down, and lifted again, among what stands there now.
      void queries.invalidateQueries()
    },
  })
  const send = () =>
    save.run({
      params: { id: row.id },
      body: {
        global_score: row.global_score,
        rank: own ? own.to : row.rank,
        version: row.score_version,
        others: rankChangesOfOthers(moves, row.id, ranked),
      },
    })
  return (
    <StickyBar
      label="Ranking"
      actions={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          {dropped && (
            <Button
              ref={(button) => button?.focus({ preventScroll: true })}
              loading={save.pending}
              disabled={moves.length === 0 || why !== null}
              onClick={() => void send()}
            >
              Save ranks
            </Button>
          )}
        </>
      }
    >
      <span role="status">{why ?? said(lifted, moves)}</span>
      {error && <span role="alert"> {error}</span>}
    </StickyBar>
  )
}

function said({ row, dropped }: Lifted, moves: readonly RankChange[]): string {
  if (moves.length > 0) return `${rankChangesText(moves)}.`
  const place = row.rank === null ? 'has no rank' : `is at rank ${row.rank}`
  return dropped
    ? `${row.id} ${place}; nothing changes here.`
    : `${row.id} ${place}. Arrows move it, Space drops it.`
}
