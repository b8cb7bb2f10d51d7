import { UnstyledButton } from '@mantine/core'
import { useId } from 'react'
import { listOf } from '#domain/masters/values.ts'
import classes from '#web/pages/reports/edit/-score_input.module.css'

interface ScoreInputProps {
  label: string
  /** What is scored, in grey beside the label. */
  about: string
  /** What the office says that each score means, from 1 to 5. */
  meanings: readonly string[]
  /** '1' to '5', or '' for none. */
  value?: string
  onChange: (value: string) => void
  error?: React.ReactNode
  'data-path'?: string
}

const SCORES = listOf('score_list').map(({ id, label }) => ({ value: String(id), label }))

/** A score as five boxes with digit and word, and what each of them means. */
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
        {value !== '' && (
          <UnstyledButton className={classes.clear} onClick={() => onChange('')}>
            {`Clear ${label}`}
          </UnstyledButton>
        )}
      </div>
      <div
        className={classes.five}
        role="radiogroup"
        aria-label={label}
        aria-required
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-about`}
        data-wrong={Boolean(error) || undefined}
      >
        {SCORES.map((score) => (
          <label key={score.value} className={classes.box} data-score={score.value}>
            <input
              type="radio"
              name={id}
              value={score.value}
              checked={value === score.value}
              onChange={() => onChange(score.value)}
            />
            <b>{score.value}</b> <span>{score.label}</span>
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

/** What the office says that each score means; the chosen one stands out. */
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
