import { Menu } from '@mantine/core'
import { IconCheck, IconChevronDown, IconLock } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { scoreColour } from '#domain/staff/status.ts'
import { priorityColour } from '#domain/state_machine.ts'
import { figure } from '#web/lib/format/format.ts'
import { shade } from '#web/tokens.ts'
import type { Place } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import { answeredBy, movesOf } from './candidates.ts'
import classes from './panel.module.css'
import { answersText, askText, moveText } from './texts.ts'

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

interface MoveMenuProps {
  model: GridModel
  place: Place
  editable: boolean
}

const BEST = 'best'

/** Which request a given sample answers, and the way to let it answer another. */
export function MoveMenu({ model, place, editable }: MoveMenuProps) {
  const answers = answeredBy(model, place)
  const { priority } = model.ticks.held(place)
  const says = answersText(answers)
  if (!editable || model.whyFixed(place.row, place.column) !== null)
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
          <Menu.Label>{name} is to answer</Menu.Label>
          <Menu.RadioGroup
            value={priority === null ? BEST : String(priority)}
            onChange={(value) =>
              model.hold([
                { ...place, held: { ticked: true, priority: value === BEST ? null : Number(value) } },
              ])
            }
          >
            <Menu.RadioItem value={BEST} closeMenuOnClick>
              Best fit
            </Menu.RadioItem>
            {movesOf(model, place).map((move) => (
              <Menu.RadioItem key={move.request.id} value={String(move.request.priority)} closeMenuOnClick>
                {move.request.priority} {askText(move.request)}: {moveText(move)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}

/** A requested priority: the first is red and large. */
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

/** A global score in the colour of its band; '-' without one. */
export const ScoreChip = ({ score }: { score: number | null }) => (
  <span className={classes.score} style={shade(scoreColour(score))} title="Global Score">
    {figure(score, 2)}
  </span>
)

export const FIRST = 5
const STEP = 10

interface Most {
  value: number
  set: (value: number) => void
}

/** How many lines of a list are to be seen: five at first. */
export function useMost(least = FIRST): Most {
  const [value, set] = useState(least)
  return { value: Math.max(value, least), set }
}

interface MoreLinesProps {
  /** The list, for the ear: 'request 2'. */
  of: string
  shown: number
  all: number
  most: Most
}

/** More of a list, step by step or all at once. */
export function MoreLines({ of, shown, all, most }: MoreLinesProps) {
  if (shown >= all) return null
  const show = (value: number) => (event: MouseEvent<HTMLElement>) => {
    // These buttons go with the last line: one goes on from what was the last.
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
