import { Button, Group, type ModalRootProps, Stack } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import type { EndpointFormState } from '#web/lib/forms/endpoint_form.ts'
import { fieldLabel } from '#web/lib/forms/field_elements.ts'
import { useIsReadOnly } from '#web/lib/session/session.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { InlineMessage } from '../layout/message.tsx'
import classes from './endpoint_form.module.css'
import { DraftNote, LeaveGuard } from './unsaved_work.tsx'
import { VersionConflictDialog } from './version_conflict_dialog.tsx'

const LEAVE =
  'You have input that is not saved. It is kept as a draft on this device and comes back when you open this page again.'

interface EndpointFormProps<Values> {
  form: EndpointFormState<Values>
  /** False if nothing is lost by leaving: passwords, searches. A function is asked when the page is left. */
  guardsLeaving?: boolean | (() => boolean)
  children: ReactNode
  /** What stays usable while the form is read-only. */
  footer?: ReactNode
}

/** The form element for `useEndpointForm`, with its draft note, inline message, version conflict and leave guard. Read-only while impersonating. */
export function EndpointForm<Values>({
  form,
  guardsLeaving = true,
  children,
  footer,
}: EndpointFormProps<Values>) {
  const readOnly = useIsReadOnly()
  const element = useRef<HTMLFormElement>(null)
  const describeChanges = () => {
    const names = form.changed().map((field) => element.current && fieldLabel(element.current, field))
    return [...new Set(names.filter((name) => name !== null))]
  }
  return (
    <form ref={element} noValidate onSubmit={form.submit} aria-busy={form.waiting}>
      <DraftNote draft={form.draft} describeChanges={describeChanges} mb="md" />
      <fieldset disabled={readOnly} className={classes.fields}>
        {children}
      </fieldset>
      {footer}
      <InlineMessage />
      <VersionConflictDialog
        stale={form.conflict}
        labelOf={(field) => element.current && fieldLabel(element.current, field)}
      />
      {guardsLeaving && (
        <LeaveGuard
          unsaved={() => form.dirty() && (typeof guardsLeaving === 'boolean' || guardsLeaving())}
          question={LEAVE}
        />
      )}
    </form>
  )
}

interface FormDialogProps<Values> {
  title: string
  form: EndpointFormState<Values>
  close: () => void
  /** The label of the submit button. */
  submit: string
  disabled?: boolean
  size?: ModalRootProps['size']
  children: ReactNode
}

/** A form in a dialog, which cannot be closed while the request is under way. */
export const FormDialog = <Values,>(props: FormDialogProps<Values>) => {
  const { title, form, close, submit, disabled = false, size, children } = props
  return (
    <Dialog
      open
      size={size}
      message={<b>{title}</b>}
      onClose={form.waiting || form.conflict ? undefined : close}
    >
      <EndpointForm
        form={form}
        guardsLeaving={false}
        footer={
          <Group justify="flex-end" gap="sm" mt="md">
            <Button variant="default" disabled={form.waiting} onClick={close}>
              Cancel
            </Button>
            <WriteButton type="submit" loading={form.waiting} disabled={disabled}>
              {submit}
            </WriteButton>
          </Group>
        }
      >
        <Stack>{children}</Stack>
      </EndpointForm>
    </Dialog>
  )
}
