import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { PDF } from '#domain/upload.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { CsvButton } from '../../actions/buttons.tsx'
import { WaitingDialog } from '../../dialogs/dialog.tsx'
import { type Chosen, FileField, NOTHING_CHOSEN } from '../../forms/file_field.tsx'
import { ActForm, type LoanActProps } from './parts.tsx'

/** The agreement of a loan: its PDF to sign, and the signed copy back. */
export function SignForm({ loan, close }: LoanActProps) {
  const [chosen, setChosen] = useState<Chosen>(NOTHING_CHOSEN)
  const form = useEndpointForm(api.loans.uploadSigned, {
    initial: { file: null as File | null },
    input: { params: { number: loan.number } },
    toBody: ({ file }) => ({ file: file! }),
    onDone: close,
  })
  return (
    <ActForm
      form={form}
      close={close}
      submit="Send the signed agreement"
      why={chosen.file === null ? 'Choose the signed PDF.' : chosen.why || null}
    >
      <p>
        Read and sign the agreement, by hand or electronically, and send it back as a PDF. The office signs it
        then.
      </p>
      <CsvButton call={api.loans.agreementPdf} input={{ params: { number: loan.number } }}>
        {`Agreement of ${loan.number} (PDF)`}
      </CsvButton>
      <FileField
        label="Signed agreement"
        kind={PDF}
        value={chosen.file}
        name={chosen.name}
        error={chosen.why || form.fields.errors.file}
        onChange={(next) => {
          setChosen(next)
          form.fields.setFieldValue('file', next.file)
        }}
      />
      <WaitingDialog open={form.progress !== null && form.waiting} progress={form.progress} />
    </ActForm>
  )
}

/** What was done with the pieces of a loan; it is needed to close it. */
export function ReportForm({ loan, close }: LoanActProps) {
  const [chosen, setChosen] = useState<Chosen>(NOTHING_CHOSEN)
  const form = useEndpointForm(api.loans.uploadReport, {
    initial: { file: null as File | null, note: '' },
    input: { params: { number: loan.number } },
    draft: `loans/${loan.number}/report`,
    toBody: ({ file, note }) => ({ file: file!, note }),
    onDone: close,
  })
  return (
    <ActForm
      form={form}
      close={close}
      submit="Send the report of use"
      why={chosen.file === null ? 'Choose the PDF of the report.' : chosen.why || null}
    >
      <p>
        {loan.report_of_use
          ? 'You have sent a report. Another one is added to it.'
          : 'What you did with each piece and what is left of it. The loan is closed with it; publications can follow later.'}
      </p>
      <FileField
        label="Report of use"
        kind={PDF}
        value={chosen.file}
        name={chosen.name}
        error={chosen.why || form.fields.errors.file}
        onChange={(next) => {
          setChosen(next)
          form.fields.setFieldValue('file', next.file)
        }}
      />
      <Textarea label="Note" autosize minRows={2} maxRows={8} {...form.fields.getInputProps('note')} />
      <WaitingDialog open={form.progress !== null && form.waiting} progress={form.progress} />
    </ActForm>
  )
}
