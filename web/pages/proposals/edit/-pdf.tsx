import { Checkbox, Stack, Text } from '@mantine/core'
import { LABEL } from '#domain/proposals/fields.ts'
import { PDF } from '#domain/upload.ts'
import { FileField } from '#web/ui/forms/file_field.tsx'
import { Attachment } from '#web/ui/proposal/proposal_text.tsx'
import { type FormFields, whyNotUpload } from './-values.ts'

interface PdfProps {
  fields: FormFields
  id: number
  /** The name of the PDF that is saved. */
  saved: string | null
}

/** The attached PDF: keep, replace or remove it. */
export function Pdf({ fields, id, saved }: PdfProps) {
  const values = fields.getValues()
  const { file, remove_file } = values
  const name = file?.name ?? values.file_name
  return (
    <Stack gap="sm" data-holds="file file_name file_why remove_file" data-name={LABEL.file}>
      {saved !== null && (
        <Text>
          Saved: <Attachment id={id} name={saved} />
        </Text>
      )}
      <div data-path="file">
        <FileField
          label={saved === null ? LABEL.file : `Another ${LABEL.file}`}
          description="PDF only, at most 50 MB."
          kind={PDF}
          value={file}
          name={name}
          onChange={(chosen) => {
            fields.setFieldValue('file_name', chosen.name)
            fields.setFieldValue('file_why', chosen.why)
            fields.setFieldValue('file', chosen.file)
            fields.clearFieldError('file')
          }}
          error={whyNotUpload(values) ?? fields.errors.file}
        />
      </div>
      {saved !== null && !name && (
        <Checkbox
          label="Remove the saved PDF"
          checked={remove_file}
          onChange={({ currentTarget: { checked } }) => fields.setFieldValue('remove_file', checked)}
        />
      )}
    </Stack>
  )
}
