import { TextInput } from '@mantine/core'
import { useId } from 'react'
import type { ProposalRow } from '#domain/staff/contract.ts'
import { useFigure } from './figure.ts'
import classes from './peek.module.css'
import { FIGURES, type FigureField, type Figures } from './typed_figures.ts'

/** In which field the person stands, kept while the peek walks from row to row, and the way on. */
export interface PeekTyping {
  at: FigureField | null
  stand: (at: FigureField | null) => void
  goOn: () => void
  figures: Figures
}

interface ScoreFieldsProps {
  row: ProposalRow
  typing: PeekTyping
}

/** Global score and rank in the peek, each saved where it stands; Enter goes on to the same field of the next row. */
export function ScoreFields({ row, typing }: ScoreFieldsProps) {
  const score = useFigure(row, 'global_score', typing.figures)
  const rank = useFigure(row, 'rank', typing.figures)
  const hint = useId()
  return (
    <div className={classes.fields}>
      <Field field="global_score" figure={score} hint={hint} typing={typing} />
      <Field field="rank" figure={rank} hint={hint} typing={typing} />
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
  typing: PeekTyping
}

const Field = ({ field, figure, hint, typing }: FieldProps) => (
  <TextInput
    label={FIGURES[field]}
    inputMode="decimal"
    autoComplete="off"
    aria-describedby={hint}
    value={figure.text}
    error={figure.error}
    onChange={({ currentTarget }) => figure.type(currentTarget.value)}
    autoFocus={typing.at === field}
    onFocus={({ currentTarget }) => {
      typing.stand(field)
      currentTarget.select()
    }}
    onBlur={() => {
      typing.stand(null)
      if (figure.dirty) void figure.save()
    }}
    onKeyDown={(event) => {
      if (event.key === 'Enter' && !event.nativeEvent.isComposing)
        void figure.save(event.shiftKey).then((saved) => saved && typing.goOn())
      else if (event.key === 'Escape' && figure.dirty) figure.restore()
      else return
      event.preventDefault()
      event.stopPropagation()
    }}
  />
)
