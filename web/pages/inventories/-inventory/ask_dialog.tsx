import { NumberInput, Text, TextInput } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { SystemContract } from '#domain/contract.ts'
import { REMINDER_DAYS_BEFORE, REMINDER_EVERY_DAYS } from '#domain/custody/inventories/rules.ts'
import type { ReplyOf } from '#domain/endpoint.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { ActForm } from '#web/ui/custody/acts/parts.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'

type Preview = ReplyOf<SystemContract['inventories']['preview']>

interface AskDialogProps {
  open: boolean
  close: () => void
}

/** Says whom an inventory mails, and asks for it. */
export const AskDialog = ({ open, close }: AskDialogProps) => (
  <Dialog open={open} onClose={close} message="Ask for an inventory?" size="lg">
    {open && <AskForm close={close} />}
  </Dialog>
)

function AskForm({ close }: { close: () => void }) {
  const preview = useCall(api.inventories.preview)
  return <Loaded query={preview}>{(shown) => <Form shown={shown} close={close} />}</Loaded>
}

const daysUntil = (until: string) =>
  Math.round((Date.parse(until) - Date.parse(new Date().toISOString().slice(0, 10))) / 86_400_000)

function Form({ shown, close }: { shown: Preview; close: () => void }) {
  const go = useGo()
  const form = useEndpointForm(api.inventories.ask, {
    initial: { name: shown.name, days: daysUntil(shown.until) },
    onDone: ({ id }) => {
      close()
      if (id !== undefined) void go(address('/inventories/$id', { id }))
    },
  })
  const { holders } = shown
  return (
    <ActForm
      form={form}
      close={close}
      submit={`Ask ${holders.length === 1 ? '1 holder' : `${holders.length} holders`}`}
    >
      <TextInput label="Name" {...form.fields.getInputProps('name')} />
      <NumberInput label="Days to answer" min={1} w={160} {...form.fields.getInputProps('days')} />
      <Text size="sm">
        {`Each of these holders gets one e-mail with a list of their pieces. They are reminded ${REMINDER_DAYS_BEFORE} days before the last day, on it, and every ${REMINDER_EVERY_DAYS} days after it.${also(shown)}`}
      </Text>
      <DataTable
        label="Who is mailed"
        rows={holders}
        rowKey={({ email }) => email}
        columns={[
          { header: 'Holder', title: true, cell: ({ name }) => name, secondLine: (row) => row.affiliation },
          { header: 'E-mail', cell: ({ email }) => email },
          { header: 'Pieces', width: 80, align: 'right', cell: ({ pieces }) => pieces },
        ]}
        empty={<EmptyState title="Nobody who holds pieces has an account." />}
      />
    </ActForm>
  )
}

/** What is asked for beside: of people without an account, and what is on its way. */
const also = ({ without_account, on_its_way }: Preview) =>
  [
    without_account > 0 &&
      ` ${pieces(without_account)} with someone who has no account: the office answers for ${without_account === 1 ? 'it' : 'them'}.`,
    on_its_way > 0 && ` ${pieces(on_its_way)} on the way: asked for once received.`,
  ]
    .filter(Boolean)
    .join('')
const pieces = (n: number) => (n === 1 ? '1 piece is' : `${n} pieces are`)
