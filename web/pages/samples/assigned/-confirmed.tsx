import { Checkbox, Text } from '@mantine/core'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { whyNotDue } from '#domain/allocation/due.ts'
import { isOf } from '#domain/allocation/listed.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { time } from '#web/lib/format/format.ts'
import type { Choice } from './-chosen.ts'

export interface Options {
  /** A confirmed row has a CANCEL button. */
  cancels: boolean
  /** Where something can be confirmed; null where nothing is. */
  choice: Choice | null
}

/** A row that CANCEL is for: confirmed, or proposed for it. */
export const mayCancel = (row: AssignedRow, { cancels, choice }: Options) =>
  row.status === CONFIRMED ? cancels && !row.term.disabled : choice !== null && row.proposed_by_id !== null

/** Whether a row is confirmed, with an x and by whom, or is among those to be confirmed. */
export function Confirmed({ row, choice }: Options & { row: AssignedRow }) {
  if (row.status === CONFIRMED)
    return (
      <Text size="xs" truncate>
        {row.confirmed_by === null ? 'x' : `x ${signed(row.confirmed_by, row.confirmed_at)}`}
      </Text>
    )
  if (!choice?.may(row)) return '-'
  return (
    <Checkbox
      label="Confirm"
      aria-label={`Confirm ${row.name} for proposal ${row.proposal_id}`}
      checked={choice.has(row)}
      onChange={(event) => choice.set(row, event.currentTarget.checked)}
    />
  )
}

/** Who proposed to confirm it, and what speaks against it. */
export function aboutConfirming(row: AssignedRow): string {
  const proposed = row.proposed_by === null ? null : `Proposed by ${signed(row.proposed_by, row.proposed_at)}`
  if (row.status === CONFIRMED) return proposed ?? ''
  const own = isOf.proposed(row) ? 'You proposed it; another member of the office confirms it.' : proposed
  return [whyNotDue(row), own].filter((text) => text !== null).join(' ')
}

/** 'Ann Berg, 2026-11-21 09:12'. */
const signed = (name: string, at: string | null) => `${name}, ${time(at)}`
