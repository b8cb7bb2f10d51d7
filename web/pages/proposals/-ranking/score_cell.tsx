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

/** The field that is being edited, and the unsaved values. */
export interface ScoreEditing {
  at: { id: number; field: ScoreFieldName } | null
  open: (at: ScoreEditing['at']) => void
  drafts: ScoreDrafts
}

interface ScoreCellProps {
  row: ProposalRow
  field: ScoreFieldName
  editing: ScoreEditing
  children: ReactNode
}

/** A score or rank that the office can edit in place: pressing it opens a field. */
export function ScoreCell({ row, field, editing, children }: ScoreCellProps) {
  if (editing.at?.id === row.id && editing.at.field === field)
    return <ScoreCellInput row={row} field={field} editing={editing} />
  const draft = editing.drafts.values[scoreKey(row.id, field)]?.text.trim()
  return (
    <button
      type="button"
      className={`${UnstyledButton.classes.root} ${classes.shown}`}
      data-edit={field}
      onClick={() => editing.open({ id: row.id, field })}
    >
      <span className={VisuallyHidden.classes.root}>{`${SCORE_LABELS[field]} of ${row.id}: `}</span>
      {draft === undefined ? (
        children
      ) : (
        <span className={classes.typed} title="Typed and not saved">
          {draft || '-'}
          <VisuallyHidden>, not saved</VisuallyHidden>
        </span>
      )}
    </button>
  )
}

interface ScoreCellInputProps {
  row: ProposalRow
  field: ScoreFieldName
  editing: ScoreEditing
}

/** Enter saves and opens the same field of the next row, Escape restores, leaving the field saves. */
function ScoreCellInput({ row, field, editing: { open, drafts } }: ScoreCellInputProps) {
  const scoreField = useScoreField(row, field, drafts)
  const hint = useId()
  const leaving = useRef(false)
  const closeField = () => {
    leaving.current = true
    open(null)
    focusInRow(row.id, `[data-edit="${field}"]`)
  }
  const nextRowId = (input: HTMLElement) => {
    const rows = tableRows()
    const after = rows.slice(rows.findIndex((one) => one.contains(input)) + 1)
    return after.find((one) => one.querySelector(`[data-edit="${field}"]`))?.dataset.row
  }
  async function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    event.stopPropagation()
    if (event.key === 'Escape') {
      event.preventDefault()
      scoreField.restore()
      return closeField()
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const following = nextRowId(event.currentTarget)
    leaving.current = true
    if (!(await scoreField.save(event.shiftKey))) leaving.current = false
    else if (following === undefined) closeField()
    else open({ id: Number(following), field })
  }
  async function saveOnBlur() {
    if (leaving.current) return
    leaving.current = true
    if (await scoreField.save()) open(null)
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
          aria-label={`${SCORE_LABELS[field]} of ${row.id}`}
          aria-invalid={scoreField.error !== null}
          aria-describedby={hint}
          value={scoreField.text}
          onChange={({ currentTarget }) => scoreField.type(currentTarget.value)}
          onKeyDown={(event) => void onKeyDown(event)}
          onBlur={() => void saveOnBlur()}
        />
      </Popover.Target>
      <Popover.Dropdown p="sm" maw={300} className={classes.hint}>
        <div
          id={hint}
          role={scoreField.error ? 'alert' : 'status'}
          data-bad={scoreField.error !== null || undefined}
        >
          {scoreField.error ?? scoreField.hint}
        </div>
        <div aria-hidden>
          <Kbd size="xs">Enter</Kbd> next <Kbd size="xs">Esc</Kbd> restores
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
