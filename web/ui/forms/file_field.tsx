import { Button, FileButton, Group, Input, Paper, Text } from '@mantine/core'
import { IconFile, IconUpload, IconX } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { type FileKind, whyNotFile } from '#domain/upload.ts'

/** The chosen file, its name, and why it cannot be uploaded ('' if it can). */
export interface Chosen {
  file: File | null
  name: string
  why: string
}

export const NOTHING_CHOSEN: Chosen = { file: null, name: '', why: '' }

interface FileFieldProps {
  label: string
  /** The file; `name` alone after a draft was restored. */
  value: File | null
  name?: string
  onChange: (chosen: Chosen) => void
  kind: FileKind
  description?: string
  /** Why it cannot be uploaded, or any other error. */
  error?: React.ReactNode
}

const sizeOf = ({ size }: File) =>
  size < 100_000 ? `${Math.ceil(size / 1000)} kB` : `${(size / 1e6).toFixed(1)} MB`

function chosenFrom(files: readonly File[], kind: FileKind): Chosen {
  const [file, ...more] = files
  if (!file) return NOTHING_CHOSEN
  if (more.length === 0) return { file, name: file.name, why: whyNotFile(file, kind) ?? '' }
  const name = files.map((one) => one.name).join(', ')
  return { file: null, name, why: `Only one file can be uploaded; ${files.length} were dropped.` }
}

/** A file input with drag and drop. A refused file stays visible with the reason until it is removed. */
export function FileField({
  label,
  value,
  name = value?.name ?? '',
  onChange,
  kind,
  description,
  error,
}: FileFieldProps) {
  const [over, setOver] = useState(false)
  const forget = useRef<() => void>(null)
  const take = (files: readonly File[]) => {
    if (files.length > 0) onChange(chosenFrom(files, kind))
    // Otherwise choosing the same file again would not fire a change event.
    forget.current?.()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files])
  }
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error && <span role="alert">{error}</span>}
      labelElement="div"
    >
      <Paper
        withBorder
        bd={error ? '1px solid var(--mantine-color-error)' : undefined}
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
            resetRef={forget}
            accept={`${kind.type},${kind.end}`}
            onChange={(file) => file && take([file])}
            inputProps={{ 'aria-label': label }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
                Choose file
              </Button>
            )}
          </FileButton>
          {name ? (
            <Group gap={6}>
              <IconFile size={16} aria-hidden />
              <Text style={{ overflowWrap: 'anywhere' }}>
                <bdi>{name}</bdi>
                {value && ` (${sizeOf(value)})`}
              </Text>
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<IconX size={14} aria-hidden />}
                onClick={() => onChange(NOTHING_CHOSEN)}
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
