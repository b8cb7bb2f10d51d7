import { Text, Textarea, type TextareaProps } from '@mantine/core'
import { countWords, tooManyWords } from '#domain/text.ts'
import classes from './word_text.module.css'

interface WordTextProps extends TextareaProps {
  value?: string
  words: number
  /** '/ 150 words'; the sample descriptions write only '/ 200'. */
  unit?: string
}

/** Several lines of text with a counter of words: 'N / 150 words', and 'Max 150 words' above. */
export function WordText({ words, unit = ' words', error, value = '', ...rest }: WordTextProps) {
  const count = countWords(value)
  const over = count > words
  return (
    <div className={classes.text}>
      <Textarea
        autosize
        minRows={4}
        maxRows={24}
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
