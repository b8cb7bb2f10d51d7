import { IconCheck, IconLock } from '@tabler/icons-react'
import type { Place } from '../change.ts'
import type { GridModel } from '../model.ts'
import classes from './panel.module.css'

interface TickBoxProps {
  model: GridModel
  place: Place
  /** The request that a tick here is to answer. */
  priority: number | null
  editable: boolean
  /** Where it is said who has the sample, when that is why it can not be ticked. */
  describedBy?: string | undefined
}

/** The tick of a sample for a proposal, as one step that can be taken back; who may not tick sees what is. */
export function TickBox({ model, place, priority, editable, describedBy }: TickBoxProps) {
  const { row, column } = place
  const { name } = model.columns[column]!
  const { id } = model.rows[row]!
  const { ticked, confirmed, changed } = model.cell(row, column)
  const why = model.whyFixed(row, column)
  if (confirmed) return <Shown icon={IconLock} says="Confirmed" />
  if (!editable) return ticked ? <Shown icon={IconCheck} says="Assigned" /> : <span />
  const answers = priority === null ? '' : `, request ${priority}`
  return (
    <label className={classes.hit} title={why ?? undefined}>
      <input
        type="checkbox"
        className={classes.box}
        data-changed={changed || undefined}
        checked={ticked}
        disabled={why !== null}
        aria-label={`Give ${name} to proposal ${id}${answers}`}
        aria-describedby={describedBy}
        onChange={() =>
          model.hold([
            { ...place, held: ticked ? { ticked: false, priority: null } : { ticked: true, priority } },
          ])
        }
      />
    </label>
  )
}

const Shown = ({ icon: Icon, says }: { icon: typeof IconLock; says: string }) => (
  <span className={classes.hit} title={says}>
    <Icon size={14} role="img" aria-label={says} />
  </span>
)
