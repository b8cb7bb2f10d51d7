import { type Address, address } from '#domain/address.ts'
import type { Loan, MyLoans } from '#domain/custody/loans/contract.ts'
import { isAccountedFor } from '#domain/custody/loans/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '../actions/links.tsx'
import classes from './owed.module.css'

type Owed = MyLoans['owed'][number]

const counted = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`

/** What is owed as a verb, and the act that it opens. */
const TEXTS: Record<Owed['kind'], { text: (owed: Owed) => string; act: string }> = {
  sign: { text: ({ number }) => `Sign the agreement of ${number}`, act: 'sign' },
  receive: { text: ({ number }) => `Confirm receipt of ${number}`, act: '' },
  weigh_again: { text: ({ number }) => `Weigh again: ${number}`, act: '' },
  return: { text: ({ number }) => `Return ${number}, or ask for an extension`, act: '' },
  report: { text: ({ number }) => `Report of use of ${number}`, act: 'report' },
}

/** Where something that is owed is done. */
export const owedAddress = ({ kind, number }: Owed): Address =>
  address('/mypage/samples', {}, { loan: number, act: TEXTS[kind].act || undefined })

/** By when, and how long that is; how many pieces where no day is set. */
export function owedUntil({ until, days, count }: Owed): string {
  if (until === null || days === null) return counted(count, 'piece')
  return dayAndRest(until, days)
}

const dayAndRest = (until: string, days: number) =>
  days < 0
    ? `${until}, ${counted(-days, 'day')} late`
    : `until ${until}, ${days === 0 ? 'today' : counted(days, 'day')}`

/** How much is held: '5 pieces, 2 loans'. */
export function heldText(open: readonly Pick<Loan, 'piece_list'>[]): string {
  const pieces = open.flatMap(({ piece_list }) => piece_list.filter(({ state }) => !isAccountedFor(state)))
  return `${counted(pieces.length, 'piece')}, ${counted(open.length, 'loan')}`
}

/** An inventory that waits for the viewer's answers. */
interface OwedInventory {
  name: string
  until: string
  /** Pieces. */
  count: number
}

/** The open inventory as far as the viewer still has to answer it, or null. */
export function useOwedInventory(): OwedInventory | null {
  const inventory = useCall(api.inventories.mine).data
  const count = inventory?.entries.filter(({ answer, question }) => answer === null || question).length ?? 0
  return inventory && count > 0 ? { name: inventory.name, until: inventory.until, count } : null
}

const DAY_MS = 86_400_000
const today = () => new Date().toISOString().slice(0, 10)

interface OwedListProps {
  owed: readonly Owed[]
  inventory: OwedInventory | null
}

/** What someone owes, each with its day and a link to where it is done. */
export const OwedList = ({ owed, inventory }: OwedListProps) => (
  <ul className={classes.list}>
    {inventory && <InventoryLine {...inventory} />}
    {owed.map((one) => (
      <li key={`${one.kind} ${one.number}`}>
        <ScreenLink to={owedAddress(one)}>{TEXTS[one.kind].text(one)}</ScreenLink>
        <span data-late={(one.days ?? 0) < 0 || undefined}>{owedUntil(one)}</span>
      </li>
    ))}
  </ul>
)

function InventoryLine({ name, until, count }: OwedInventory) {
  const days = Math.round((Date.parse(until) - Date.parse(today())) / DAY_MS)
  return (
    <li>
      <ScreenLink to={address('/mypage/samples')}>
        {`Confirm ${counted(count, 'piece')} for ${name}`}
      </ScreenLink>
      <span data-late={days < 0 || undefined}>{dayAndRest(until, days)}</span>
    </li>
  )
}
