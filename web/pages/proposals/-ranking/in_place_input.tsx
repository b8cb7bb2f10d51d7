import { Kbd, Popover } from '@mantine/core'
import { type KeyboardEvent, useId, useRef } from 'react'
import classes from './score_cell.module.css'
import { focusInRow, tableRows } from './score_editing.ts'

/** A value that is edited in its cell. */
interface InPlaceField {
  text: string
  error: string | null
  hint: string
  type: (text: string) => void
  restore: () => void
  /** Resolves to whether it was saved; `alternative` with Shift. */
  save: (alternative?: boolean) => Promise<boolean>
}

interface InPlaceInputProps {
  /** The row, and which of its cells. */
  id: number
  name: string
  label: string
  field: InPlaceField
  close: () => void
  /** Opens the same cell of another row. */
  next: (id: number) => void
}

/** Enter saves and opens the same field of the next row, Escape restores, leaving the field saves. */
export function InPlaceInput({ id, name, label, field, close, next }: InPlaceInputProps) {
  const hint = useId()
  const leaving = useRef(false)
  const closeField = () => {
    leaving.current = true
    close()
    focusInRow(id, `[data-edit="${name}"]`)
  }
  const nextRowId = (input: HTMLElement) => {
    const rows = tableRows()
    const after = rows.slice(rows.findIndex((one) => one.contains(input)) + 1)
    return after.find((one) => one.querySelector(`[data-edit="${name}"]`))?.dataset.row
  }
  async function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    event.stopPropagation()
    if (event.key === 'Escape') {
      event.preventDefault()
      field.restore()
      return closeField()
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const following = nextRowId(event.currentTarget)
    leaving.current = true
    if (!(await field.save(event.shiftKey))) leaving.current = false
    else if (following === undefined) closeField()
    else next(Number(following))
  }
  async function saveOnBlur() {
    if (leaving.current) return
    leaving.current = true
    if (await field.save()) close()
    else leaving.current = false
  }
  return (
    <Popover
      opened
      withRoles={false}
      position="bottom-start"
      withArrow
      shadow="md"
      trapFocus={false}
      closeOnEscape={false}
    >
      <Popover.Target>
        <input
          className={classes.input}
          // biome-ignore lint/a11y/noAutofocus: the user has just pressed the button that this field replaces
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.select()}
          inputMode="decimal"
          autoComplete="off"
          aria-label={label}
          aria-invalid={field.error !== null}
          aria-describedby={hint}
          value={field.text}
          onChange={({ currentTarget }) => field.type(currentTarget.value)}
          onKeyDown={(event) => void onKeyDown(event)}
          onBlur={() => void saveOnBlur()}
        />
      </Popover.Target>
      <Popover.Dropdown p="sm" maw={300} className={classes.hint}>
        <div id={hint} role={field.error ? 'alert' : 'status'} data-bad={field.error !== null || undefined}>
          {field.error ?? field.hint}
        </div>
        <div aria-hidden>
          <Kbd size="xs">Enter</Kbd> next <Kbd size="xs">Esc</Kbd> restores
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
