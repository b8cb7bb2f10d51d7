import { TextInput, type TextInputProps } from '@mantine/core'

/** A whole number as text: the letter e, which a field of numbers would take for a power of ten, is blocked. */
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
