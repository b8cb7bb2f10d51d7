import { Anchor, Menu } from '@mantine/core'
import { IconCloudCheck, IconCloudUp } from '@tabler/icons-react'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import { Fault } from '#domain/errors.ts'
import type { EditedProposal } from '#domain/proposals/contract.ts'
import type { RequiredField } from '#domain/proposals/fields.ts'
import { REQUIRED_TO_SUBMIT } from '#domain/proposals/rules.ts'
import { readyText } from '#domain/proposals/sections.ts'
import { isSubmitted } from '#domain/proposals/status.ts'
import { whyNotLock } from '#domain/proposals/unlock.ts'
import { time } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useGo, useLeaveForbidden } from '#web/lib/routing/navigation.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { StickyBar } from '#web/ui/layout/sticky_bar.tsx'
import { CallClosed } from '#web/ui/proposal/call_closed.tsx'
import { CopyFromEarlier } from './-copy_from_earlier.tsx'
import { useReconcileDraft } from './-draft.tsx'
import classes from './-edit_form.module.css'
import {
  focusField,
  goToField,
  missingFields,
  Outline,
  sectionsOf,
  useFieldFromAddress,
} from './-outline.tsx'
import { PeopleSections } from './-people.tsx'
import { SampleRows } from './-samples/rows.tsx'
import { ProposalSections } from './-text_fields.tsx'
import { useComparison } from './-value_texts.ts'
import { bodyOf, fieldOf, incompleteRows, type ProposalValues, valuesOf, whyNotUpload } from './-values.ts'

/** The form of a proposal; a draft of it stays on this device until it is saved. */
export function EditForm({ proposal }: { proposal: EditedProposal }) {
  const banner = useBanner()
  const leaveForbidden = useLeaveForbidden()
  const [initial] = useState(() => valuesOf(proposal))
  const conflict = useComparison(proposal)
  const reconcile = useReconcileDraft()
  const form = useEndpointForm(api.proposals.save, {
    initial,
    reconcile,
    input: { params: { id: proposal.id } },
    toBody: bodyOf,
    fieldOf: (path): string => fieldOf(path, form.fields.getValues().samples),
    draft: `proposals/${proposal.id}`,
    handles: ['invalid', 'forbidden'],
    conflict,
    valuesAfterSave: (_, values) => ({
      ...values,
      file: null,
      file_name: '',
      file_why: '',
      remove_file: false,
      saved_file: values.file?.name ?? (values.remove_file ? '' : values.saved_file),
    }),
    onFault: (error) => {
      leaveForbidden(error)
      if (error instanceof Fault && error.kind === 'invalid') banner.show('error', SAVE_FAILED)
    },
  })
  const { fields } = form

  const save = useSave(() => form.submit())
  const values = fields.getValues()
  useFieldFromAddress(values)
  const refused = whyNotUpload(values)
  const pdf = values.file !== null || (proposal.file !== null && !values.remove_file)
  const sections = sectionsOf(values, pdf, { ...fields.errors, ...(refused && { file: refused }) })
  return (
    <EndpointForm form={form}>
      <div className={classes.write}>
        <Outline sections={sections} values={values} />
        <div className={classes.form}>
          <div>
            <ScreenLink to={address('/proposals/myproposal')}>Back to MyProposal</ScreenLink>
          </div>
          <CallClosed proposal={proposal} />
          <CopyFromEarlier fields={fields} />
          <PeopleSections proposal={proposal} fields={fields} />
          <SampleRows fields={fields} requested={proposal.requested_samples} />
          <ProposalSections proposal={proposal} fields={fields} />
          <SaveBar
            proposal={proposal}
            missing={missingFields(values)}
            emptySections={sections.filter(({ state }) => state === 'optional').length}
            dirty={form.dirty()}
            waiting={form.waiting}
            goTo={(field) => goToField(field, values)}
            save={() => void save(values)}
          />
        </div>
      </div>
      <WaitingDialog open={form.waiting} progress={form.progress} />
    </EndpointForm>
  )
}

interface SaveBarProps {
  proposal: EditedProposal
  missing: readonly RequiredField[]
  /** Empty sections that Submit does not need. */
  emptySections: number
  dirty: boolean
  waiting: boolean
  goTo: (field: RequiredField) => void
  save: () => void
}

