import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Loan } from '#domain/custody/loans/contract.ts'
import { stillToPack } from '#domain/custody/loans/packing.ts'
import { clock, time } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { mailedHolder } from '#web/ui/custody/mailed_holder.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { StickyBar } from '#web/ui/layout/sticky_bar.tsx'
import classes from './packing.module.css'
import type { useParcel } from './parcel.tsx'
import type { PackingRows } from './rows.ts'

const initials = (name: string) =>
  name
    .split(/\s+/u)
    .map((word) => [...word][0] ?? '')
    .filter((_, place, all) => place === 0 || place === all.length - 1)
    .join('')
    .toUpperCase()

interface SignatureProps {
  nth: 1 | 2
  label: string
  signed: { by: string; at: string } | null
  /** Who is expected to sign. */
  expected: string
  known: string | null
}

const Signature = ({ nth, label, signed, expected, known }: SignatureProps) => (
  <li>
    <span className={classes.face} data-empty={(signed?.by ?? known) === null || undefined} aria-hidden>
      {initials(signed?.by ?? known ?? String(nth))}
    </span>
    <span className={classes.who}>
      <b>{`${nth} ${label}`}</b>
      <small>{signed?.by ?? expected}</small>
    </span>
    <span className={classes.quiet}>{signed ? time(signed.at) : 'not yet'}</span>
  </li>
)

/** Who packed, and who checked and sent it. */
export function Signatures({ loan }: { loan: Loan }) {
  const me = useUser().name
  const { two_persons, packed, dispatched } = loan
  return (
    <Section
      title="Two signatures"
      aside={
        two_persons
          ? 'sign-off is on: two different people, from curation or the office'
          : 'sign-off is off: one person may sign both'
      }
    >
      <ol className={classes.signatures}>
        <Signature nth={1} label="Packed and weighed" signed={packed} expected={`${me}, you`} known={me} />
        <Signature
          nth={2}
          label="Checked and dispatched"
          signed={dispatched}
          expected={
            packed === null
              ? two_persons
                ? 'someone else, after the first'
                : 'after the first'
              : loan.why_not.dispatch === null
                ? `${me}, you`
                : two_persons
                  ? `someone other than ${packed.by}`
                  : 'after the parcel is described'
          }
          known={packed !== null && loan.why_not.dispatch === null ? me : null}
        />
      </ol>
    </Section>
  )
}

interface PackingBarProps {
  loan: Loan
  rows: PackingRows
  parcel: ReturnType<typeof useParcel>
}

/** What is left to do, and the signature that follows. */
export function PackingBar({ loan, rows, parcel }: PackingBarProps) {
  const ask = useConfirm()
  const [unpacking, setUnpacking] = useState(false)
  const sign = useAction(api.loans.signPacked)
  const send = useAction(api.loans.dispatch)
  const { number, packed, dispatched, borrower_name, why_not, version } = loan
  if (dispatched !== null || rows.rows.length === 0) return null
  const saved = rows.rows.every((row) => row.saved) && parcel.saved
  const left = stillToPack(rows.rows, loan.tolerance)
  const input = { params: { number }, body: { version } }
  const count = `${rows.rows.length} ${rows.rows.length === 1 ? 'piece' : 'pieces'}`
  const why = (reason: string | null) =>
    left ? `Still to do: ${left}.` : saved ? reason : 'It is being saved.'

  const askSign = () =>
    ask({
      question: `Sign ${number} as packed?`,
      details: (
        <Text size="sm">
          {`You weighed and packed ${count}. Nothing of them can be changed until the signature is taken back.`}
          {loan.two_persons && ' Someone else checks the parcel and sends it.'}
        </Text>
      ),
      yes: 'Sign as packed',
      no: 'Cancel',
      act: () => sign.run(input),
    })
  const askSend = () =>
    ask({
      question: `Dispatch ${number} to ${borrower_name}?`,
      details: (
        <>
          <Text size="sm" mb={4}>
            {`${count}, ${[parcel.values.carrier, parcel.values.tracking_number].filter(Boolean).join(' ')}. From now on the carrier has them.`}
          </Text>
          <MailRecipients of={api.loans.dispatch} to={{ holder: mailedHolder(loan) }} />
        </>
      ),
      yes: 'Dispatch',
      no: 'Cancel',
      act: () => send.run(input),
    })
  const savedAt = [rows.savedAt, parcel.savedAt]
    .filter((at) => at !== null)
    .sort()
    .at(-1)
  const toDo = packed === null ? left : saved ? (why_not.dispatch ?? '') : ''
  return (
    <>
      <StickyBar
        label="Packing"
        long
        actions={
          <>
            <span className={classes.quiet} role="status">
              {saved ? savedAt && `Saved ${clock(savedAt)}` : 'Not saved yet; kept on this device'}
            </span>
            {packed === null ? (
              <WriteButton loading={sign.pending} why={why(why_not.sign_packed)} onClick={askSign}>
                Sign as packed
              </WriteButton>
            ) : (
              <>
                <WriteButton variant="default" why={why_not.unpack} onClick={() => setUnpacking(true)}>
                  Take the signature back
                </WriteButton>
                <WriteButton
                  loading={send.pending}
                  why={saved ? why_not.dispatch : 'It is being saved.'}
                  onClick={askSend}
                >
                  Check and dispatch
                </WriteButton>
              </>
            )}
          </>
        }
      >
        {toDo ? (
          <>
            <span className={classes.todo}>Still to do:</span> {toDo}
          </>
        ) : packed === null ? (
          'Everything is weighed, agrees with the record and is in its container.'
        ) : (
          `Packed by ${packed.by}. Check the pieces, their labels and the parcel.`
        )}
      </StickyBar>
      {unpacking && <UnpackDialog loan={loan} close={() => setUnpacking(false)} />}
    </>
  )
}

function UnpackDialog({ loan, close }: { loan: Loan; close: () => void }) {
  const form = useEndpointForm(api.loans.unpack, {
    initial: { reason: '' },
    input: { params: { number: loan.number } },
    toBody: ({ reason }) => ({ reason, version: loan.version }),
    onDone: close,
  })
  return (
    <FormDialog
      title={`Take back the signature of ${loan.packed?.by ?? ''}?`}
      form={form}
      close={close}
      submit="Take it back"
    >
      <Text size="sm">The pieces are in curation again, and can be weighed and packed again.</Text>
      <Textarea label="Reason" withAsterisk autosize minRows={2} {...form.fields.getInputProps('reason')} />
    </FormDialog>
  )
}
