import { TextInput } from '@mantine/core'
import { useId } from 'react'
import type { ProposalRow } from '#domain/staff/list.ts'
import { FIGURES, type FigureField, useFigure } from './figure.ts'
import classes from './peek.module.css'

/** Global score and rank in the peek, each saved where it stands. */
export function ScoreFields({ row }: { row: ProposalRow }) {
  const score = useFigure(row, 'global_score')
  const rank = useFigure(row, 'rank')
  const hint = useId()
  return (
    <div className={classes.fields}>
      <Field field="global_score" figure={score} hint={hint} />
      <Field field="rank" figure={rank} hint={hint} />
      <div id={hint} className={classes.hint} role="status">
        {score.text !== '' && score.hint} {rank.hint}
      </div>
    </div>
  )
}

interface FieldProps {
  field: FigureField
  figure: ReturnType<typeof useFigure>
  hint: string
}

const Field = ({ field, figure, hint }: FieldProps) => (
  <TextInput
    label={FIGURES[field]}
    inputMode="decimal"
    autoComplete="off"
    aria-describedby={hint}
    value={figure.text}
    error={figure.error}
    onChange={({ currentTarget }) => figure.type(currentTarget.value)}
    onBlur={() => figure.dirty && void figure.save()}
    onKeyDown={(event) => {
      if (event.key === 'Enter' && !event.nativeEvent.isComposing) void figure.save(event.shiftKey)
      else if (event.key === 'Escape' && figure.dirty) figure.restore()
      else return
      event.preventDefault()
      event.stopPropagation()
    }}
  />
)
