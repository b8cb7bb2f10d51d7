import { Button, Group, NumberInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { LiveChair } from '#domain/meetings/live_contract.ts'
import { api } from '#web/lib/http/api.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import { useChairCommand } from './commands.ts'

interface MinutesDialogProps {
  meeting_id: number
  item: Pick<LiveChair['docket'][number], 'proposal_id' | 'minutes'> | null
  close: () => void
}

/** How many minutes a proposal has. */
export const MinutesDialog = ({ item, ...rest }: MinutesDialogProps) => (
  <Dialog
    open={item !== null}
    onClose={rest.close}
    message={<b>{`Minutes for ${item?.proposal_id ?? ''}`}</b>}
    size="sm"
  >
    {item && <MinutesForm key={item.proposal_id} item={item} {...rest} />}
  </Dialog>
)

function MinutesForm({
  meeting_id,
  item,
  close,
}: MinutesDialogProps & { item: NonNullable<MinutesDialogProps['item']> }) {
  const [minutes, setMinutes] = useState<number | string>(item.minutes ?? '')
  const save = useChairCommand(api.meetings.minutes, { onDone: close })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run({
      params: { id: meeting_id },
      body: { proposal_id: item.proposal_id, minutes: Number(minutes) },
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <NumberInput
        label="Minutes in all"
        data-autofocus
        data-path="minutes"
        allowDecimal={false}
        min={1}
        max={240}
        value={minutes}
        onChange={setMinutes}
      />
      <InlineMessage />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <WriteButton type="submit" loading={save.pending} why={minutes === '' ? 'Enter the minutes.' : null}>
          Save
        </WriteButton>
      </Group>
    </form>
  )
}
