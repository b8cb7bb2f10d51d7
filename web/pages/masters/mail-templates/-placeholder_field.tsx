import { Input } from '@mantine/core'
import { type ReactNode, type Ref, useId } from 'react'
import { segmentsOf } from '#domain/placeholders.ts'
import classes from './-templates.module.css'

interface PlaceholderFieldProps {
  ref: Ref<HTMLTextAreaElement>
  label: string
  /** At the right of the label. */
  beside?: ReactNode
  value: string
  onChange: (value: string) => void
  onFocus: () => void
  /** Names that are marked as unknown. */
  unknown: readonly string[]
  error: ReactNode
  /** One line; what is pasted loses its line breaks. */
  singleLine?: boolean
  'data-path': string
}

/** A text field in which placeholders are marked. */
export function PlaceholderField(props: PlaceholderFieldProps) {
  const { ref, label, beside, value, onChange, onFocus, unknown, error, singleLine = false } = props
  const id = useId()
  return (
    <Input.Wrapper
      id={id}
      label={label}
      withAsterisk
      error={error}
      labelProps={{ style: { display: 'inline-flex' } }}
      inputContainer={(field) => (
        <>
          {beside}
          {field}
        </>
      )}
    >
      <div
        className={classes.field}
        data-error={Boolean(error) || undefined}
        data-rows={!singleLine || undefined}
      >
        <div className={classes.marks} aria-hidden>
          {segmentsOf(value).map(({ text, placeholder }, i) =>
            placeholder === null ? (
              text
            ) : (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are the text itself
                key={i}
                className={classes.marked}
                data-unknown={unknown.includes(placeholder) || undefined}
              >
                {text}
              </span>
            ),
          )}
          {/* The last line has a height also while it is empty. */}
          {'\u200B'}
        </div>
        <textarea
          ref={ref}
          id={id}
          data-path={props['data-path']}
          rows={1}
          required
          aria-invalid={Boolean(error)}
          {...(error && { 'aria-describedby': `${id}-error` })}
          value={value}
          spellCheck
          onFocus={onFocus}
          onKeyDown={(event) => {
            if (singleLine && event.key === 'Enter') event.preventDefault()
          }}
          onChange={({ currentTarget }) =>
            onChange(singleLine ? currentTarget.value.replace(/\s*\n\s*/gu, ' ') : currentTarget.value)
          }
        />
      </div>
    </Input.Wrapper>
  )
}
