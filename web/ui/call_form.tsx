import { type ReactNode, useRef } from 'react'
import type { CallFormState } from '#web/lib/forms/endpoint_form.ts'
import { fieldName } from '#web/lib/forms/field_elements.ts'
import { Compare } from './compare.tsx'
import { DraftNote } from './draft_note.tsx'
import { LeaveGuard } from './leave_guard.tsx'
import { MessageHere } from './message.tsx'

const LEAVE =
  'You have input that is not saved. It is kept as a draft on this device and comes back when you open this page again.'

interface CallFormProps<Values> {
  form: CallFormState<Values>
  /** False where nothing is lost by leaving: passwords, searches. */
  asks?: boolean
  children: ReactNode
}

/** The form element of `useCallForm`: submits it, tells of a restored draft, asks before unsaved work is left. */
export function CallForm<Values>({ form, asks = true, children }: CallFormProps<Values>) {
  const element = useRef<HTMLFormElement>(null)
  const goes = () => {
    const names = form.changed().map((field) => element.current && fieldName(element.current, field))
    return [...new Set(names.filter((name) => name !== null))]
  }
  return (
    <form ref={element} noValidate onSubmit={form.submit} aria-busy={form.waiting}>
      <DraftNote draft={form.draft} goes={goes} mb="md" />
      {children}
      <MessageHere />
      <Compare stale={form.stale} labelOf={(field) => element.current && fieldName(element.current, field)} />
      {asks && <LeaveGuard unsaved={form.dirty} question={LEAVE} />}
    </form>
  )
}
