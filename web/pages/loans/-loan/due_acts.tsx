import { Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatAmount, formatDifference } from '#domain/custody/amounts.ts'
import type { Loan, LoanPiece } from '#domain/custody/loans/contract.ts'
import type { ActKind } from '#domain/custody/loans/next_act.ts'
import { day } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useReadAgain } from '#web/lib/http/read_again.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { mailedHolder } from '#web/ui/custody/mailed_holder.ts'
import { NextActCard } from '#web/ui/custody/next_act.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { packingAddress } from '../-packing_address.ts'
import { ChooseParts, UploadPaper } from './agreement_acts.tsx'
import { CloseLoan } from './close_loan.tsx'
import { ConfirmReturn } from './confirm_return.tsx'
import {
  DecideExtension,
  DecideMove,
  NotLost,
  ProposeWriteOff,
  ResolveDifference,
  SettleUnlent,
} from './decisions.tsx'
import classes from './loan.module.css'
import { OnBehalf } from './on_behalf.tsx'

interface ActProps {
  loan: Loan
  /** It is the next one: its button is the filled one. */
  next: boolean
}

const ordinal = (n: number) => ['First', 'Second', 'Third'][n - 1] ?? `${n}th`
const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)
const filled = (next: boolean) => ({ variant: next ? 'filled' : 'default' })

/** Everything that is due, the most urgent first: what the viewer can do with its buttons, else for whom it waits. */
export function DueActs({ loan }: { loan: Loan }) {
  const office = useIsOffice()
  const kinds = loan.due_acts
    .filter(({ who }) => who === 'curation' || (office && who === 'office'))
    .map(({ kind }) => kind)
  const waiting = loan.due_acts.filter(({ kind }) => !kinds.includes(kind))
  return (
    <>
      {kinds.map((kind, place) => {
        const Act = ACTS[kind]
        return Act && <Act key={kind} loan={loan} next={place === 0} />
      })}
      {waiting.map((act) => (
        <NextActCard
          key={act.kind}
          later
          title={act.waiting.replace(/^./u, (letter) => letter.toUpperCase())}
          buttons={act.who === 'holder' && office && <OnBehalf loan={loan} kind={act.kind} />}
        />
      ))}
      {loan.due_acts.length === 0 && loan.next.label !== '' && (
        <NextActCard later title={loan.next.label.replace(/^./u, (letter) => letter.toUpperCase())} />
      )}
    </>
  )
}

function Extension({ loan, next }: ActProps) {
  const [deciding, decide] = useState<'grant' | 'refuse' | null>(null)
  if (!loan.extension) return null
  const { until, reason, asked_at, nth, days_before_due } = loan.extension
  const before =
    days_before_due >= 0
      ? `${days(days_before_due)} before the due date`
      : `${days(-days_before_due)} after the due date`
  return (
    <NextActCard
      later={!next}
      title={`Extension asked: until ${until}`}
      buttons={
        <>
          <WriteButton variant="default" why={loan.why_not.decide_extension} onClick={() => decide('refuse')}>
            Refuse
          </WriteButton>
          <WriteButton {...filled(next)} why={loan.why_not.decide_extension} onClick={() => decide('grant')}>
            {`Grant to ${until}`}
          </WriteButton>
        </>
      }
    >
      <p>{`“${reason}” Asked ${day(asked_at)}, ${before}. ${ordinal(nth)} extension of this loan.`}</p>
      {deciding && <DecideExtension loan={loan} granted={deciding === 'grant'} close={() => decide(null)} />}
    </NextActCard>
  )
}

interface PieceLinesProps {
  pieces: readonly LoanPiece[]
  text: (piece: LoanPiece) => ReactNode
  buttons: (piece: LoanPiece) => ReactNode
}

const PieceLines = ({ pieces, text, buttons }: PieceLinesProps) => (
  <ul className={classes.pieces}>
    {pieces.map((piece) => (
      <li key={piece.piece}>
        <p>{text(piece)}</p>
        {buttons(piece)}
      </li>
    ))}
  </ul>
)

