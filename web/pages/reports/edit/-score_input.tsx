import { useId } from 'react'
import { listOf } from '#domain/masters/values.ts'
import classes from './-score_input.module.css'

interface ScoreInputProps {
  label: string
  /** The criterion, shown in grey beside the label. */
  about: string | undefined
  /** The office's descriptions of the scores 1 to 5. */
  meanings: readonly string[]
  /** '1' to '5', or '' for none. */
  value?: string
  onChange: (value: string) => void
  error?: React.ReactNode
  'data-path'?: string
}

/** The empty choice comes first and clears the score. */
const CHOICES = [
  { value: '', digit: '-', label: 'None' },
  ...listOf('score_list').map(({ id, label }) => ({ value: String(id), digit: String(id), label })),
]

/** A radio group of boxes, an empty one and one for each score with number and label, and a description of each score. */
export function ScoreInput({
  label,
  about,
  meanings,
  value = '',
  onChange,
  error,
  ...rest
}: ScoreInputProps) {
  const id = useId()
  return (
    <div data-path={rest['data-path']}>
      <div className={classes.label} id={`${id}-label`}>
        {label} <span className={classes.needed}>*</span> <span className={classes.about}>{about}</span>
      </div>
      <div
        className={classes.boxes}
        role="radiogroup"
        aria-label={label}
        aria-required
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-about`}
        data-wrong={Boolean(error) || undefined}
      >
        {CHOICES.map((choice) => (
          <label key={choice.value} className={classes.box} data-score={choice.value}>
            <input
              type="radio"
              name={id}
              value={choice.value}
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
            />
            <b>{choice.digit}</b> <span>{choice.label}</span>
          </label>
        ))}
      </div>
      <div id={`${id}-about`}>
        {error && <p className={classes.error}>{error}</p>}
        <Meanings of={meanings} chosen={value} />
      </div>
    </div>
  )
}

/** The descriptions of the scores, with the selected one emphasized. */
const Meanings = ({ of, chosen }: { of: readonly string[]; chosen: string }) => (
  <ul className={classes.meanings}>
    {of.map(
      (text, i) =>
        text && (
          <li key={text} data-chosen={String(i + 1) === chosen || undefined}>
            <b>{i + 1}</b> {text}
          </li>
        ),
    )}
  </ul>
)
