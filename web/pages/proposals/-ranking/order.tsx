import { Button, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { ProposalRow } from '#domain/staff/contract.ts'
import { byExpectedRank, zoneSentence } from '#domain/staff/rank_order.ts'
import { figure } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useAfterIdle } from '#web/lib/screen/timing.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import type { Column, RowAttributes, RowGroups } from '#web/ui/lists/table_props.ts'
import classes from './order.module.css'
import type { Adjusted } from './set_line.tsx'

/** Loaded on demand: it alone needs a field for figures. */
const SetLine = lazy(() => import('./set_line.tsx'))

/** The order of a term; undefined until the ranking itself is rendered and this is read. */
export function useOrderOf(term_id: number | null | undefined): Adjusted | undefined {
  const idle = useAfterIdle()
  const query = { term_id: term_id ?? undefined }
  return useCall(api.staff.adjusted, { query }, { enabled: idle && Boolean(term_id) }).data
}

/** That of the term that the list shows, by default the current one. */
export function useTermOrder(): Adjusted | undefined {
  const inUrl = useLocation({ select: ({ search }) => (search as Record<string, unknown>).term_id })
  const current = useCall(api.terms.current).data
  return useOrderOf(inUrl === undefined ? current : Number(inUrl))
}

/** Where a rank lies between the first and the last one, in per cent. */
const at = (rank: number, size: number) => `${size < 2 ? 50 : ((rank - 1) / (size - 1)) * 100}%`

/** The header of its column. */
export const EXPECTED_RANK = 'Exp. rank'

/** The column of the expected ranks with their intervals. */
export const expectedRankColumn = (): Column<ProposalRow, 'expected'> => ({
  header: EXPECTED_RANK,
  sort: 'expected',
  hint: 'Advice: the place that the reviews give it, and the interval that holds the true one in 90 of 100 cases.',
  width: 230,
  hides: 'first',
  axis: <RankAxis />,
  cellClass: classes.cell,
  cell: (row) => <ExpectedRank row={row} />,
})

/** A proposal's expected rank with its 90 % interval, drawn over all ranks with the line; on a card in words. */
function ExpectedRank({ row: { id, term_id } }: { row: ProposalRow }) {
  const order = useOrderOf(term_id)
  const own = order?.proposals.find((one) => one.id === id)
  if (!order || !own) return '-'
  const { expected, low, high } = own
  const size = order.proposals.length
  const { line } = order
  return (
    <span className={order.zone.includes(id) ? classes.zone : undefined} title={`90 %: ${low} to ${high}`}>
      <span className={classes.expected}>{figure(expected, 1)}</span>
      <span className={classes.said}>{` (${low} to ${high})`}</span>
      <span className={classes.plot} aria-hidden>
        {line !== null && line > 0 && line < size && (
          <i className={classes.cut} style={{ left: at(line + 0.5, size) }} />
        )}
        <i
          className={classes.interval}
          style={{ left: at(low, size), width: `${((high - low) / Math.max(size - 1, 1)) * 100}%` }}
        />
        <i className={classes.point} style={{ left: at(expected, size) }} />
      </span>
    </span>
  )
}

/** The ranks over the intervals: the first, the last, and the line between them. */
function RankAxis() {
  const order = useTermOrder()
  const size = order?.proposals.length ?? 0
  if (!order || size < 2) return null
  const { line } = order
  const hasLine = line !== null && line > 0 && line < size
  /** A label would overlap that of the line. */
  const near = (rank: number) => hasLine && Math.abs(rank - line - 0.5) / (size - 1) < 0.13
  return (
    <span className={classes.axis} aria-hidden>
      {[1, size].map(
        (rank) =>
          !near(rank) && (
            <span key={rank} style={{ left: at(rank, size) }}>
              {rank}
            </span>
          ),
      )}
      {hasLine && (
        <span className={classes.line} style={{ left: at(line + 0.5, size) }}>
          line
        </span>
      )}
    </span>
  )
}

/**
 * The tie zone in the list: its rows are marked, and in the order of the expected ranks a band is above the first of them
 * and a dashed line below the last place above the line.
 */
export function useTieZone(byExpected: boolean): {
  rowProps: (row: ProposalRow) => RowAttributes
  groups: RowGroups<ProposalRow> | undefined
} {
  const order = useTermOrder()
  return useMemo(() => {
    const zone = new Set(order?.zone)
    const line = order?.line ?? 0
    const last = order && line > 0 ? byExpectedRank(order.proposals)[line - 1]?.id : undefined
    return {
      rowProps: ({ id }) => ({
        'data-zone': zone.has(id) || undefined,
        'data-line': (byExpected && id === last) || undefined,
      }),
      groups:
        order && byExpected && zone.size > 0
          ? {
              of: ({ id }) => (zone.has(id) ? 'zone' : ''),
              head: ({ id }) => id === order.zone[0] && <TieZoneBand order={order} />,
            }
          : undefined,
    }
  }, [order, byExpected])
}

/** What the tie zone means, and what it does not. */
const TieZoneBand = ({ order: { zone, line, line_from } }: { order: Adjusted }) => (
  <span className={classes.band}>
    <b>{`Tie zone, ${zone.length === 1 ? '1 proposal' : `${zone.length} proposals`}`}</b>{' '}
    {zoneSentence(line!, line_from!)}
  </span>
)

const lineText = ({ line, line_from, proposals }: Adjusted) => {
  if (line === null) return `No line: the material at hand has something for all ${proposals.length}.`
  const why = line_from === 'set' ? 'set by the office' : 'where the material at hand ends'
  return line === 0 ? `The line is above rank 1, ${why}.` : `The line is after rank ${line}, ${why}.`
}

/** Where the line is, and for the office how to set it; nothing while there is no order. */
export function RankLine() {
  const office = useIsOffice()
  const order = useTermOrder()
  const [open, setOpen] = useState(false)
  if (!order || order.why_not !== null) return null
  return (
    <Text size="xs" c="dimmed" component="div">
      {lineText(order)}{' '}
      {office && (
        <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
          Set the line
        </Button>
      )}
      {open && (
        <Suspense>
          <SetLine order={order} close={() => setOpen(false)} />
        </Suspense>
      )}
    </Text>
  )
}
