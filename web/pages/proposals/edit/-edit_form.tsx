import { useState } from 'react'
import { address } from '#domain/address.ts'
import { Fault } from '#domain/errors.ts'
import type { EditedProposal } from '#domain/proposals/contract.ts'
import { isSubmitted } from '#domain/proposals/status.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useLeaveForbidden } from '#web/lib/routing/navigation.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { CallClosed } from '#web/ui/proposal/call_closed.tsx'
import { Bar } from './-bar.tsx'
import { useCompared } from './-compared.ts'
import classes from './-edit_form.module.css'
import { goToField, missingIn, useAskedField } from './-missing.ts'
import { useRestorable } from './-offered.ts'
import { Outline } from './-outline.tsx'
import { ProposalPart } from './-proposal_part.tsx'
import { Proposer } from './-proposer.tsx'
import { SampleRows } from './-sample_rows.tsx'
import { FAILED, useSave } from './-save.ts'
import { TakeOver } from './-take_over.tsx'
import { bodyOf, fieldOf, valuesOf } from './-values.ts'

/** The whole form of a proposal; a draft of it is kept on this device until it is saved. */
export function EditForm({ proposal }: { proposal: EditedProposal }) {
  const banner = useBanner()
  const leaveForbidden = useLeaveForbidden()
  const [initial] = useState(() => valuesOf(proposal))
  const compared = useCompared(proposal)
  const sieve = useRestorable()
  const form = useEndpointForm(api.proposals.save, {
    initial,
    reconcile: sieve,
    input: { params: { id: proposal.id } },
    toBody: bodyOf,
    fieldOf: (path): string => fieldOf(path, form.fields.getValues().samples),
    draft: `proposals/${proposal.id}`,
    handles: ['invalid', 'forbidden'],
    conflict: compared,
    settle: (_, values) => ({
      ...values,
      file: null,
      file_name: '',
      file_why: '',
      remove_file: false,
      saved_file: values.file?.name ?? (values.remove_file ? '' : values.saved_file),
    }),
    onFault: (error) => {
      leaveForbidden(error)
      if (error instanceof Fault && error.kind === 'invalid') banner.show('error', FAILED)
    },
  })
  const { fields } = form

  const save = useSave(() => form.submit())
  const values = fields.getValues()
  useAskedField(values)
  return (
    <EndpointForm form={form}>
      <div className={classes.write}>
        <Outline
          values={values}
          pdf={values.file !== null || (proposal.file !== null && !values.remove_file)}
        />
        <div className={classes.form}>
          <div>
            <ScreenLink to={address('/proposals/myproposal')}>Back to MyProposal</ScreenLink>
          </div>
          <CallClosed proposal={proposal} />
          <TakeOver fields={fields} />
          <Proposer proposal={proposal} fields={fields} />
          <SampleRows fields={fields} requested={proposal.requested_samples} />
          <ProposalPart proposal={proposal} fields={fields} />
          <Bar
            missing={missingIn(values)}
            saved_at={proposal.saved_at}
            dirty={form.dirty()}
            waiting={form.waiting}
            submitted={isSubmitted(proposal.status)}
            whyNotSave={proposal.why_not_edit}
            goTo={(field) => goToField(field, values)}
            save={() => void save(values)}
          />
        </div>
      </div>
      <WaitingDialog open={form.waiting} progress={form.progress} />
    </EndpointForm>
  )
}
