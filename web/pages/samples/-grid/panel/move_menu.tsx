import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { Place } from '../change.ts'
import type { GridModel } from '../model.ts'
import { answeredBy, movesOf } from './moves.ts'
import classes from './panel.module.css'
import { answersText, askText, moveText } from './words.ts'

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