/** Opens a dialog about one of the pieces. */
function usePieceDialog<Act extends string>() {
  const [open, setOpen] = useState<{ act: Act; piece: string } | null>(null)
  return {
    show: (act: Act, { piece }: LoanPiece) => setOpen({ act, piece }),
    close: () => setOpen(null),
    act: open?.act,
    of: ({ piece_list }: Loan) => piece_list.find(({ piece }) => piece === open?.piece),
  }
}

function Differences({ loan, next }: ActProps) {
  const dialog = usePieceDialog<'resolve'>()
  const piece = dialog.of(loan)
  const pieces = loan.piece_list.filter(({ open_difference }) => open_difference !== null)
  return (
    <NextActCard
      later={!next}
      title={
        pieces.length === 1
          ? 'A piece arrived with another mass'
          : `${pieces.length} pieces arrived with another mass`
      }
    >
      <PieceLines
        pieces={pieces}
        text={({ name, unit, sent, found, open_difference, condition }) =>
          `${name}: sent ${formatAmount(unit, sent ?? 0)}, found ${formatAmount(unit, found ?? 0)}, ${formatDifference(unit, open_difference ?? 0)}${condition && `. “${condition}”`}`
        }
        buttons={(one) => (
          <WriteButton {...filled(next && one === pieces[0])} onClick={() => dialog.show('resolve', one)}>
            {`Resolve ${one.name}`}
          </WriteButton>
        )}
      />
      {piece && <ResolveDifference loan={loan} piece={piece} close={dialog.close} />}
    </NextActCard>
  )
}

function Missing({ loan, next }: ActProps) {
  const dialog = usePieceDialog<'write_off'>()
  const piece = dialog.of(loan)
  const pieces = loan.piece_list.filter(({ missing }) => missing !== null)
  return (
    <NextActCard
      later={!next}
      title={pieces.length === 1 ? 'A piece did not arrive' : `${pieces.length} pieces did not arrive`}
      buttons={<OnBehalf loan={loan} kind="receive" label="It has arrived" />}
    >
      <PieceLines
        pieces={pieces}
        text={({ name, missing }) => `${name}: “${missing?.note}” (${day(missing?.at)})`}
        buttons={(one) => (
          <WriteButton
            variant="default"
            why={one.why_not.write_off}
            onClick={() => dialog.show('write_off', one)}
          >
            {`Write off ${one.name}`}
          </WriteButton>
        )}
      />
      {piece && <ProposeWriteOff loan={loan} piece={piece} close={dialog.close} />}
    </NextActCard>
  )
}

function Lost({ loan, next }: ActProps) {
  const dialog = usePieceDialog<'write_off' | 'not_lost'>()
  const piece = dialog.of(loan)
  const pieces = loan.piece_list.filter(
    ({ said_lost, write_off }) => said_lost !== null && write_off === null,
  )
  return (
    <NextActCard
      later={!next}
      title={
        pieces.length === 1 ? 'A piece is said to be lost' : `${pieces.length} pieces are said to be lost`
      }
    >
      <PieceLines
        pieces={pieces}
        text={({ name, said_lost }) => `${name}: “${said_lost?.reason}” (${day(said_lost?.at)})`}
        buttons={(one) => (
          <>
            <WriteButton variant="default" onClick={() => dialog.show('not_lost', one)}>
              {`${one.name} is not lost`}
            </WriteButton>
            <WriteButton
              {...filled(next && one === pieces[0])}
              why={one.why_not.write_off}
              onClick={() => dialog.show('write_off', one)}
            >
              {`Write off ${one.name}`}
            </WriteButton>
          </>
        )}
      />
      {piece && dialog.act === 'write_off' && (
        <ProposeWriteOff loan={loan} piece={piece} close={dialog.close} />
      )}
      {piece && dialog.act === 'not_lost' && <NotLost loan={loan} piece={piece} close={dialog.close} />}
    </NextActCard>
  )
}

