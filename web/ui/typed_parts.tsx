import { Button, CopyButton, Stack, Text, Textarea } from '@mantine/core'
import { time } from '#web/lib/format/format.ts'
import { Section } from './section.tsx'

interface TypedPartsProps {
  /** What was typed, field by field. */
  parts: readonly { label: string; text: string }[]
  /** Until when. */
  at: string
  /** What stands beside it without it: 'the proposal below is without it'. */
  but?: string
}

/** What was typed into a form that is closed now, and is not saved: to be read and copied out. */
export function TypedParts({ parts, at, but }: TypedPartsProps) {
  if (parts.length === 0) return null
  const all = parts.map(({ label, text }) => `${label}\n${text || '-'}`).join('\n\n')
  return (
    <Section
      title="Typed, not saved"
      aside={
        <CopyButton value={all}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" onClick={copy}>
              {copied ? 'Copied' : 'Copy all'}
            </Button>
          )}
        </CopyButton>
      }
    >
      <Stack gap="sm">
        <Text>
          {`This was typed until ${time(at)} and never saved${but ? `; ${but}` : ''}. It is kept on this device, and comes back into the form if the form opens again.`}
        </Text>
        {parts.map(({ label, text }) => (
          <Textarea
            key={label}
            label={label}
            value={text || '-'}
            readOnly
            autosize
            minRows={1}
            maxRows={12}
          />
        ))}
      </Stack>
    </Section>
  )
}
