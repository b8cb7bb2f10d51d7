import { Button, Stack, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { Note } from './note.tsx'

interface SecretOnceProps {
  /** What it is: 'Token'. */
  label: string
  value: string
  /** What to do with it. */
  note: ReactNode
}

/** A secret that cannot be shown again, with Copy. */
export function SecretOnce({ label, value, note }: SecretOnceProps) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  // Without a clipboard (http, a refusal) the text is selected, to be copied by hand.
  const copy = () => {
    field.current?.select()
    void navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => {},
    )
  }
  return (
    <Stack gap="md" align="stretch">
      <Note kind="warn" title="It is shown only once.">
        {note}
      </Note>
      <TextInput
        ref={field}
        label={label}
        value={value}
        readOnly
        autoComplete="off"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div>
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
          data-autofocus
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </Stack>
  )
}
