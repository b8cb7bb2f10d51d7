import { NumberInput, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import type { SystemContract } from '#domain/contract.ts'
import type { ReplyOf } from '#domain/endpoint.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'

export type Adjusted = ReplyOf<SystemContract['staff']['adjusted']>

/** The office's dialog for the place of the line. */
export default function SetLine({ order, close }: { order: Adjusted; close: () => void }) {
  const inUrl = useLocation({ select: ({ search }) => (search as Record<string, unknown>).term_id })
  const form = useEndpointForm(api.panel.saveLine, {
    initial: { line: order.line_from === 'set' ? order.line : '', version: order.line_version },
    input: { query: { term_id: inUrl === undefined ? undefined : Number(inUrl) } },
    onDone: close,
  })
  return (
    <FormDialog title="Set the line" form={form} close={close} submit="Save">
      <Text size="sm">
        The line divides the ranking where the samples run out. Proposals whose place may be on either side of
        it are the tie zone. Each member counts the places in the list that they may see.
      </Text>
      <NumberInput
        label="Places above the line"
        description="Empty: as many as the material at hand serves, going down the ranking until nothing is left for a proposal."
        data-autofocus
        min={1}
        allowDecimal={false}
        allowNegative={false}
        {...form.fields.getInputProps('line')}
      />
    </FormDialog>
  )
}
