import { Select, Text, Textarea } from '@mantine/core'
import type { ResultDetail, TextFinding, UnmetRequest } from '#domain/results/contract.ts'
import { FINDING_KINDS, REASON_NAMES, REASONS, type Reason, resultState } from '#domain/results/status.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import classes from './results.module.css'

interface Values {
  text: string
  correction: string
  reasons: { priority: number; reason: Reason | null }[]
  version: number
}

const valuesOf = ({ text, correction, unmet, version }: ResultDetail): Values => ({
  text,
  correction,
  reasons: unmet.map(({ priority, reason }) => ({ priority, reason })),
  version,
})

const reasonText = ({ reason }: Pick<UnmetRequest, 'reason'>) =>
  reason === null ? 'No reason chosen yet' : REASONS[reason].label

const requestName = ({ priority, name }: Pick<UnmetRequest, 'priority' | 'name'>) =>
  `Request ${priority}, ${name ?? 'Any'}`

/** Changes the text for the proposer, and the reasons of requests that are not met. */
export function EditDialog({ result, close }: { result: ResultDetail; close: () => void }) {
  const { proposal_id: id, unmet, edition, state } = result
  const form = useEndpointForm(api.results.save, {
    initial: valuesOf(result),
    input: { params: { id } },
    draft: `results/${id}`,
    conflict: {
      load: async () => valuesOf(await api.results.get({ params: { id } })),
      words: {
        reasons: (reasons) => reasons.map((row) => `Request ${row.priority}: ${reasonText(row)}`).join('\n'),
      },
      labels: { reasons: 'Reasons' },
    },
    onDone: close,
  })
  const { fields } = form
  return (
    <FormDialog title={`Text and reasons of ${id}`} form={form} close={close} submit="Save" size="lg">
      {edition > 1 && (
        <Textarea
          label="What is corrected"
          description="Part of the e-mail, and shown above the result."
          withAsterisk
          autosize
          minRows={2}
          maxRows={8}
          {...fields.getInputProps('correction')}
        />
      )}
      <Textarea
        label="Text for the proposer"
        autosize
        minRows={6}
        maxRows={16}
        data-autofocus
        {...fields.getInputProps('text')}
      />
      {unmet.map((request, place) => (
        <Select
          key={request.priority}
          label={requestName(request)}
          description={
            request.proposed ? `The allocation says: ${REASONS[request.proposed].label}` : undefined
          }
          placeholder="Choose a reason"
          data={REASON_NAMES.map((value) => ({ value, label: REASONS[value].label }))}
          allowDeselect={false}
          {...fields.getInputProps(`reasons.${place}.reason`)}
        />
      ))}
      <p className={classes.quiet}>
        No name, address, score, rank or number of another proposal, and no words of a report: what looks like
        one is named after Save.
        {state === resultState.code.CHECKED &&
          ' A changed result is a draft again, and has to be checked again.'}
      </p>
    </FormDialog>
  )
}

interface AllowDialogProps {
  result: ResultDetail
  finding: TextFinding
  close: () => void
}

/** Why a passage that was found may go out; the reason is kept with it. */
export function AllowDialog({ result, finding, close }: AllowDialogProps) {
  const form = useEndpointForm(api.results.allow, {
    initial: { fingerprint: finding.fingerprint, reason: '' },
    input: { params: { id: result.proposal_id } },
    onDone: close,
  })
  return (
    <FormDialog title="Allow this passage?" form={form} close={close} submit="Allow">
      <div className={classes.box}>{result[finding.field].slice(finding.start, finding.end)}</div>
      <Text size="sm">
        {`${FINDING_KINDS[finding.kind].label}. ${finding.why} Once allowed, the proposer can read it when the result is released.`}
      </Text>
      <Textarea
        label="Why it may go out"
        withAsterisk
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
        {...form.fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}
