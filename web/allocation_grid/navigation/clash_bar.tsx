import { Button, CloseButton } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { GridSample } from '#domain/allocation/contract.ts'
import { scoreColour } from '#domain/staff/status.ts'
import { figure } from '#web/lib/format/format.ts'
import { shade } from '#web/tokens.ts'
import type { Place, RowsAndColumns } from '#web/ui/grid/axes.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import head from '../cells/head.module.css'
import { type ClashClaimant, claimantsOf, keepForProposal } from '../state/clashes.ts'
import type { GridModel } from '../state/model.ts'
import { claimText } from '../texts.ts'
import classes from './navigation.module.css'
import { clashingColumns } from './next_place.ts'

interface ClashBarProps {
  model: GridModel
  shown: RowsAndColumns
  active: Place
  editable: boolean
  /** Goes to the next clash, and returns the sample; null if there is none. Without `focus` the focus stays. */
  next: (focus?: boolean) => GridSample | null
  close: () => void
  showMessage: (text: string) => void
}

/** The claimants of a clashing sample side by side, each with a button that keeps the sample for it. */
export function ClashBar({
  model,
  shown,
  active: { column },
  editable,
  next,
  close,
  showMessage,
}: ClashBarProps) {
  const { name, db_type } = model.columns[column]!
  const all = clashingColumns(model, shown)
  const claimants = claimantsOf(model, column)
  const elsewhere = model.claims(column).filter(({ term_id }) => term_id !== null)
  const clashes = model.hasClash(column)
  const bar = useRef<HTMLElement>(null)
  const kept = useRef(false)
  function keep({ row, proposal: { id } }: ClashClaimant) {
    keepForProposal(model, { row, column })
    kept.current = true
    const clash = next(false)
    const rest = clash ? `Next clash: ${clash.name}.` : 'No clashes are left.'
    showMessage(`${name} is kept for ${id}. ${rest}`)
  }
  // The pressed button disappears: move the focus to the first one of the next clash, or to Close.
  useEffect(() => {
    if (kept.current) bar.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
    kept.current = false
  })
  return (
    <section
      ref={bar}
      aria-label={`Clash of ${name}`}
      className={classes.claims}
      data-settled={!clashes || undefined}
    >
      <b>
        <SampleName asteroid={db_type} name={name} />
      </b>
      {clashes ? (
        <span>
          Clash {all.indexOf(column) + 1} of {all.length}
        </span>
      ) : (
        <span>Clash resolved</span>
      )}
      {claimants.map((claimant) => (
        <span key={claimant.row} className={classes.claimant}>
          <Who {...claimant} />
          {editable && clashes && claimants.length > 1 && (
            <Button
              size="compact-xs"
              variant="default"
              disabled={claimant.whyNotKept !== null}
              title={claimant.whyNotKept ?? undefined}
              onClick={() => keep(claimant)}
            >
              Keep for {claimant.proposal.id}
            </Button>
          )}
        </span>
      ))}
      {elsewhere.map((claim) => (
        <span key={claimText(claim)}>
          {claimText(claim)}, {claim.confirmed ? 'confirmed' : 'assigned'}: can be changed in the grid of that
          term
        </span>
      ))}
      <span className={classes.ways}>
        {all.length > 0 && (
          <Button size="compact-xs" variant="default" onClick={() => next()}>
            Next clash
          </Button>
        )}
        <CloseButton size="sm" aria-label="Close the clash" onClick={close} />
      </span>
    </section>
  )
}

/** A claimant in one line: '63 Haruto Sato 4.90, rank 1, priority 2, 2 of 3 samples'. */
const Who = ({ proposal, priority, pieces, confirmed }: ClashClaimant) => (
  <span>
    <b>{proposal.id}</b> {proposal.name}{' '}
    <span className={head.score} style={shade(scoreColour(proposal.global_score))}>
      {figure(proposal.global_score)}
    </span>
    , rank {figure(proposal.rank)}, {priority === null ? 'more than requested' : `priority ${priority}`},{' '}
    {pieces.given} of {pieces.asked} samples
    {confirmed && (
      <>
        {' '}
        <IconLock size={12} aria-hidden /> confirmed
      </>
    )}
  </span>
)
