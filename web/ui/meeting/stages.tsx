import { IconCheck } from '@tabler/icons-react'
import { type ItemState, itemState } from '#domain/meetings/status.ts'
import classes from './stages.module.css'

/** The states that a proposal goes through; one that is put off is waiting again. */
const STAGES = itemState.states.filter(({ code }) => code !== itemState.code.PUT_OFF)

/** Where the proposal under discussion is: Waiting, Discussing, Ballot, Revealed, Agreed. */
export function Stages({ state }: { state: ItemState }) {
  const now = STAGES.findIndex(({ code }) => code === state)
  return (
    <ol className={classes.stages} aria-label="State of this proposal">
      {STAGES.map(({ code, label }, at) => (
        <li key={code} aria-current={at === now ? 'step' : undefined}>
          {at < now && <IconCheck size={13} stroke={2.2} aria-hidden />}
          <span>{label}</span>
        </li>
      ))}
    </ol>
  )
}
