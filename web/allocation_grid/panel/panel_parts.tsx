import { Menu } from '@mantine/core'
import { IconCheck, IconChevronDown, IconLock } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { scoreColour } from '#domain/staff/status.ts'
import { priorityColour } from '#domain/state_machine.ts'
import { figure } from '#web/lib/format/format.ts'
import { shade } from '#web/tokens.ts'
import type { Place } from '#web/ui/grid/axes.ts'
import type { GridModel } from '../state/model.ts'
import { answeredPriority, requestOptionsOf } from './candidates.ts'
import classes from './panel.module.css'
import { answersText, askText, requestOptionText } from './texts.ts'

interface AssignBoxProps {
  model: GridModel
  place: Place
  /** The priority of the request that an assignment made here answers. */
  priority: number | null
  editable: boolean
  /** The id of the text that says who has the sample, when that is why it cannot be assigned. */
  describedBy?: string | undefined
}

/** The checkbox that assigns a sample to a proposal as one undoable step; an icon for readers. */
export function AssignBox({ model, place, priority, editable, describedBy }: AssignBoxProps) {
  const { row, column } = place
  const { name } = model.columns[column]!
  const { id } = model.rows[row]!
  const { assigned, confirmed, changed } = model.cell(row, column)
  const why = model.whyNotChange(row, column)
  if (confirmed) return <StatusIcon icon={IconLock} says="Confirmed" />
  if (!editable) return assigned ? <StatusIcon icon={IconCheck} says="Assigned" /> : <span />
  const answers = priority === null ? '' : `, request ${priority}`
  return (
    <label className={classes.hit} title={why ?? undefined}>
      <input
        type="checkbox"
        className={classes.box}
        data-changed={changed || undefined}
        checked={assigned}
        disabled={why !== null}
        aria-label={`Give ${name} to proposal ${id}${answers}`}
        aria-describedby={describedBy}
        onChange={() =>
          model.setCells([
            { ...place, held: assigned ? { assigned: false, priority: null } : { assigned: true, priority } },
          ])
        }
      />
    </label>
  )
}

const StatusIcon = ({ icon: Icon, says }: { icon: typeof IconLock; says: string }) => (
  <span className={classes.hit} title={says}>
    <Icon size={14} role="img" aria-label={says} />
  </span>
)

interface RequestMenuProps {
  model: GridModel
  place: Place
  editable: boolean
}

const BEST_FIT = 'best'

/** The request that an assigned sample answers, with a menu to choose another. */
export function RequestMenu({ model, place, editable }: RequestMenuProps) {
  const answers = answeredPriority(model, place)
  const { priority } = model.assignments.valueAt(place)
  const says = answersText(answers)
  if (!editable || model.whyNotChange(place.row, place.column) !== null)
    return <span className={classes.below}>{says}</span>
  const { name } = model.columns[place.column]!
  const stands = priority === null ? says : `${says}, chosen`
  return (
    <span className={classes.below}>
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <button type="button" className={classes.move} aria-label={`${name}: ${stands}`}>
            {stands}
            <IconChevronDown size={12} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Request that {name} answers</Menu.Label>
          <Menu.RadioGroup
            value={priority === null ? BEST_FIT : String(priority)}
            onChange={(value) =>
              model.setCells([
                { ...place, held: { assigned: true, priority: value === BEST_FIT ? null : Number(value) } },
              ])
            }
          >
            <Menu.RadioItem value={BEST_FIT} closeMenuOnClick>
              Best fit
            </Menu.RadioItem>
            {requestOptionsOf(model, place).map((move) => (
              <Menu.RadioItem key={move.request.id} value={String(move.request.priority)} closeMenuOnClick>
                {move.request.priority} {askText(move.request)}: {requestOptionText(move)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}

/** A priority; the first one is red and large. */
export const PriorityMark = ({ priority }: { priority: number }) => (
  <span
    role="img"
    aria-label={`Priority ${priority}`}
    className={priority === 1 ? classes.first : classes.priority}
    style={priority === 1 ? undefined : shade(priorityColour(priority))}
  >
    {priority}
  </span>
)

/** A global score in the colour of its band; '-' if there is none. */
export const ScoreChip = ({ score }: { score: number | null }) => (
  <span className={classes.score} style={shade(scoreColour(score))} title="Global Score">
    {figure(score, 2)}
  </span>
)

export const FIRST_LINES = 5
const STEP = 10

interface LineLimit {
  value: number
  set: (value: number) => void
}

/** How many lines of a list are shown: five at first. */
export function useLineLimit(least = FIRST_LINES): LineLimit {
  const [value, set] = useState(least)
  return { value: Math.max(value, least), set }
}

interface MoreLinesProps {
  /** The name of the list for screen readers: 'request 2'. */
  of: string
  shown: number
  all: number
  most: LineLimit
}

/** Buttons that show more lines of a list, step by step or all at once. */
export function MoreLines({ of, shown, all, most }: MoreLinesProps) {
  if (shown >= all) return null
  const show = (value: number) => (event: MouseEvent<HTMLElement>) => {
    // The buttons disappear with the last line: move the focus to the line that was last.
    if (value >= all)
      event.currentTarget
        .closest('section')
        ?.querySelector<HTMLElement>('li:last-child :is(input, button)')
        ?.focus()
    most.set(value)
  }
  return (
    <p className={classes.more}>
      <button type="button" aria-label={`Show more for ${of}`} onClick={show(most.value + STEP)}>
        Show more
      </button>
      <button type="button" aria-label={`All ${all} for ${of}`} onClick={show(all)}>
        All {all}
      </button>
    </p>
  )
}
