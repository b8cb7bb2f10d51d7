import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Loan, LoanPiece } from '#domain/custody/loans/contract.ts'
import type { Asteroid } from '#domain/masters/values.ts'
import type { ActFormState } from '#web/lib/forms/act_form.ts'
import type { EndpointFormState } from '#web/lib/forms/endpoint_form.ts'
import { WriteButton } from '../../actions/write_button.tsx'
import { EndpointForm } from '../../forms/endpoint_form.tsx'
import { SampleName } from '../../text/asteroid.tsx'
import { Note } from '../../text/note.tsx'
import classes from './acts.module.css'

/** What the form of an act needs: the loan, and what ends it. */
export interface LoanActProps {
  loan: Loan
  /** Called when it is done, and by Cancel. */
  close: () => void
}

export interface PieceActProps extends LoanActProps {
  piece: LoanPiece
}

/** The mark and the name of a piece. */
export const PieceName = ({ piece: { db_type, name } }: { piece: Pick<LoanPiece, 'db_type' | 'name'> }) => (
  <SampleName asteroid={db_type as Asteroid} name={name} />
)

interface ActFormProps<Values> {
  form: EndpointFormState<Values> & Partial<Pick<ActFormState<Values>, 'unanswered'>>
  close: () => void
  /** The label of the button that does it. */
  submit: string
  /** Why it waits; null: it does not. */
  why?: string | null
  children: ReactNode
}

/** The form of an act, with Cancel and its button. What is typed stays as a draft when it is closed. */
export const ActForm = <Values,>({ form, close, submit, why = null, children }: ActFormProps<Values>) => (
  <EndpointForm
    form={form}
    guardsLeaving={false}
    footer={
      <>
        {form.unanswered && <Unanswered />}
        <div className={classes.go}>
          <Button variant="default" disabled={form.waiting} onClick={close}>
            Cancel
          </Button>
          <WriteButton type="submit" loading={form.waiting} why={why}>
            {submit}
          </WriteButton>
        </div>
      </>
    }
  >
    <div className={classes.fields}>{children}</div>
  </EndpointForm>
)

/** What was sent got no answer. */
export const Unanswered = () => (
  <Note kind="warn" title="No answer yet.">
    It is sent again when the connection is back, and counts once. Keep this page open, or send it again
    later: what you typed is kept.
  </Note>
)

interface SumProps {
  title: string
  /** It does not balance. */
  bad?: boolean
  /** Nothing can be said yet. */
  idle?: boolean
  children?: ReactNode
}

/** A sum, as it is typed. */
export const Sum = ({ title, bad = false, idle = false, children }: SumProps) => (
  <div className={classes.sum} role="status" data-bad={bad || undefined} data-idle={idle || undefined}>
    {bad && <IconAlertTriangle size={16} aria-hidden />}
    <span>
      <b>{title}</b>
      {children && <small>{children}</small>}
    </span>
  </div>
)
