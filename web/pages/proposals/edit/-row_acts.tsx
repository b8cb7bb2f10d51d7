import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RowActions } from './-row_actions.ts'

interface RowActsProps {
  position: number
  last: boolean
  act: RowActions
}

/** The buttons of a row: up, down, away. */
export const RowActs = ({ position, last, act }: RowActsProps) => (
  <Group gap={0} wrap="nowrap" justify="flex-end">
    <Act
      label={`Raise priority ${position + 1}`}
      disabled={position === 0}
      onClick={() => act.move(position, position - 1)}
    >
      <IconArrowUp size={16} aria-hidden />
    </Act>
    <Act
      label={`Lower priority ${position + 1}`}
      disabled={last}
      onClick={() => act.move(position, position + 1)}
    >
      <IconArrowDown size={16} aria-hidden />
    </Act>
    <Act label={`Delete sample ${position + 1}`} onClick={() => act.remove(position)}>
      <IconTrash size={16} aria-hidden />
    </Act>
  </Group>
)

interface ActProps {
  label: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}
const Act = ({ label, disabled = false, onClick, children }: ActProps) => (
  <Tooltip label={label}>
    <ActionIcon size={26} aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)
