import { Checkbox, Stack, Text } from '@mantine/core'
import { FILE_TOO_LARGE, MAX_FILE_BYTES } from '#domain/proposals/input.ts'
import { FileField, PDF } from '#web/ui/file_field.tsx'
import { Attachment } from '#web/ui/proposal/attachment.tsx'
import type { FormFields } from './-form.ts'

interface PdfProps {
  fields: FormFields
  id: number
  /** The name of the PDF that is saved. */
  saved: string | null
}

/** The PDF that goes with the proposal: the saved one, another in its place, or none. */
export function Pdf({ fields, id, saved }: PdfProps) {
  const { file, file_name, remove_file } = fields.getValues()
  return (
    <Stack gap="sm" data-path="file" data-holds="file file_name remove_file" data-name="PDF">
      {saved !== null && (
        <Text>
          Saved: <Attachment id={id} name={saved} />
        </Text>
      )}
      <FileField
        label={saved === null ? 'PDF' : 'Another PDF'}
        description="PDF only, at most 50 MB."
        kind={PDF}
        maxBytes={MAX_FILE_BYTES}
        tooLarge={FILE_TOO_LARGE}
        value={file}
        onChange={(next) => {
          fields.setFieldValue('file_name', next?.name ?? '')
          fields.setFieldValue('file', next)
        }}
        error={fields.errors.file}
      />
      {!file && file_name && (
        <Text c="var(--mantine-color-error)" role="status">
          A file can not be kept in a draft: please choose {file_name} again.
        </Text>
      )}
      {saved !== null && !file && (
        <Checkbox
          label="Remove the saved PDF"
          checked={remove_file}
          onChange={({ currentTarget: { checked } }) => fields.setFieldValue('remove_file', checked)}
        />
      )}
    </Stack>
  )
}
