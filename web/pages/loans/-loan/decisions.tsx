import { Radio, Stack, Text, Textarea } from '@mantine/core'
import { formatAmount, formatDifference } from '#domain/custody/amounts.ts'
import type { Loan, LoanPiece } from '#domain/custody/loans/contract.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useReadAgain } from '#web/lib/http/read_again.ts'
import { mailedHolder } from '#web/ui/custody/mailed_holder.ts'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { DateField } from '#web/ui/forms/date_field.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'

interface OfLoan {
  loan: Loan
  close: () => void
}
interface OfPiece extends OfLoan {
  piece: LoanPiece
}

const atLoan = ({ number }: Loan) => ({ params: { number } })

/** Grants an extension, until the day asked for or another one, or refuses it. */
export function DecideExtension({ loan, granted, close }: OfLoan & { granted: boolean }) {
  const asked = loan.extension?.until ?? ''
  const form = useEndpointForm(api.loans.decideExtension, {
    initial: { until: asked, note: '' },
    input: atLoan(loan),
    toBody: ({ until, note }) => ({ granted, note, ...(granted && { until }) }),
    onDone: close,
    onFault: useReadAgain(),
  })
  return (
    <FormDialog
      title={granted ? `Extend ${loan.number}` : `Refuse the extension of ${loan.number}`}
      form={form}
      close={close}
      submit={granted ? 'Grant' : 'Refuse'}
    >
      {granted && (
        <DateField
          label="New due date"
          description={`Asked for: ${asked}. Due now: ${loan.due_on ?? '-'}.`}
          withAsterisk
          {...form.fields.getInputProps('until')}
        />
      )}
      <Textarea
        label="Note to the holder"
        autosize
        minRows={2}
        data-autofocus
        {...form.fields.getInputProps('note')}
      />
      <MailRecipients of={api.loans.decideExtension} to={{ holder: mailedHolder(loan) }} saying="the note" />
    </FormDialog>
  )
}

/** Allows or refuses that a piece goes to another place or a colleague. */
export function DecideMove({ loan, piece, granted, close }: OfPiece & { granted: boolean }) {
  const form = useEndpointForm(api.loans.decideMove, {
    initial: { note: '' },
    input: atLoan(loan),
    toBody: ({ note }) => ({ piece: piece.piece, granted, note }),
    onDone: close,
    onFault: useReadAgain(),
  })
  return (
    <FormDialog
      title={granted ? `Allow the move of ${piece.name}` : `Refuse the move of ${piece.name}`}
      form={form}
      close={close}
      submit={granted ? 'Allow' : 'Refuse'}
    >
      <Text size="sm">{`To ${piece.move?.to ?? '-'}. ${loan.borrower_name} stays responsible for the piece.`}</Text>
      <Textarea
        label="Note to the holder"
        autosize
        minRows={2}
        data-autofocus
        {...form.fields.getInputProps('note')}
      />
      <MailRecipients of={api.loans.decideMove} to={{ holder: mailedHolder(loan) }} saying="the note" />
    </FormDialog>
  )
}

/** Resolves a difference between what was sent and what was found. */
export function ResolveDifference({ loan, piece, close }: OfPiece) {
  const { unit, sent, found, open_difference } = piece
  const form = useEndpointForm(api.loans.resolve, {
    initial: { how: 'weigh_again' as 'accept' | 'loss' | 'weigh_again', reason: '' },
    input: atLoan(loan),
    toBody: (values) => ({ ...values, piece: piece.piece, version: piece.version }),
    onDone: close,
    onFault: useReadAgain(),
  })
  const difference = open_difference ?? 0
  return (
    <FormDialog title={`Difference of ${piece.name}`} form={form} close={close} submit="Resolve" size="lg">
      <Text size="sm">
        {`Sent ${formatAmount(unit, sent ?? 0)}, found ${formatAmount(unit, found ?? 0)}: `}
        <b>{formatDifference(unit, difference)}</b>
      </Text>
      <Radio.Group label="What becomes of it" withAsterisk {...form.fields.getInputProps('how')}>
        <Stack gap="xs" mt={4}>
          <Radio
            value="weigh_again"
            label="The holder weighs it again"
            description="They are e-mailed; the difference stays open until they answer."
          />
          <Radio
            value="accept"
            label="What was found is the amount on record"
            description="The difference is recorded as a measured difference."
          />
          {difference < 0 && (
            <Radio
              value="loss"
              label="It is a handling loss"
              description="The missing amount is recorded as lost in handling."
            />
          )}
        </Stack>
      </Radio.Group>
      <Textarea label="Reason" withAsterisk autosize minRows={2} {...form.fields.getInputProps('reason')} />
      <MailRecipients
        of={api.loans.resolve}
        to={{ holder: form.fields.getValues().how === 'weigh_again' ? mailedHolder(loan) : [] }}
      />
    </FormDialog>
  )
}

/** Proposes to write a piece off; another person confirms it. */
export function ProposeWriteOff({ loan, piece, close }: OfPiece) {
  const form = useEndpointForm(api.loans.proposeWriteOff, {
    initial: { reason: '' },
    input: atLoan(loan),
    toBody: ({ reason }) => ({ piece: piece.piece, reason, version: piece.version }),
    onDone: close,
    onFault: useReadAgain(),
  })
  return (
    <FormDialog title={`Write off ${piece.name}`} form={form} close={close} submit="Propose">
      <Text size="sm">
        {`${formatAmount(piece.unit, piece.present)} would be lost for good. Nothing changes until a second person confirms it; one of the two is of the office.`}
      </Text>
      <Textarea
        label="Reason"
        withAsterisk
        autosize
        minRows={3}
        data-autofocus
        {...form.fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}

/** A piece that was said to be lost is not: it stays with its holder. */
export function NotLost({ loan, piece, close }: OfPiece) {
  const form = useEndpointForm(api.loans.notLost, {
    initial: { reason: '' },
    input: atLoan(loan),
    toBody: ({ reason }) => ({ piece: piece.piece, reason }),
    onDone: close,
    onFault: useReadAgain(),
  })
  return (
    <FormDialog title={`${piece.name} is not lost`} form={form} close={close} submit="Take back">
      <Text size="sm">
        {piece.write_off
          ? 'The proposed write-off is taken back; the piece stays where it is on record.'
          : 'What the holder said is taken back; the piece stays with them on record.'}
      </Text>
      <Textarea
        label="Reason"
        withAsterisk
        autosize
        minRows={2}
        data-autofocus
        {...form.fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}

/** Says what became of something that came back without having been lent. */
export function SettleUnlent({ loan, entry, close }: OfLoan & { entry: Loan['unlent'][number] }) {
  const form = useEndpointForm(api.loans.settleUnlent, {
    initial: { resolution: '' },
    input: atLoan(loan),
    toBody: ({ resolution }) => ({ entry: entry.entry, resolution }),
    onDone: close,
    onFault: useReadAgain(),
  })
  return (
    <FormDialog title={`Settle: ${entry.description}`} form={form} close={close} submit="Settle">
      {entry.note && <Text size="sm">{entry.note}</Text>}
      <Textarea
        label="What became of it"
        withAsterisk
        autosize
        minRows={2}
        data-autofocus
        {...form.fields.getInputProps('resolution')}
      />
    </FormDialog>
  )
}
