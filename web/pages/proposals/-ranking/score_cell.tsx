import { Kbd, Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import type { ProposalRow } from '#domain/staff/contract.ts'
import classes from './score_cell.module.css'
import {
  focusInRow,
  SCORE_LABELS,
  type ScoreDrafts,
  type ScoreFieldName,
  scoreKey,
  tableRows,
  useScoreField,
} from './score_editing.ts'

/** Which figure of which row is being typed. */
export interface ScoreEditing {
  at: { id: number; field: ScoreFieldName } | null
  open: (at: ScoreEditing['at']) => void
  figures: ScoreDrafts
}

interface ScoreCellProps {
  row: ProposalRow
  field: ScoreFieldName
  typing: ScoreEditing
  children: ReactNode
}

/** A figure of a row that the office can change where it stands: pressed, it becomes a field. */
export function ScoreCell({ row, field, typing, children }: ScoreCellProps) {
  if (typing.at?.id === row.id && typing.at.field === field)
    return <ScoreCellInput row={row} field={field} typing={typing} />
  const typed = typing.figures.values[scoreKey(row.id, field)]?.text.trim()
  return (
    <button
      type="button"
      className={`${UnstyledButton.classes.root} ${classes.shown}`}
      data-edit={field}
      onClick={() => typing.open({ id: row.id, field })}
    >
      <span className={VisuallyHidden.classes.root}>{`${SCORE_LABELS[field]} of ${row.id}: `}</span>
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

interface ScoreCellInputProps {
  row: ProposalRow
  field: ScoreFieldName
  typing: ScoreEditing
}

/** The field: Enter saves and goes on to the same figure of the next row, Esc restores, leaving saves. */
function ScoreCellInput({ row, field, typing: { open, figures } }: ScoreCellInputProps) {
  const figure = useScoreField(row, field, figures)
  const hint = useId()
  const leaving = useRef(false)
  const back = () => {
    leaving.current = true
    open(null)
    focusInRow(row.id, `[data-edit="${field}"]`)
  }
  const next = (input: HTMLElement) => {
    const rows = tableRows()
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
          aria-label={`${SCORE_LABELS[field]} of ${row.id}`}
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
