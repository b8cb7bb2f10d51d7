import { Checkbox, MultiSelect, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ResultDetail } from '#domain/results/contract.ts'
import { resultState } from '#domain/results/status.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { sampleKind } from '#web/ui/result/result_samples.tsx'
import classes from './results.module.css'

/** Begins a correction of a released result. */
export function CorrectionButton({ result }: { result: ResultDetail }) {
  const [open, setOpen] = useState(false)
  return (
    <div className={classes.buttons}>
      <WriteButton
        variant="default"
        size="compact-md"
        why={result.why_not_correct}
        onClick={() => setOpen(true)}
      >
        Correct
      </WriteButton>
      {open && <CorrectionDialog result={result} close={() => setOpen(false)} />}
    </div>
  )
}

interface Values {
  correction: string
  remove: number[]
  add: string[]
}

/** Samples offered at once; typing finds the others. */
const MAX_OPTIONS = 50

function CorrectionDialog({ result, close }: { result: ResultDetail; close: () => void }) {
  const { proposal_id: id, edition, sample_list } = result
  const catalogue = useCall(api.samples.everySample, {}, { staleTime: 60_000 }).data
  const form = useEndpointForm(api.results.correct, {
    initial: { correction: '', remove: [], add: [] } as Values,
    input: { params: { id } },
    draft: `results/${id}/correction`,
    toBody: ({ add, ...values }) => ({ ...values, add: add.map(Number) }),
    onDone: close,
  })
  const { fields } = form
  const has = new Set(sample_list.map(({ sample_id }) => sample_id))
  const toggle = (sample_id: number, on: boolean) =>
    fields.setFieldValue(
      'remove',
      on ? [...fields.values.remove, sample_id] : fields.values.remove.filter((one) => one !== sample_id),
    )
  return (
    <FormDialog
      title={`Correct the result of ${id}?`}
      form={form}
      close={close}
      submit="Begin correction"
      size="lg"
    >
      <Text size="sm">
        {`This begins version ${edition + 1}, a draft that is checked and released like the first. Until then the proposer reads version ${edition}, which stays on record. Samples are taken back and added when it is released.`}
      </Text>
      <Textarea
        label="What is corrected"
        description="The proposer reads it in the e-mail and above the result."
        withAsterisk
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
        {...fields.getInputProps('correction')}
      />
      {sample_list.length > 0 && (
        <Checkbox.Group label="Samples taken back" error={fields.errors.remove}>
          <Stack gap={6} mt={6} data-path="remove">
            {sample_list.map((sample) => (
              <Checkbox
                key={sample.sample_id}
                label={`${sample.name}, ${sampleKind(sample)}`}
                checked={fields.values.remove.includes(sample.sample_id)}
                onChange={(event) => toggle(sample.sample_id, event.currentTarget.checked)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <MultiSelect
        label="Samples added"
        placeholder="Search by name"
        searchable
        limit={MAX_OPTIONS}
        hidePickedOptions
        nothingFoundMessage="No sample has this name."
        data={(catalogue ?? [])
          .filter((sample) => !has.has(sample.id))
          .map((sample) => ({ value: String(sample.id), label: `${sample.name}, ${sampleKind(sample)}` }))}
        {...fields.getInputProps('add')}
      />
      <p className={classes.quiet}>A sample that is confirmed for someone else is refused.</p>
    </FormDialog>
  )
}

/** Removes a correction that is not released: the version before it stays the last one. */
export function CancelCorrection({ result }: { result: ResultDetail }) {
  const ask = useConfirm()
  const cancel = useAction(api.results.cancelCorrection)
  const { proposal_id: id, edition, state } = result
  if (edition === 1 || resultState.of(state).released) return null
  return (
    <WriteButton
      variant="subtle"
      color="red"
      size="compact-md"
      loading={cancel.pending}
      onClick={() =>
        ask({
          question: `Remove the correction of ${id}?`,
          details: (
            <Text size="sm">{`Version ${edition - 1} stays as it was released. No e-mail is sent.`}</Text>
          ),
          act: () => cancel.run({ params: { id } }),
        })
      }
    >
      Remove correction
    </WriteButton>
  )
}
