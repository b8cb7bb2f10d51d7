import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProposalRow } from '#domain/staff/contract.ts'
import {
  type RankChange,
  type Ranked,
  rankChanges,
  rankChangesText,
  rankWhenDropped,
  whyNotChangeRanks,
} from '#domain/staff/ranking.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { StickyBar } from '#web/ui/layout/sticky_bar.tsx'
import { type LiftedRow, type Reorder, targetOf } from '#web/ui/lists/reorder.tsx'
import { useSaveScore } from '../-save_score.tsx'
import { rankChangesOfOthers, useRankedProposals } from './score_editing.ts'

/** What dropping the row here would change. */
function changesOf(row: ProposalRow, lifted: LiftedRow, ranked: readonly Ranked[]): RankChange[] {
  const target = Number(targetOf(lifted))
  const there = ranked.find(({ id }) => id === target)
  return there && target !== row.id ? rankChanges(ranked, row.id, rankWhenDropped(ranked, row.id, there)) : []
}

interface MovedRowProps {
  reorder: Reorder
  rows: readonly ProposalRow[]
}

/** While a row is lifted: which ranks would change, before anything is saved; once it is dropped, Save and Cancel. */
export function MovedRow({ reorder: { lifted, release }, rows }: MovedRowProps) {
  const row = rows.find(({ id }) => String(id) === lifted?.key)
  return lifted && row && <MovedRowBar key={row.id} row={row} lifted={lifted} close={release} />
}

interface MovedRowBarProps {
  row: ProposalRow
  lifted: LiftedRow
  close: () => void
}

function MovedRowBar({ row: shown, lifted, close }: MovedRowBarProps) {
  // As it was lifted, so that a save notices what someone else has changed since.
  const [row] = useState(shown)
  const { dropped } = lifted
  const ranked = useRankedProposals(row.term_id) ?? []
  const [error, setError] = useState<string | null>(null)
  const queries = useQueryClient()
  const moves = changesOf(row, lifted, ranked)
  const why = whyNotChangeRanks(moves)
  const own = moves.find(({ id }) => id === row.id)
  const save = useSaveScore({
    own: ['stale', 'invalid'],
    invalid: false,
    onDone: close,
    onRefused: ({ message }) => {
      setError(message)
      return true
    },
    onFault: ({ message }) => {
      setError(message)
      // The next move is among the ranks as they are now.
      void queries.invalidateQueries()
    },
  })
  const send = () =>
    save.run(
      row,
      {
        global_score: row.global_score,
        rank: own ? own.to : row.rank,
        version: row.score_version,
        others: rankChangesOfOthers(moves, row.id, ranked),
      },
      ranked,
    )
  return (
    <StickyBar
      label="Ranking"
      actions={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          {dropped && (
            <WriteButton
              ref={(button) => button?.focus({ preventScroll: true })}
              loading={save.pending}
              disabled={moves.length === 0 || why !== null}
              onClick={() => void send()}
            >
              Save ranks
            </WriteButton>
          )}
        </>
      }
    >
      <span role="status">{why ?? statusText(row, dropped, moves)}</span>
      {error && <span role="alert"> {error}</span>}
    </StickyBar>
  )
}

function statusText(row: ProposalRow, dropped: boolean, moves: readonly RankChange[]): string {
  if (moves.length > 0) return `${rankChangesText(moves)}.`
  const place = row.rank === null ? 'has no rank' : `is at rank ${row.rank}`
  return dropped
    ? `${row.id} ${place}; nothing changes here.`
    : `${row.id} ${place}. Arrows move it, Space drops it.`
}
