import { IconAlertTriangle } from '@tabler/icons-react'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { isOf } from '#domain/allocation/listed.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import classes from './-assigned.module.css'
import { gridAt } from './-links.ts'
import { rivalText } from './-ranked.tsx'

/** Who else has the sample: '87 (4.30, rank 5)'. */
export function Clash({ row }: { row: AssignedRow }) {
  const { others, term } = row
  if (others.length === 0) return '-'
  const text = others
    .map((other) => rivalText(other, term.id, other.status === CONFIRMED ? ' has it' : ''))
    .join(', ')
  return (
    <span className={classes.clash} title={text}>
      <IconAlertTriangle size={14} aria-hidden />
      {text}
    </span>
  )
}

/** The way to the grid where the clash can be resolved, and who else asked for the sample by name. */
export function ClashBelow({ row }: { row: AssignedRow }) {
  const asked = row.wanted.map((other) => rivalText(other, row.term.id)).join(', ')
  const wanted = asked && `asked for by ${asked}`
  return (
    <span title={wanted}>
      {isOf.contested(row) && (
        <>
          <ScreenLink
            inherit
            to={gridAt(row)}
            aria-label={`Resolve ${row.name} of proposal ${row.proposal_id} in the grid`}
          >
            Resolve
          </ScreenLink>{' '}
        </>
      )}
      {wanted}
    </span>
  )
}