function WriteOffs({ loan, next }: ActProps) {
  const ask = useConfirm()
  const confirm = useAction(api.loans.confirmWriteOff, { onFault: useReadAgain() })
  const dialog = usePieceDialog<'not_lost'>()
  const piece = dialog.of(loan)
  const pieces = loan.piece_list.filter(({ write_off }) => write_off !== null)
  const input = (one: LoanPiece) => ({ params: { number: loan.number }, body: { piece: one.piece } })
  return (
    <NextActCard
      later={!next}
      title={pieces.length === 1 ? 'A write-off is proposed' : `${pieces.length} write-offs are proposed`}
    >
      <PieceLines
        pieces={pieces}
        text={({ name, unit, present, write_off }) =>
          `${name}, ${formatAmount(unit, present)}: “${write_off?.reason}” (${write_off?.by}, ${day(write_off?.at)})`
        }
        buttons={(one) => (
          <>
            <WriteButton variant="default" onClick={() => dialog.show('not_lost', one)}>
              {`Take back ${one.name}`}
            </WriteButton>
            <WriteButton
              {...filled(next && one === pieces[0])}
              why={one.write_off?.why_not_confirm ?? null}
              onClick={() =>
                ask({
                  question: `Write off ${one.name}?`,
                  details: (
                    <Stack gap="xs">
                      <Text size="sm">{`${formatAmount(one.unit, one.present)} is then lost, with your name and that of ${one.write_off?.by}. Only a correction can undo it.`}</Text>
                      <MailRecipients of={api.loans.confirmWriteOff} to={{}} />
                    </Stack>
                  ),
                  yes: 'WRITE OFF',
                  act: () => confirm.run(input(one)),
                })
              }
            >
              {`Confirm ${one.name}`}
            </WriteButton>
          </>
        )}
      />
      {piece && <NotLost loan={loan} piece={piece} close={dialog.close} />}
    </NextActCard>
  )
}

function Moves({ loan, next }: ActProps) {
  const dialog = usePieceDialog<'allow' | 'refuse'>()
  const piece = dialog.of(loan)
  const pieces = loan.piece_list.filter(({ move }) => move !== null)
  return (
    <NextActCard
      later={!next}
      title={pieces.length === 1 ? 'A move is asked for' : `${pieces.length} moves are asked for`}
    >
      <PieceLines
        pieces={pieces}
        text={({ name, move }) =>
          `${name} to ${move?.to}${move?.reason && `: “${move.reason}”`} (${day(move?.asked_at)})`
        }
        buttons={(one) => (
          <>
            <WriteButton variant="default" onClick={() => dialog.show('refuse', one)}>
              {`Refuse ${one.name}`}
            </WriteButton>
            <WriteButton {...filled(next && one === pieces[0])} onClick={() => dialog.show('allow', one)}>
              {`Allow ${one.name}`}
            </WriteButton>
          </>
        )}
      />
      {piece && (
        <DecideMove loan={loan} piece={piece} granted={dialog.act === 'allow'} close={dialog.close} />
      )}
    </NextActCard>
  )
}

function Returns({ loan, next }: ActProps) {
  const dialog = usePieceDialog<'return'>()
  const piece = dialog.of(loan)
  const pieces = loan.piece_list.filter(({ state }) => state === 'sent_back')
  return (
    <NextActCard
      later={!next}
      title={pieces.length === 1 ? 'A piece came back' : `${pieces.length} pieces came back`}
    >
      <PieceLines
        pieces={pieces}
        text={({ name, unit, sent_back }) =>
          `${name}, ${formatAmount(unit, sent_back?.amount ?? 0)}, sent ${day(sent_back?.at)}${sent_back?.carrier && ` by ${sent_back.carrier}`}${sent_back?.tracking_number && ` ${sent_back.tracking_number}`}`
        }
        buttons={(one) => (
          <WriteButton
            {...filled(next && one === pieces[0])}
            why={one.why_not.confirm_return}
            onClick={() => dialog.show('return', one)}
          >
            {`Weigh in ${one.name}`}
          </WriteButton>
        )}
      />
      {piece && <ConfirmReturn loan={loan} piece={piece} close={dialog.close} />}
    </NextActCard>
  )
}

