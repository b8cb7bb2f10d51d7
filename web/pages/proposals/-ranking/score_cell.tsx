import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ProposalRow } from '#domain/staff/contract.ts'
import { InPlaceInput } from './in_place_input.tsx'
import classes from './score_cell.module.css'
import {
  SCORE_LABELS,
  type ScoreDrafts,
  type ScoreFieldName,
  scoreKey,
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

const ScoreCellInput = ({ row, field, editing: { open, drafts } }: ScoreCellInputProps) => (
  <InPlaceInput
    id={row.id}
    name={field}
    label={`${SCORE_LABELS[field]} of ${row.id}`}
    field={useScoreField(row, field, drafts)}
    close={() => open(null)}
    next={(id) => open({ id, field })}
  />
)
