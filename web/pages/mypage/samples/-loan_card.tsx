import { Button, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { address } from '#domain/address.ts'
import { formatSmall } from '#domain/custody/amounts.ts'
import type { Loan, LoanPiece } from '#domain/custody/loans/contract.ts'
import { isWithHolder, loanStatus } from '#domain/custody/loans/status.ts'
import type { Asteroid } from '#domain/masters/values.ts'
import { day } from '#web/lib/format/format.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { PhotoButton, PhotoProgress, usePhotos } from '#web/ui/custody/acts/photos.tsx'
import { ReceiveForm, toReceive } from '#web/ui/custody/acts/receive.tsx'
import { AmountWithUnit } from '#web/ui/custody/amount.tsx'
import { DueIn } from '#web/ui/custody/due_in.tsx'
import { LoanStateChip } from '#web/ui/custody/loan_state.tsx'
import { PieceStateChip } from '#web/ui/custody/piece_state.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { loanActAddress, type PieceAct, pieceActAddress, toSendBack, useOpen } from './-acts.tsx'
import classes from './samples.module.css'

interface CardProps {
  loan: Loan
  title: string
  aside: ReactNode
  /** It waits for the holder. */
  waits?: boolean
  children: ReactNode
}

/** A card of a loan; the one that the address names is scrolled to. */
function Card({ loan, title, aside, waits = false, children }: CardProps) {
  const id = useId()
  const card = useRef<HTMLElement>(null)
  const { loan: named, act } = useSearch({ strict: false }) as Record<string, string>
  const isNamed = named === loan.number && act === undefined
  useEffect(() => {
    if (isNamed) card.current?.scrollIntoView({ block: 'start' })
  }, [isNamed])
  return (
    <section ref={card} className={classes.card} aria-labelledby={id} data-waits={waits || undefined}>
      <header className={classes.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        <span className={classes.aside}>{aside}</span>
      </header>
      {children}
      <InlineMessage />
    </section>
  )
}

const counted = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`

/** The parcel that is on its way: what waits for the holder first. */
export function ReceiveCard({ loan }: { loan: Loan }) {
  const open = useOpen()
  const pieces = toReceive(loan.piece_list)
  const { carrier, tracking_number } = loan.parcel
  return (
    <Card
      loan={loan}
      waits
      title={`Receive: ${counted(pieces.length, 'piece')} ${pieces.length === 1 ? 'is' : 'are'} on the way`}
      aside={[
        loan.number,
        loan.steps.dispatched && `sent ${day(loan.steps.dispatched)}`,
        [carrier, tracking_number].filter(Boolean).join(' '),
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      <ReceiveForm
        key={pieces.map(({ piece }) => piece).join(' ')}
        loan={loan}
        onMissing={() => open(loanActAddress('missing', loan))}
      />
    </Card>
  )
}

/** A loan with what can be done with it as a whole, and its pieces. */
export function LoanCard({ loan }: { loan: Loan }) {
  const { number, due_on, state, piece_list } = loan
  const shown = piece_list.filter(
    (piece) => piece.why_not.receive !== null && !['split', 'void'].includes(piece.state),
  )
  return (
    <Card
      loan={loan}
      title={due_on === null ? number : `${number}: due ${due_on}`}
      aside={
        piece_list.some((piece) => isWithHolder(piece.state)) && due_on !== null ? (
          <DueIn {...loan} />
        ) : (
          <LoanStateChip state={state} quiet />
        )
      }
    >
      <LoanActs loan={loan} />
      <LoanNotes loan={loan} />
      {shown.map((piece) => (
        <Piece key={piece.piece} loan={loan} piece={piece} />
      ))}
    </Card>
  )
}

/** The papers, the extension and the return of a whole loan. */
function LoanActs({ loan }: { loan: Loan }) {
  const open = useOpen()
  const { why_not, report_of_use } = loan
  const back = toSendBack(loan)
  const isOut = loan.piece_list.some(({ state }) => isWithHolder(state))
  const buttons = [
    why_not.upload_signed === null && (
      <WriteButton key="sign" onClick={() => open(loanActAddress('sign', loan))}>
        {loan.agreement.signed_at === null ? 'Sign the agreement' : 'Send the signed agreement again'}
      </WriteButton>
    ),
    isOut && (
      <WriteButton
        key="extend"
        variant="default"
        why={why_not.ask_extension}
        onClick={() => open(loanActAddress('extend', loan))}
      >
        Ask for an extension
      </WriteButton>
    ),
    back.length > 1 && (
      <WriteButton key="return" variant="default" onClick={() => open(loanActAddress('return', loan))}>
        Return all
      </WriteButton>
    ),
    why_not.upload_report === null && (
      <WriteButton
        key="report"
        variant={
          loan.due_acts.some(({ who, kind }) => who === 'holder' && kind === 'report') ? 'filled' : 'default'
        }
        onClick={() => open(loanActAddress('report', loan))}
      >
        Report of use
      </WriteButton>
    ),
  ].filter(Boolean)
  if (buttons.length === 0) return null
  return (
    <div className={classes.bar}>
      {buttons}
      {why_not.upload_report === null && (
        <span className={report_of_use ? classes.facts : classes.needed}>
          {report_of_use ? `report sent ${day(report_of_use.at)}` : 'report of use is needed to close'}
        </span>
      )}
    </div>
  )
}

/** What was asked of the office, and where the loan is while nothing can be done. */
function LoanNotes({ loan }: { loan: Loan }) {
  const { extension, extensions, state, agreement } = loan
  const last = extensions.at(-1)
  const { AGREEMENT_DUE, READY_TO_PACK } = loanStatus.code
  const says =
    state === AGREEMENT_DUE && agreement.sent_at === null
      ? 'The office prepares the agreement and e-mails you when you can sign it.'
      : state === AGREEMENT_DUE && agreement.signed_at !== null
        ? `You signed on ${day(agreement.signed_at)}. The office countersigns.`
        : state === READY_TO_PACK
          ? 'The agreement is complete. Curation packs the pieces; you are e-mailed when they leave.'
          : null
  if (!extension && !says && !last) return null
  return (
    <div className={classes.notes}>
      {says && <Note>{says}</Note>}
      {extension && (
        <Note title={`You asked on ${day(extension.asked_at)} to keep it until ${extension.until}.`}>
          The office decides; {loan.due_on} holds until then.
        </Note>
      )}
      {!extension && last && (
        <Note
          kind={last.granted ? 'info' : 'warn'}
          title={
            last.granted
              ? `Extended until ${last.until} on ${day(last.decided_at)}.`
              : `Your request to keep it until ${last.until} was refused on ${day(last.decided_at)}.`
          }
        >
          {last.note}
        </Note>
      )}
    </div>
  )
}

/** Where a piece is, and what the office was asked or told about it. */
function factsOf({ number, borrower_name }: Loan, piece: LoanPiece): string {
  const { unit, state, present } = piece
  if (state === 'in_use' && unit === 'mpa' && present === 0)
    return 'Used up; the bottle is still to be returned'
  if (state === 'sent_back' && piece.sent_back) {
    const { at, carrier, tracking_number } = piece.sent_back
    const parcel = [carrier, tracking_number].filter(Boolean).join(' ')
    return `On its way back since ${day(at)}${parcel && `, ${parcel}`}; curation confirms it`
  }
  if (piece.missing) return `Reported missing ${day(piece.missing.at)}; the office looks for it`
  if (state === 'dispatched') return `On its way to you, ${number}`
  if (state === 'in_use') {
    const since = piece.received_at ? ` since ${day(piece.received_at)}` : ''
    return piece.holder === borrower_name ? `In your hands${since}` : `With ${piece.holder}${since}`
  }
  return ''
}

const ACT_LABELS = { split: 'Split', use: 'Use up', move: 'Move', return: 'Return' } as const

function Piece({ loan, piece }: { loan: Loan; piece: LoanPiece }) {
  const { unit, state, present } = piece
  const inHands = state === 'in_use' || state === 'received'
  const photos = usePhotos({ loan, piece })
  const facts = factsOf(loan, piece)
  return (
    <div className={classes.piece}>
      <div className={classes.title}>
        <SampleName
          asteroid={piece.db_type as Asteroid}
          name={
            <ScreenLink inherit to={address('/pieces/$id', { id: piece.piece })}>
              {piece.name}
            </ScreenLink>
          }
        />
        <span className={classes.facts}>
          {piece.form}
          {piece.parent !== null && ', split'}
        </span>
        {state !== 'in_use' && <PieceStateChip state={state} quiet />}
        <b>
          <AmountWithUnit unit={unit} n={present} />
        </b>
      </div>
      <div className={classes.facts}>
        {facts}
        {inHands && (
          <span className={classes.more}>
            <PhotoButton photos={photos} name={piece.name} small />
            {piece.why_not.say_lost === null && <ReportLost piece={piece} />}
          </span>
        )}
        <PhotoProgress photos={photos} />
        <Asked piece={piece} />
      </div>
      {inHands && <PieceActs piece={piece} />}
    </div>
  )
}

/** What waits for the office, or for the holder again. */
function Asked({
  piece: { move, open_difference, weigh_again, said_lost, unit, name },
}: {
  piece: LoanPiece
}) {
  return (
    <>
      {weigh_again && <div className={classes.needed}>The office asks you to weigh {name} again.</div>}
      {open_difference !== null && !weigh_again && (
        <div>
          {`It arrived ${formatSmall(unit, Math.abs(open_difference))} ${open_difference < 0 ? 'below' : 'above'} what was sent: the office looks into it.`}
        </div>
      )}
      {move && (
        <div>{`You asked on ${day(move.asked_at)} to move it to ${move.to}: the office decides.`}</div>
      )}
      {said_lost && <div>{`You reported it as lost on ${day(said_lost.at)}: the office looks into it.`}</div>}
    </>
  )
}

/** The buttons of a piece; of an empty bottle only its return. */
function PieceActs({ piece }: { piece: LoanPiece }) {
  const open = useOpen()
  const { why_not, unit, present, name } = piece
  const button = (act: PieceAct, label: string, why: string | null, filled = false) => (
    <WriteButton
      key={act}
      variant={filled ? 'filled' : 'default'}
      size="compact-sm"
      why={why}
      aria-label={`${label} ${name}`}
      onClick={() => open(pieceActAddress(act, piece))}
    >
      {label}
    </WriteButton>
  )
  if (why_not.weigh_again === null)
    return <div className={classes.acts}>{button('weigh', 'Weigh again', null, true)}</div>
  if (unit === 'mpa' && present === 0)
    return <div className={classes.acts}>{button('return', 'Return the bottle', why_not.send_back)}</div>
  return (
    <div className={classes.acts}>
      {unit === 'ug' && button('split', ACT_LABELS.split, why_not.split)}
      {button('use', unit === 'mpa' ? 'Draw down' : ACT_LABELS.use, why_not.consume)}
      {button('move', ACT_LABELS.move, why_not.move)}
      {button('return', ACT_LABELS.return, why_not.send_back)}
    </div>
  )
}

function ReportLost({ piece }: { piece: LoanPiece }) {
  const open = useOpen()
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      color="gray"
      aria-label={`Lost or destroyed? Report ${piece.name}`}
      onClick={() => open(pieceActAddress('lost', piece))}
    >
      Lost or destroyed?
    </Button>
  )
}

/** Loans of the last year that are over, in a line each. */
export function ClosedLoans({ loans }: { loans: readonly Loan[] }) {
  if (loans.length === 0) return null
  return (
    <section className={classes.card} aria-label="Closed loans">
      <header className={classes.head}>
        <Title order={2}>Closed</Title>
      </header>
      <ul className={classes.lines}>
        {loans.map(({ number, title, steps, pieces }) => (
          <li key={number}>
            <span>{`${number}: ${title}`}</span>
            <span>{`${counted(pieces, 'piece')}, closed ${day(steps.closed)}`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
