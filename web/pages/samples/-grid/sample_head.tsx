import type { GridSample } from '#domain/allocation/contract.ts'
import { SampleName } from '#web/ui/asteroid.tsx'
import type { Claim } from './change.ts'
import { fitting, widthOf } from './fit.ts'
import classes from './grid.module.css'
import { Details, More } from './head_buttons.tsx'
import type { Room } from './measures.ts'
import type { GridModel } from './model.ts'
import { claimText, sampleFigures, sampleKind } from './words.ts'

interface SampleHeadProps {
  model: GridModel
  sample: GridSample
  column: number
  room: Room
  open: () => void
}

/** The head of a sample: its name, kind and figures, and who has it. */
export const SampleHead = ({ model, sample, column, room, open }: SampleHeadProps) => (
  <>
    <div className={classes.headline}>
      <div className={classes.sample}>
        <SampleName asteroid={sample.db_type} name={sample.name} />
      </div>
      <Details of={sample.name} open={open} />
    </div>
    <div className={classes.kind}>{sampleKind(sample)}</div>
    <div className={classes.figures}>
      {sampleFigures(sample).map((text) => (
        <span key={text}>{text}</span>
      ))}
    </div>
    <Claims
      of={sample.name}
      claims={model.claims(column)}
      clash={model.clashes(column)}
      room={room}
      open={open}
    />
  </>
)

interface ClaimsProps {
  of: string
  claims: readonly Claim[]
  clash: boolean
  room: Room
  open: () => void
}

/** Who has a sample: 'confirmed: 80', 'assigned: 95', or, where it is ticked for too many, 'clash: 80 confirmed, 95'. */
function Claims({ of, claims, clash, room, open }: ClaimsProps) {
  if (claims.length === 0) return null
  const promised = claims.some(({ confirmed }) => confirmed)
  const lead = clash ? 'clash' : promised ? 'confirmed' : 'assigned'
  const texts = claims.map((claim) => `${claimText(claim)}${clash && claim.confirmed ? ' confirmed' : ''}`)
  const first = `${lead}: ${texts[0]}`
  const shown = Math.max(1, fitting([first, ...texts.slice(1)].map(widthOf), room, widthOf('+88')))
  const left = texts.length - shown
  return (
    <div className={clash ? classes.over : classes.taken}>
      {[first, ...texts.slice(1, shown)].join(', ')}
      {left > 0 && <More of={`those who have ${of}`} says={`+${left}`} open={open} />}
    </div>
  )
}
