import { useSearch } from '@tanstack/react-router'
import { type ComponentType, useCallback } from 'react'
import { type Address, address } from '#domain/address.ts'
import type { Loan, LoanPiece } from '#domain/custody/loans/contract.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { ConsumeForm } from '#web/ui/custody/acts/consume.tsx'
import { ExtensionForm } from '#web/ui/custody/acts/extension.tsx'
import { LostForm } from '#web/ui/custody/acts/lost.tsx'
import { MissingForm } from '#web/ui/custody/acts/missing.tsx'
import { MoveForm } from '#web/ui/custody/acts/move.tsx'
import { ReportForm, SignForm } from '#web/ui/custody/acts/papers.tsx'
import { type LoanActProps, type PieceActProps, PieceName } from '#web/ui/custody/acts/parts.tsx'
import { toReceive } from '#web/ui/custody/acts/receive.tsx'
import { SendBackForm } from '#web/ui/custody/acts/send_back.tsx'
import { SplitForm } from '#web/ui/custody/acts/split.tsx'
import { WeighAgainForm } from '#web/ui/custody/acts/weigh_again.tsx'
import { Sheet } from './-sheet.tsx'

interface Act<Props> {
  /** Before the name of the piece or of the loan; of a gas. */
  title: string
  gas?: string
  Form: ComponentType<Props>
  /** Why it cannot be done now, or null. */
  whyNot: (props: Props) => string | null
}

const ReturnPiece = ({ piece, ...props }: PieceActProps) => <SendBackForm {...props} pieces={[piece]} />

/** What can be sent back of a loan now. */
export const toSendBack = ({ piece_list }: Loan) =>
  piece_list.filter(({ why_not }) => why_not.send_back === null)

const PIECE_ACTS = {
  split: { title: 'Split', Form: SplitForm, whyNot: ({ piece }) => piece.why_not.split },
  use: { title: 'Use up', gas: 'Draw down', Form: ConsumeForm, whyNot: ({ piece }) => piece.why_not.consume },
  move: { title: 'Move', Form: MoveForm, whyNot: ({ piece }) => piece.why_not.move },
  return: { title: 'Return', Form: ReturnPiece, whyNot: ({ piece }) => piece.why_not.send_back },
  weigh: { title: 'Weigh again', Form: WeighAgainForm, whyNot: ({ piece }) => piece.why_not.weigh_again },
  lost: { title: 'Lost:', Form: LostForm, whyNot: ({ piece }) => piece.why_not.say_lost },
} as const satisfies Record<string, Act<PieceActProps>>
export type PieceAct = keyof typeof PIECE_ACTS

const LOAN_ACTS = {
  extend: {
    title: 'Ask for an extension of',
    Form: ExtensionForm,
    whyNot: ({ loan }) => loan.why_not.ask_extension,
  },
  return: {
    title: 'Return',
    Form: (props) => <SendBackForm {...props} pieces={toSendBack(props.loan)} />,
    whyNot: ({ loan }) => loan.why_not.send_back,
  },
  missing: {
    title: 'Missing from',
    Form: (props) => <MissingForm {...props} pieces={toReceive(props.loan.piece_list)} />,
    whyNot: ({ loan }) => loan.why_not.receive,
  },
  sign: { title: 'Agreement of', Form: SignForm, whyNot: ({ loan }) => loan.why_not.upload_signed },
  report: { title: 'Report of use of', Form: ReportForm, whyNot: ({ loan }) => loan.why_not.upload_report },
} as const satisfies Record<string, Act<LoanActProps>>
export type LoanAct = keyof typeof LOAN_ACTS

/** An act whose sheet is open. */
type OpenAct =
  | { key: string; act: Act<LoanActProps>; loan: Loan; piece?: undefined }
  | { key: string; act: Act<PieceActProps>; loan: Loan; piece: LoanPiece }

/** The act that the address names, if it can be done; it stays while its request is under way. */
export function useOpenAct(loans: readonly Loan[]): OpenAct | null {
  const { act = '', loan = '', piece = '' } = useSearch({ strict: false }) as Record<string, string>
  const key = `${act} ${loan} ${piece}`
  if (piece !== '') {
    const of = loans.find(({ piece_list }) => piece_list.some((one) => one.piece === piece))
    const one = of?.piece_list.find((each) => each.piece === piece)
    const known = act in PIECE_ACTS ? PIECE_ACTS[act as PieceAct] : null
    if (!of || !one || !known || known.whyNot({ loan: of, piece: one, close: () => {} }) !== null) return null
    return { key, act: known, loan: of, piece: one }
  }
  const of = loans.find(({ number }) => number === loan)
  const known: Act<LoanActProps> | null = act in LOAN_ACTS ? LOAN_ACTS[act as LoanAct] : null
  if (!of || !known || known.whyNot({ loan: of, close: () => {} }) !== null) return null
  return { key, act: known, loan: of }
}

export const pieceActAddress = (act: PieceAct, piece: LoanPiece): Address =>
  address('/mypage/samples', {}, { act, piece: piece.piece })
export const loanActAddress = (act: LoanAct, loan: Pick<Loan, 'number'>): Address =>
  address('/mypage/samples', {}, { act, loan: loan.number })

/** Opens an act's sheet; Back closes it. */
export function useOpen() {
  const go = useGo()
  return (to: Address) => void go(to, { replace: false })
}

/** The sheet of the open act. */
export function ActSheet({ act: { act, loan, piece } }: { act: OpenAct }) {
  const go = useGo()
  const close = useCallback(() => void go(address('/mypage/samples'), { replace: true }), [go])
  const title = (piece?.unit === 'mpa' && act.gas) || act.title
  if (piece) {
    const { Form } = act as Act<PieceActProps>
    return (
      <Sheet
        title={
          <>
            {title} <PieceName piece={piece} />
          </>
        }
        close={close}
      >
        <Form loan={loan} piece={piece} close={close} />
      </Sheet>
    )
  }
  const { Form } = act as Act<LoanActProps>
  return (
    <Sheet title={`${title} ${loan.number}`} close={close}>
      <Form loan={loan} close={close} />
    </Sheet>
  )
}