/** Its filled button is what comes next: Save, then submitting it, or locking it again. */
function SaveBar({ proposal, missing, emptySections, dirty, waiting, goTo, save }: SaveBarProps) {
  const { saved_at, status, why_not_edit, why_not_submit } = proposal
  const submitted = isSubmitted(status)
  const toSubmit = !dirty && missing.length === 0 && saved_at !== null && why_not_submit === null
  const toLock = whyNotLock(proposal, proposal.term) === null
  return (
    <StickyBar
      label="Save"
      actions={
        <>
          <LinkButton to={address('/mypage')} variant="default" disabled={waiting}>
            Cancel
          </LinkButton>
          {toLock && <LockAgain proposal={proposal} dirty={dirty} waiting={waiting} />}
          <ButtonWithReason
            why={why_not_edit}
            variant={toSubmit || (toLock && !dirty) ? 'default' : 'filled'}
            disabled={waiting}
            onClick={save}
          >
            Save
          </ButtonWithReason>
          {toSubmit && <LinkButton to={address('/proposals/myproposal')}>Go to submit</LinkButton>}
        </>
      }
    >
      <div className={classes.state}>
        {dirty ? <IconCloudUp size={16} aria-hidden /> : <IconCloudCheck size={16} aria-hidden />}
        <span className={dirty ? classes.unsaved : undefined} role="status">
          {dirty
            ? 'Unsaved changes (kept on this device)'
            : saved_at === null
              ? 'Not saved yet'
              : `Saved ${shortTime(saved_at)}`}
        </span>
        <span aria-hidden>·</span>
        {missing.length > 0 ? (
          <MissingMenu missing={missing} goTo={goTo} />
        ) : (
          !submitted && <span>{readyText(emptySections)}</span>
        )}
        {!submitted && !toSubmit && (
          <>
            <span aria-hidden>·</span>
            <ScreenLink to={address('/proposals/myproposal')}>Go to submit</ScreenLink>
          </>
        )}
      </div>
    </StickyBar>
  )
}

/** Ends the unlock of a submitted proposal. */
function LockAgain({ proposal: { id, why_not_edit_submitted }, dirty, waiting }: LockAgainProps) {
  const ask = useConfirm()
  const go = useGo()
  const lock = useAction(api.proposals.lock, { onDone: () => void go(address('/proposals/myproposal')) })
  return (
    <ButtonWithReason
      why={dirty ? 'Save your changes first, or discard them.' : null}
      variant={dirty ? 'default' : 'filled'}
      disabled={waiting || lock.pending}
      onClick={() =>
        void ask({
          question: `Lock this proposal again?${why_not_edit_submitted === null ? '' : ' You can then no longer change it.'}`,
          details: <MailRecipients of={api.proposals.lock} to={{}} />,
          act: () => lock.run({ params: { id } }),
        })
      }
    >
      Done, lock it again
    </ButtonWithReason>
  )
}
type LockAgainProps = Pick<SaveBarProps, 'proposal' | 'dirty' | 'waiting'>

const MissingMenu = ({ missing, goTo }: Pick<SaveBarProps, 'missing' | 'goTo'>) => (
  // The focus goes to the chosen field, not back here.
  <Menu position="top-start" returnFocus={false} shadow="md">
    <Menu.Target>
      <Anchor component="button" type="button" fw={600} fz="inherit">
        {missing.length === 1 ? '1 thing missing' : `${missing.length} things missing`}
      </Anchor>
    </Menu.Target>
    <Menu.Dropdown>
      {missing.map((part) => (
        <Menu.Item key={part} onClick={() => goTo(part)}>
          {REQUIRED_TO_SUBMIT[part]}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)

/** The time if it is today, otherwise the day and time. */
const shortTime = (instant: string) => {
  const [on, at] = time(instant).split(' ')
  return on === time(new Date().toISOString()).split(' ')[0] ? at : `${on} ${at}`
}

const SAVE_FAILED =
  'Error: Save failed. If there are red-colored areas on the input form, it may cause this error. Please input information with the proper rule.'

/**
 * Saves, unless the chosen PDF cannot be uploaded; asks first where a sample row without a sample would be left out.
 * Focuses the field that needs attention.
 */
function useSave(save: () => void) {
  const ask = useConfirm()
  const banner = useBanner()
  return async (values: ProposalValues) => {
    if (whyNotUpload(values) !== null) {
      banner.show('error', SAVE_FAILED)
      return focusField('file')
    }
    const incomplete = incompleteRows(values.samples)
    if (incomplete.length > 0) {
      const saveAnyway = await ask({
        question: incompleteRowsQuestion(incomplete),
        no: 'CHOOSE',
        yes: 'SAVE WITHOUT',
      })
      if (!saveAnyway) return focusField(`samples.${incomplete[0]}.sample`)
    }
    save()
  }
}

function incompleteRowsQuestion(rows: readonly number[]) {
  const priorities = rows.map((position) => position + 1).join(', ')
  return rows.length === 1
    ? `Priority ${priorities} of the samples has neither a sample nor Any, and is not saved.`
    : `Priorities ${priorities} of the samples have neither a sample nor Any, and are not saved.`
}
