import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { MyGrade } from '#domain/panel/grades.ts'
import type { ProposalRow } from '#domain/staff/contract.ts'
import classes from './grade_cell.module.css'
import { type GradeDrafts, gradeText, useGradeField, useMyGrades } from './grade_editing.ts'
import { InPlaceInput } from './in_place_input.tsx'

/** The row whose grade is being edited, and the unsaved grades. */
export interface GradeEditing {
  at: number | null
  open: (id: number | null) => void
  drafts: GradeDrafts
}

interface GradeCellProps {
  row: ProposalRow
  editing: GradeEditing
  editable: boolean
}

/** The user's own grade of a proposal; pressing it opens a field. */
export function GradeCell({ row, editing, editable }: GradeCellProps) {
  const grades = useMyGrades(row.term_id)
  const own = grades?.get(row.id)
  if (!editable || !grades) return gradeText(own?.grade) || '-'
  if (editing.at === row.id) return <GradeInput own={own} id={row.id} editing={editing} />
  const draft = editing.drafts.values[row.id]?.text.trim()
  const text = draft ?? gradeText(own?.grade)
  return (
    <button
      type="button"
      className={`${UnstyledButton.classes.root} ${classes.grade}`}
      data-edit="grade"
      data-none={text === '' || undefined}
      data-typed={draft !== undefined || undefined}
      title={
        draft === undefined
          ? own?.shared_at
            ? 'Shared with panel and office'
            : undefined
          : 'Typed and not saved'
      }
      onClick={() => editing.open(row.id)}
    >
      <VisuallyHidden>{`My grade of ${row.id}: `}</VisuallyHidden>
      {text || '–'}
      {draft !== undefined && <VisuallyHidden>, not saved</VisuallyHidden>}
    </button>
  )
}

interface GradeInputProps {
  own: MyGrade | undefined
  id: number
  editing: GradeEditing
}

const GradeInput = ({ own, id, editing: { open, drafts } }: GradeInputProps) => (
  <InPlaceInput
    id={id}
    name="grade"
    label={`My grade of ${id}`}
    field={useGradeField(id, own, drafts)}
    close={() => open(null)}
    next={open}
  />
)
