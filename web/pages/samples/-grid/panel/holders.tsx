import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { figure, termLabel } from '#web/lib/format/format.ts'
import type { Claim, Place } from '../change.ts'
import { keepFor, othersOf, whyNotKeep } from '../keep.ts'
import type { GridModel } from '../model.ts'
import { ToRow } from './asker_line.tsx'
import { ScoreChip } from './marks.tsx'
import { answeredBy } from './moves.ts'
import classes from './panel.module.css'
import { TickBox } from './tick_box.tsx'
import { answersText } from './words.ts'

interface HoldersProps {
  model: GridModel
  column: number
  editable: boolean
  show: (place: Place) => (() => void) | null
}

/** Who has a sample or is to have it; of a clash the claimants side by side, and the way to leave it to one. */
export function Holders({ model, column, editable, show }: HoldersProps) {
  const claims = model.claims(column)
  const clash = model.clashes(column)
  if (claims.length === 0) return null
  return (
    <section className={classes.part} data-clash={clash || undefined} aria-label="Held by">
      <h3 className={clash ? classes.bad : undefined}>
        {clash ? `Clash: ${claims.length} are to have it` : 'Held by'}
      </h3>
      <ul className={classes.holders}>
        {claims.map((claim) => (
          <Holder
            key={`${claim.term_id} ${claim.proposal_id}`}
            {...{ model, column, editable, show, claim, clash }}
          />
        ))}
      </ul>
    </section>
  )
}

const state = ({ confirmed, saved }: Claim) =>
  [confirmed ? 'confirmed' : 'ticked', !saved && 'not saved'].filter(Boolean).join(', ')

function Holder({
  model,
  column,
  editable,
  show,
  claim,
  clash,
}: HoldersProps & { claim: Claim; clash: boolean }) {
  const row = claim.term_id === null ? model.ticks.rowOfProposal(claim.proposal_id) : undefined
  if (row === undefined)
    return (
      <li>
        {claim.confirmed && <IconLock size={12} aria-hidden />} <b>{claim.proposal_id}</b>
        {claim.term_id !== null && ` of ${termLabel(claim.term_id)}`}
        <p>{state(claim)}</p>
      </li>
    )
  const place = { row, column }
  const proposal = model.rows[row]!
  const why = whyNotKeep(model, place)
  const answering = answeredBy(model, place)
  return (
    <li>
      <span className={classes.who}>
        <TickBox
          model={model}
          place={place}
          priority={model.ticks.held(place).priority}
          editable={editable}
        />
        <ScoreChip score={proposal.global_score} />
        <span className={classes.rank}>Rank {figure(proposal.rank)}</span>
      </span>
      <ToRow model={model} place={place} show={show} />
      <p>
        {answersText(answering)}, {state(claim)}
      </p>
      {editable && clash && othersOf(model, place).length > 0 && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            mt={4}
            disabled={why !== null}
            onClick={() => keepFor(model, place)}
          >
            Keep for {claim.proposal_id}
          </Button>
          {why !== null && <p>{why}</p>}
        </>
      )}
    </li>
  )
}
