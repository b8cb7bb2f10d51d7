import { Kbd, Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import type { ProposalRow } from '#domain/staff/contract.ts'
import { useFigure } from './figure.ts'
import classes from './figure_cell.module.css'
import { focusInRow, shownRows } from './ranks.ts'
import { FIGURES, type FigureField, type Figures, figureKey } from './typed_figures.ts'

/** Which figure of which row is being typed. */
export interface Typing {
  at: { id: number; field: FigureField } | null
  open: (at: Typing['at']) => void
  figures: Figures
}

interface FigureCellProps {
  row: ProposalRow
  field: FigureField
  typing: Typing
  children: ReactNode
}

/** A figure of a row that the office can change where it stands: pressed, it becomes a field. */
export function FigureCell({ row, field, typing, children }: FigureCellProps) {
  if (typing.at?.id === row.id && typing.at.field === field)
    return <FigureInput row={row} field={field} typing={typing} />
  const typed = typing.figures.values[figureKey(row.id, field)]?.text.trim()
  return (
    <button
      type="button"
      className={`${UnstyledButton.classes.root} ${classes.shown}`}
      data-edit={field}
      onClick={() => typing.open({ id: row.id, field })}
    >
      <span className={VisuallyHidden.classes.root}>{`${FIGURES[field]} of ${row.id}: `}</span>
      {typed === undefined ? (
        children
      ) : (
        <span className={classes.typed} title="Typed and not saved">
          {typed || '-'}
          <VisuallyHidden>, not saved</VisuallyHidden>
        </span>
      )}
    </button>
  )
}

interface FigureInputProps {
  row: ProposalRow
  field: FigureField
  typing: Typing
}

/** The field: Enter saves and goes on to the same figure of the next row, Esc restores, leaving saves. */
function FigureInput({ row, field, typing: { open, figures } }: FigureInputProps) {
  const figure = useFigure(row, field, figures)
  const hint = useId()
  const leaving = useRef(false)
  const back = () => {
    leaving.current = true
    open(null)
    focusInRow(row.id, `[data-edit="${field}"]`)
  }
  const next = (input: HTMLElement) => {
    const rows = shownRows()
    const after = rows.slice(rows.findIndex((one) => one.contains(input)) + 1)
    return after.find((one) => one.querySelector(`[data-edit="${field}"]`))?.dataset.row
  }
  async function keyed(event: KeyboardEvent<HTMLInputElement>) {
    event.stopPropagation()
    if (event.key === 'Escape') {
      event.preventDefault()
      figure.restore()
      return back()
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const following = next(event.currentTarget)
    leaving.current = true
    if (!(await figure.save(event.shiftKey))) leaving.current = false
    else if (following === undefined) back()
    else open({ id: Number(following), field })
  }
  async function left() {
    if (leaving.current) return
    leaving.current = true
    if (await figure.save()) open(null)
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
          // biome-ignore lint/a11y/noAutofocus: the person has just pressed the figure that this field stands for
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.select()}
          inputMode="decimal"
          autoComplete="off"
          aria-label={`${FIGURES[field]} of ${row.id}`}
          aria-invalid={figure.error !== null}
          aria-describedby={hint}
          value={figure.text}
          onChange={({ currentTarget }) => figure.type(currentTarget.value)}
          onKeyDown={(event) => void keyed(event)}
          onBlur={() => void left()}
        />
      </Popover.Target>
      <Popover.Dropdown p="sm" maw={300} className={classes.hint}>
        <div id={hint} role={figure.error ? 'alert' : 'status'} data-bad={figure.error !== null || undefined}>
          {figure.error ?? figure.hint}
        </div>
        <div aria-hidden>
          <Kbd size="xs">Enter</Kbd> next <Kbd size="xs">Esc</Kbd> restores
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
