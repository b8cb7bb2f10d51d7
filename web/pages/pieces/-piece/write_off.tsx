import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { PieceDetail } from '#domain/custody/pieces/contract.ts'
import { day } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useReadAgain } from '#web/lib/http/read_again.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { NextActCard } from '#web/ui/custody/next_act.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'

interface FormProps {
  piece: PieceDetail
  close: () => void
}

/** Proposes to write off a piece in the vault. */
export function WriteOff({ piece, close }: FormProps) {
  const { address, name, version, write_off_does } = piece
  const form = useEndpointForm(api.pieces.proposeWriteOff, {
    initial: { reason: '' },
    input: { params: { address } },
    toBody: ({ reason }) => ({ reason, version }),
    onDone: close,
    onFault: useReadAgain(),
  })
  return (
    <FormDialog title={`Write off ${name}`} form={form} close={close} submit="Propose">
      <Text size="sm">
        Nothing changes until a second person confirms it; one of the two is of the office. Until then it is
        neither packed, offered nor split. No e-mail is sent; the write-off appears on the Dashboard of those
        who can confirm it.
      </Text>
      <Text size="sm">{write_off_does}</Text>
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

/** The write-off of a piece that waits for a second person. */
export function ProposedWriteOff({ piece }: { piece: PieceDetail }) {
  const { address, name, version, write_off, write_off_does } = piece
  const ask = useConfirm()
  const confirm = useAction(api.pieces.confirmWriteOff, { onFault: useReadAgain() })
  const [withdrawing, setWithdrawing] = useState(false)
  if (!write_off) return null
  const { number, by, at, reason, why_not_confirm } = write_off
  return (
    <NextActCard
      title={`A write-off of ${name} is proposed`}
      buttons={
        <>
          <WriteButton variant="default" onClick={() => setWithdrawing(true)}>
            Withdraw the write-off
          </WriteButton>
          <WriteButton
            why={why_not_confirm}
            loading={confirm.pending}
            onClick={() =>
              void ask({
                question: `Write off ${name}?`,
                details: `${write_off_does} It is recorded with your name and that of ${by}; only a correction can undo it. Nobody is mailed.`,
                yes: 'WRITE OFF',
                act: () => confirm.run({ params: { address }, body: { version, write_off: number } }),
              })
            }
          >
            Confirm the write-off
          </WriteButton>
        </>
      }
    >
      <p>{`“${reason}” (${by}, ${day(at)})`}</p>
      <p>{write_off_does}</p>
      {withdrawing && <Withdraw piece={piece} number={number} close={() => setWithdrawing(false)} />}
    </NextActCard>
  )
}

function Withdraw({ piece, number, close }: FormProps & { number: number }) {
  const { address, name } = piece
  const form = useEndpointForm(api.pieces.withdrawWriteOff, {
    initial: { reason: '', write_off: number },
    input: { params: { address } },
    onDone: close,
    onFault: useReadAgain(),
  })
  return (
    <FormDialog title={`Withdraw the write-off of ${name}`} form={form} close={close} submit="Withdraw">
      <Text size="sm">
        {`${name} stays as it is and can be packed, offered and split again. No e-mail is sent.`}
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
