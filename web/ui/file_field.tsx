import { Button, FileButton, Group, Input, Paper, Text } from '@mantine/core'
import { IconFile, IconUpload, IconX } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useBanner } from '#web/lib/banner.tsx'

interface FileFieldProps {
  label: string
  value: File | null
  onChange: (file: File | null) => void
  /** The kind of file: its media type, the end of its name, and what is said of any other. */
  kind: { type: string; end: string; wrong: string }
  maxBytes: number
  tooLarge: string
  description?: string
  error?: React.ReactNode
}

/** The one kind of file that proposals take. */
export const PDF = { type: 'application/pdf', end: '.pdf', wrong: 'Only PDF files can be uploaded.' }

const sizeOf = ({ size }: File) =>
  size < 100_000 ? `${Math.ceil(size / 1000)} kB` : `${(size / 1e6).toFixed(1)} MB`

/** One file, chosen or dropped; a wrong kind or size is refused with an alert. */
export function FileField({
  label,
  value,
  onChange,
  kind,
  maxBytes,
  tooLarge,
  description,
  error,
}: FileFieldProps) {
  const banner = useBanner()
  const [over, setOver] = useState(false)

  const take = (file: File | null | undefined) => {
    if (!file) return
    if (!file.name.toLowerCase().endsWith(kind.end)) banner.show('alert', kind.wrong)
    else if (file.size > maxBytes) banner.show('alert', tooLarge)
    else onChange(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      <Paper
        withBorder
        p="sm"
        mt={4}
        bg={over ? 'var(--mantine-primary-color-light)' : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Group gap="sm">
          <FileButton
            accept={`${kind.type},${kind.end}`}
            onChange={take}
            inputProps={{ 'aria-label': label }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
                Choose file
              </Button>
            )}
          </FileButton>
          {value ? (
            <Group gap={6}>
              <IconFile size={16} aria-hidden />
              <Text>
                {value.name} ({sizeOf(value)})
              </Text>
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<IconX size={14} aria-hidden />}
                onClick={() => onChange(null)}
              >
                Remove
              </Button>
            </Group>
          ) : (
            <Text c="dimmed">or drop it here</Text>
          )}
        </Group>
      </Paper>
    </Input.Wrapper>
  )
}
