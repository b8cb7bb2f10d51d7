import { Button, Text, TextInput } from '@mantine/core'
import { useId } from 'react'
import { BANDS_BEST_FIRST, bandOf, scoreBand } from '#domain/staff/status.ts'
import { gradeOf, HIGHEST_GRADE, steppedGrade, whyNotGradeText } from './grade.ts'
import classes from './grade_field.module.css'

const BANDS = [...BANDS_BEST_FIRST].reverse()

interface GradeFieldProps {
  /** The accessible name: 'Your grade for 111'. */
  label: string
  value: string
  onChange: (text: string) => void
  onEnter: () => void
  disabled?: boolean
}

/** A grade typed or stepped by quarters, over the scale with the word of its band. */
export function GradeField({ label, value, onChange, onEnter, disabled = false }: GradeFieldProps) {
  const hint = useId()
  const grade = gradeOf(value)
  const band = bandOf(grade)
  const wrong = whyNotGradeText(value)
  const step = (by: 1 | -1) => onChange(steppedGrade(value, by))
  return (
    <>
      <div className={classes.line}>
        <Button
          variant="default"
          className={classes.step}
          aria-label="0.25 less"
          disabled={disabled || grade === 0}
          onClick={() => step(-1)}
        >
          −
        </Button>
        <TextInput
          classNames={{ input: classes.figure! }}
          aria-label={label}
          aria-describedby={hint}
          inputMode="decimal"
          autoComplete="off"
          data-path="grade"
          value={value}
          error={wrong !== null}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter()
            else if (event.key === 'ArrowUp') step(1)
            else if (event.key === 'ArrowDown') step(-1)
            else return
            event.preventDefault()
          }}
        />
        <Button
          variant="default"
          className={classes.step}
          aria-label="0.25 more"
          disabled={disabled || grade === HIGHEST_GRADE}
          onClick={() => step(1)}
        >
          +
        </Button>
      </div>
      <div className={classes.scale} aria-hidden>
        {grade !== null && <u style={{ left: `${(100 * grade) / HIGHEST_GRADE}%` }} />}
        {BANDS.map(({ code }) => (
          <i key={code} />
        ))}
        {BANDS.map(({ code, label: word }) => (
          <span key={code} data-on={code === band || undefined}>
            {word}
          </span>
        ))}
      </div>
      <Text
        id={hint}
        size="xs"
        c={wrong ? 'var(--mantine-color-error)' : 'dimmed'}
        role="status"
        mb={wrong ? 8 : 0}
      >
        {wrong ?? <span className={classes.heard}>{band === null ? '' : scoreBand.label(band)}</span>}
      </Text>
    </>
  )
}
