import { Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatAmount } from '#domain/custody/amounts.ts'
import type { Loan } from '#domain/custody/loans/contract.ts'
import { PDF } from '#domain/upload.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useReadAgain } from '#web/lib/http/read_again.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { type Chosen, FileField, NOTHING_CHOSEN } from '#web/ui/forms/file_field.tsx'

interface OfLoan {
  loan: Loan
  close: () => void
}

const PAPERS = {
  countersign: {
    call: api.loans.countersign,
    title: 'Countersigned agreement',
    submit: 'Countersign',
    text: 'The agreement is then complete, and the pieces can be packed.',
  },
  customs: {
    call: api.loans.uploadCustoms,
    title: 'Customs paper',
    submit: 'Upload',
    text: 'It is kept with the papers of the loan; its holder can read it.',
  },
} as const

/** Uploads a paper of a loan as PDF: the agreement with both signatures, or a paper for customs. */
export function UploadPaper({ loan, paper, close }: OfLoan & { paper: keyof typeof PAPERS }) {
  const { call, title, submit, text } = PAPERS[paper]
  const [chosen, choose] = useState<Chosen>(NOTHING_CHOSEN)
  // Both take one file; only who may use them differs.
  const form = useEndpointForm(call as typeof api.loans.countersign, {
    initial: { file: null as File | null },
    input: { params: { number: loan.number } },
    toBody: ({ file }) => ({ file: file ?? undefined }) as never,
    onDone: close,
    onFault: useReadAgain(),
  })
  return (
    <FormDialog
      title={`${title} of ${loan.number}`}
      form={form}
      close={close}
      submit={submit}
      disabled={chosen.file === null || chosen.why !== ''}
    >
      <Text size="sm">{text}</Text>
      <FileField
        label={title}
        kind={PDF}
        value={chosen.file}
        name={chosen.name}
        error={chosen.why || form.fields.errors.file}
        onChange={(next) => {
          choose(next)
          form.fields.setFieldValue('file', next.file)
        }}
      />
    </FormDialog>
  )
}

/** Chooses the parts that go out in place of a piece that was split in curation. */
export function ChooseParts({ loan, close }: OfLoan) {
  const whole = loan.piece_list.filter(({ parts }) => parts.length === 0).map(({ piece }) => piece)
  const split = loan.piece_list.filter(({ parts }) => parts.length > 0)
  const form = useEndpointForm(api.loans.choosePieces, {
    initial: { pieces: [] as string[], reason: '' },
    input: { params: { number: loan.number } },
    toBody: ({ pieces, reason }) => ({ pieces: [...whole, ...pieces], reason, version: loan.version }),
    onDone: close,
    onFault: useReadAgain(),
  })
  return (
    <FormDialog title={`Pieces of ${loan.number}`} form={form} close={close} submit="Choose">
      {split.map((piece) => (
        <Checkbox.Group
          key={piece.piece}
          label={`In place of ${piece.name}`}
          {...form.fields.getInputProps('pieces')}
        >
          <Stack gap="xs" mt={4}>
            {piece.parts.map((part) => (
              <Checkbox
                key={part.piece}
                value={part.piece}
                label={`${part.name}, ${formatAmount(part.unit, part.present)}`}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      ))}
      <Textarea label="Note" autosize minRows={2} {...form.fields.getInputProps('reason')} />
    </FormDialog>
  )
}
