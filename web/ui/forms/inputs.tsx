import { Text, Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core'
import { countWords, tooManyWords } from '#domain/text.ts'
import classes from './inputs.module.css'

interface WordTextProps extends TextareaProps {
  value?: string
  words: number
  /** '/ 150 words'; the sample descriptions write only '/ 200'. */
  unit?: string
}

/** A text area with a word counter: 'N / 150 words'. */
export function WordText({ words, unit = ' words', error, value = '', ...rest }: WordTextProps) {
  const count = countWords(value)
  const over = count > words
  return (
    <div className={classes.text}>
      <Textarea
        autosize
        minRows={4}
        maxRows={24}
        {...(!rest.label && { classNames: { description: classes.beside } })}
        {...rest}
        value={value}
        error={over ? tooManyWords(words) : error}
      />
      <Text size="xs" className={classes.count} c={over ? 'var(--mantine-color-error)' : 'dimmed'}>
        {count} / {words}
        {unit}
      </Text>
    </div>
  )
}

/** A whole number as text; the letter e, an exponent in number inputs, is blocked. */
export const DigitsField = (props: TextInputProps) => (
  <TextInput
    {...props}
    type="number"
    min={0}
    onKeyDown={(event) => {
      if (event.key.toLowerCase() === 'e') event.preventDefault()
    }}
  />
)
