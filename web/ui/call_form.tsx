import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CallFormState } from '#web/lib/form.ts'
import { time } from '#web/lib/format.ts'
import { LeaveGuard } from './leave_guard.tsx'
import { MessageHere } from './message.tsx'
import { Note } from './note.tsx'

const LEAVE =
  'You have input that is not saved. It is kept as a draft on this device and comes back when you open this page again.'
const LOSE = 'You have input that is not saved. It is lost when you leave this page.'

interface CallFormProps<Values> {
  form: CallFormState<Values>
  /** False where what is typed is not kept as a draft. */
  drafted?: boolean
  /** False where nothing is lost by leaving: passwords, searches. */
  asks?: boolean
  children: ReactNode
}

/** The form element of `useCallForm`: submits it, tells of a restored draft, asks before unsaved work is left. */
export function CallForm<Values>({ form, drafted = true, asks = true, children }: CallFormProps<Values>) {
  return (
    <form noValidate onSubmit={form.submit} aria-busy={form.waiting}>
      {form.restored && (
        <Note title={`Your draft of ${time(form.restored)} was restored.`}>
          It is not saved yet.{' '}
          <Button variant="default" size="compact-sm" ml="sm" onClick={form.discard}>
            Discard draft
          </Button>
        </Note>
      )}
      {children}
      <MessageHere />
      {asks && <LeaveGuard unsaved={form.dirty} question={drafted ? LEAVE : LOSE} />}
    </form>
  )
}
