import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatAmount, type Unit } from '#domain/custody/amounts.ts'
import { type PieceState, pieceState } from '#domain/custody/status.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { WriteButton } from '../actions/write_button.tsx'
import { useConfirm } from '../dialogs/confirm.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { ActForm } from './acts/parts.tsx'

interface OfferButtonsProps {
  address: string
  name: string
  state: PieceState
  unit: Unit
  present: number
  /** Why it is not put on offer now, or null. */
  why?: string | null
}

const { IN_CURATION, RETURNED, ON_OFFER } = pieceState.code

/** Puts a piece that came back on offer, or takes it off again; nothing for a piece that is out. */
export function OfferButtons(piece: OfferButtonsProps) {
  const { address, name, state, unit, present, why = null } = piece
  const ask = useConfirm()
  const offer = useAction(api.offers.offer)
  const [taking, take] = useState(false)
  if (state === ON_OFFER)
    return (
      <>
        <WriteButton variant="default" onClick={() => take(true)}>
          Take off offer
        </WriteButton>
        <Dialog open={taking} onClose={() => take(false)} message={`Take ${name} off offer?`}>
          {taking && <TakeOffForm address={address} close={() => take(false)} />}
        </Dialog>
      </>
    )
  if (state !== IN_CURATION && state !== RETURNED) return null
  return (
    <WriteButton
      variant="default"
      why={why ?? (present === 0 ? 'Nothing is left of it.' : null)}
      loading={offer.pending}
      onClick={() =>
        void ask({
          question: `Put ${name} on offer with ${formatAmount(unit, present)}?`,
          yes: 'Put on offer',
          no: 'Cancel',
          details:
            'It can be asked for and promised again, with its present weight in the catalogue. Nobody is mailed.',
          act: () => offer.run({ params: { address } }),
        })
      }
    >
      Put on offer
    </WriteButton>
  )
}

function TakeOffForm({ address, close }: { address: string; close: () => void }) {
  const form = useEndpointForm(api.offers.takeOff, {
    initial: { reason: '' },
    input: { params: { address } },
    onDone: close,
  })
  return (
    <ActForm form={form} close={close} submit="Take off offer">
      It can no longer be asked for. Requests that name it stay, and are named afterwards.
      <Textarea label="Reason" withAsterisk autosize minRows={2} {...form.fields.getInputProps('reason')} />
    </ActForm>
  )
}
