import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import type { ProposalRow } from '#domain/staff/contract.ts'
import classes from './grip.module.css'
import type { useLift } from './lift.ts'

/** The handle by which a row is moved in the ranking: dragged, or lifted with Space and moved with the arrows. */
export const Grip = ({ row, lift }: { row: ProposalRow; lift: ReturnType<typeof useLift> }) => (
  <ActionIcon
    className={classes.grip}
    size={24}
    color="gray"
    aria-label={`Move ${row.id} in the ranking`}
    title="Drag, or Space and the arrows"
    {...lift.gripOf(row)}
  >
    <IconGripVertical size={14} aria-hidden />
  </ActionIcon>
)
