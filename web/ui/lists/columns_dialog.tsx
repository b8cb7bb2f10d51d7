import { ActionIcon, Button, Checkbox, Group, Stack } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../dialogs/dialog.tsx'
import { type ChosenColumns, columnName } from './chosen_columns.ts'
import classes from './columns_dialog.module.css'
import type { Column } from './table_props.ts'

interface ColumnsDialogProps<Row> {
  columns: ChosenColumns<Row>
  /** The columns that the list opens with. */
  own: readonly Column<Row>[]
  /** Called with the headers in their order; undefined for the list's own columns. */
  choose: (headers: string[] | undefined) => void
  close: () => void
}

/** Ticks the columns of a list and puts them in order. */
export function ColumnsDialog<Row>({ columns, own, choose, close }: ColumnsDialogProps<Row>) {
  const shown = columns.shown.filter(({ action }) => !action)
  const [order, setOrder] = useState([...shown, ...columns.others])
  const [ticked, setTicked] = useState(new Set(shown.map(({ header }) => header)))
  const tick = (header: string, on: boolean) => {
    const next = new Set(ticked)
    if (on) next.add(header)
    else next.delete(header)
    setTicked(next)
  }
  const move = (place: number, step: 1 | -1) => {
    const next = [...order]
    const [moved] = next.splice(place, 1)
    next.splice(place + step, 0, moved!)
    setOrder(next)
  }
  const headers = order.filter(({ header }) => ticked.has(header)).map(({ header }) => header)
  const ownHeaders = own.filter(({ action }) => !action).map(({ header }) => header)
  const isOwn = JSON.stringify(headers) === JSON.stringify(ownHeaders)
  return (
    <Dialog open message={<b>Columns</b>} onClose={close}>
      <Stack component="ul" gap={0} className={classes.list}>
        {order.map((column, place) => {
          const name = columnName(column)
          return (
            <li key={column.header} className={classes.row}>
              <Checkbox
                label={name}
                checked={ticked.has(column.header)}
                onChange={({ currentTarget }) => tick(column.header, currentTarget.checked)}
              />
              <Group gap={4} wrap="nowrap">
                <MoveButton label={`Move ${name} up`} disabled={place === 0} onClick={() => move(place, -1)}>
                  <IconArrowUp size={16} aria-hidden />
                </MoveButton>
                <MoveButton
                  label={`Move ${name} down`}
                  disabled={place === order.length - 1}
                  onClick={() => move(place, 1)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </MoveButton>
              </Group>
            </li>
          )
        })}
      </Stack>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="subtle" mr="auto" onClick={() => choose(undefined)}>
          The list's own columns
        </Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button disabled={headers.length === 0} onClick={() => choose(isOwn ? undefined : headers)}>
          {headers.length === 1 ? 'Show 1 column' : `Show ${headers.length} columns`}
        </Button>
      </Group>
    </Dialog>
  )
}

interface MoveButtonProps {
  label: string
  disabled: boolean
  onClick: () => void
  children: ReactNode
}

const MoveButton = ({ label, disabled, onClick, children }: MoveButtonProps) => (
  <ActionIcon
    variant="subtle"
    aria-label={label}
    title={label}
    aria-disabled={disabled}
    data-disabled={disabled || undefined}
    onClick={() => !disabled && onClick()}
  >
    {children}
  </ActionIcon>
)