function Unlent({ loan, next }: ActProps) {
  const [entry, settle] = useState<number | null>(null)
  const open = loan.unlent.filter(({ settled }) => settled === null)
  const chosen = open.find((one) => one.entry === entry)
  return (
    <NextActCard later={!next} title="Something came that was never lent">
      <ul className={classes.pieces}>
        {open.map((one) => (
          <li key={one.entry}>
            <p>{`${one.description}${one.note && `: ${one.note}`} (${one.by}, ${day(one.at)})`}</p>
            <WriteButton {...filled(next && one === open[0])} onClick={() => settle(one.entry)}>
              Settle
            </WriteButton>
          </li>
        ))}
      </ul>
      {chosen && <SettleUnlent loan={loan} entry={chosen} close={() => settle(null)} />}
    </NextActCard>
  )
}

function Countersign({ loan, next }: ActProps) {
  const [uploading, setUploading] = useState(false)
  const signed = loan.files.findLast(({ kind }) => kind === 'signed')
  return (
    <NextActCard
      later={!next}
      title={`Signed copy came ${day(loan.agreement.signed_at)}`}
      buttons={
        <>
          {signed && (
            <CsvButton
              call={api.loans.file}
              input={{ params: { number: loan.number, file: signed.file } }}
              variant="default"
            >
              Read it
            </CsvButton>
          )}
          <OnPaper loan={loan} />
          <WriteButton {...filled(next)} why={loan.why_not.countersign} onClick={() => setUploading(true)}>
            Countersign
          </WriteButton>
        </>
      }
    >
      <p>Upload it with both signatures, or say that you have it on paper. The pieces can then be packed.</p>
      {uploading && <UploadPaper loan={loan} paper="countersign" close={() => setUploading(false)} />}
    </NextActCard>
  )
}

/** The office has the agreement with both signatures on paper. */
export function OnPaper({ loan }: { loan: Loan }) {
  const ask = useConfirm()
  const onPaper = useAction(api.loans.onPaper, { onFault: useReadAgain() })
  const input = { params: { number: loan.number }, body: { version: loan.version } }
  return (
    <WriteButton
      variant="default"
      why={loan.why_not.countersign}
      loading={onPaper.pending}
      onClick={() =>
        ask({
          question: `Is the agreement of ${loan.number} here on paper, with both signatures?`,
          details: (
            <Stack gap="xs">
              <Text size="sm">It is then complete, and the pieces can be packed.</Text>
              <MailRecipients of={api.loans.onPaper} to={{}} />
            </Stack>
          ),
          act: () => onPaper.run(input),
        })
      }
    >
      Received on paper
    </WriteButton>
  )
}

function Parts({ loan, next }: ActProps) {
  const [choosing, setChoosing] = useState(false)
  return (
    <NextActCard
      later={!next}
      title="A piece was split before it was packed"
      buttons={
        <WriteButton {...filled(next)} why={loan.why_not.choose_pieces} onClick={() => setChoosing(true)}>
          Choose the parts
        </WriteButton>
      }
    >
      <p>Choose which of its parts go out in its place.</p>
      {choosing && <ChooseParts loan={loan} close={() => setChoosing(false)} />}
    </NextActCard>
  )
}

const Pack = ({ loan, next }: ActProps) => (
  <NextActCard
    later={!next}
    title="Ready to pack"
    buttons={
      <LinkButton {...filled(next)} to={packingAddress(loan.number)}>
        Pack
      </LinkButton>
    }
  >
    <p>{`The agreement has been complete since ${day(loan.agreement.complete_at)}. Each piece is weighed again, labelled and signed for.`}</p>
  </NextActCard>
)

