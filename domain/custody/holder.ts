import type { HolderKind, PieceState } from './status.ts'

interface Held {
  state: PieceState
  holder_kind: HolderKind
  holder_name: string
  /** In the vault; '' where the viewer may not know it. */
  place: string
  /** Of the loan that it is on, if any. */
  borrower_name: string | null
}

/** Who has a piece, as it is shown: 'Curation, N2-3, drawer 4', a name, 'on the way to Lucía Peña'; '' when nobody has it. */
export function holderText({ state, holder_kind, holder_name, place, borrower_name }: Held): string {
  switch (holder_kind) {
    case 'curation':
      return place === '' ? 'Curation' : `Curation, ${place}`
    case 'carrier':
      return state === 'sent_back'
        ? `on the way back (${holder_name})`
        : `on the way to ${borrower_name ?? 'its borrower'}`
    case 'borrower':
    case 'colleague':
      return holder_name
    case 'none':
      return ''
  }
}