const Dispatch = ({ loan, next }: ActProps) => (
  <NextActCard
    later={!next}
    title="Ready to dispatch"
    buttons={
      <LinkButton {...filled(next)} to={packingAddress(loan.number)}>
        Dispatch
      </LinkButton>
    }
  >
    <p>
      {`Packed by ${loan.packed?.by ?? '-'} on ${day(loan.packed?.at)}.${loan.two_persons ? ' Another person dispatches it.' : ''}`}
    </p>
  </NextActCard>
)

function SendAgreement({ loan, next }: ActProps) {
  const ask = useConfirm()
  const send = useAction(api.loans.sendAgreements, { onFault: useReadAgain() })
  return (
    <NextActCard
      later={!next}
      title="The agreement is to be sent"
      buttons={
        <>
          <CsvButton
            call={api.loans.agreementPdf}
            input={{ params: { number: loan.number } }}
            variant="default"
          >
            Read it
          </CsvButton>
          <OnPaper loan={loan} />
          <WriteButton
            {...filled(next)}
            why={loan.why_not.send_agreement}
            loading={send.pending}
            onClick={() =>
              ask({
                question: `Send the agreement of ${loan.number}?`,
                details: (
                  <MailRecipients
                    of={api.loans.sendAgreements}
                    to={{ holder: mailedHolder(loan) }}
                    saying="the agreement"
                  />
                ),
                yes: 'SEND',
                act: () => send.run({ body: { numbers: [loan.number] } }),
              })
            }
          >
            Send the agreement
          </WriteButton>
        </>
      }
    >
      <p>{`${loan.borrower_name} signs and uploads it on My samples.`}</p>
    </NextActCard>
  )
}

function Close({ loan, next }: ActProps) {
  const [closing, setClosing] = useState(false)
  const { publications, report_of_use } = loan
  return (
    <NextActCard
      later={!next}
      title="Everything is accounted for"
      buttons={
        <WriteButton {...filled(next)} why={loan.why_not.close} onClick={() => setClosing(true)}>
          Close the loan
        </WriteButton>
      }
    >
      <p>
        {`The report of use came ${day(report_of_use?.at)}, with ${publications === 1 ? 'one publication' : `${publications} publications`}.`}
      </p>
      {closing && <CloseLoan loan={loan} close={() => setClosing(false)} />}
    </NextActCard>
  )
}

function Remind({ loan, next }: ActProps) {
  const ask = useConfirm()
  const remind = useAction(api.loans.remind, { onFault: useReadAgain() })
  const { count, last_at } = loan.reminders
  return (
    <NextActCard
      later={!next}
      title={`${days(loan.days_late)} late`}
      buttons={
        <WriteButton
          {...filled(next)}
          why={loan.why_not.remind}
          loading={remind.pending}
          onClick={() =>
            ask({
              question: `Remind ${loan.borrower_name} of ${loan.number}?`,
              details: <MailRecipients of={api.loans.remind} to={{ holder: mailedHolder(loan) }} />,
              yes: 'REMIND',
              act: () => remind.run({ body: { numbers: [loan.number] } }),
            })
          }
        >
          Remind
        </WriteButton>
      }
    >
      <p>
        {count === 0
          ? `It was due ${loan.due_on}. No reminder has been sent.`
          : `It was due ${loan.due_on}. ${count === 1 ? 'One reminder' : `${count} reminders`}, the last on ${day(last_at)}.`}
      </p>
    </NextActCard>
  )
}

/** The card of each act of office and curation; those of the holder can be done on behalf. */
const ACTS: Partial<Record<ActKind, (props: ActProps) => ReactNode>> = {
  extension: Extension,
  difference: Differences,
  missing: Missing,
  lost: Lost,
  write_off: WriteOffs,
  move: Moves,
  confirm_return: Returns,
  unlent: Unlent,
  countersign: Countersign,
  choose_parts: Parts,
  dispatch: Dispatch,
  pack: Pack,
  send_agreement: SendAgreement,
  close: Close,
  remind: Remind,
}
