import { formatAmount, formatDifference, formatSmall, type Unit } from './amounts.ts'
import type { EventKind } from './status.ts'

/** An event as far as its sentence says it. Amounts in the piece's unit; `present`: what is left after it. */
export interface ToldEvent {
  kind: EventKind
  present: number
  d_initial: number
  d_present: number
  d_consumed: number
  d_lost: number
  d_difference: number
  holder_name: string
  details: Readonly<Record<string, unknown>>
}

const worded = (text: unknown, before = ', ') =>
  typeof text === 'string' && text !== '' ? `${before}${text}` : ''
const to = ({ holder_name }: ToldEvent) => worded(holder_name, ' to ')

/** What a kind of event says after the name of its piece. */
const TEXTS: Record<Exclude<EventKind, 'counter'>, (event: ToldEvent, unit: Unit) => string> = {
  enter: ({ present }, unit) => ` into the vault, ${formatAmount(unit, present)}`,
  weigh: ({ present, d_difference }, unit) =>
    d_difference === 0
      ? ` weighed, ${formatAmount(unit, present)}`
      : ` weighed, ${formatDifference(unit, d_difference)}: ${formatAmount(unit, present)}`,
  loss: ({ d_lost }, unit) => `: handling loss ${formatSmall(unit, d_lost)}`,
  consume: ({ present, d_consumed, details }, unit) =>
    present === 0
      ? ` used up, ${formatSmall(unit, d_consumed)}${worded(details.method)}`
      : `: ${formatSmall(unit, d_consumed)} consumed${worded(details.method)}`,
  split: ({ details }) => (Array.isArray(details.parts) ? ` split in ${details.parts.length}` : ' split'),
  split_from: ({ d_initial }, unit) => ` made by the split, ${formatAmount(unit, d_initial)}`,
  pack: ({ present }, unit) => ` packed, ${formatAmount(unit, present)}`,
  unpack: () => ' unpacked',
  dispatch: (event) =>
    ` dispatched${worded(event.holder_name, ' with ')}${worded(event.details.tracking_number, ', tracking ')}`,
  receive: ({ holder_name }) => ` received${worded(holder_name, ' by ')}`,
  use: () => ' in use',
  move: (event) => ` moved${to(event)}`,
  hand_over: (event) => ` handed over${to(event)}`,
  send_back: ({ present, details }, unit) =>
    ` sent back, ${formatAmount(unit, present)}${worded(details.tracking_number, ', tracking ')}`,
  return: ({ present }, unit) => ` returned, ${formatAmount(unit, present)}`,
  offer: ({ present }, unit) => ` released to the catalogue, ${formatAmount(unit, present)}`,
  take_off_offer: () => ' taken off offer',
  write_off: ({ d_lost }, unit) => ` written off, ${formatAmount(unit, d_lost)}`,
}

/**
 * An event of a piece as a sentence: 'A0106-02 used up, 980 µg, acid digestion'. `countered`: of a counter-event the event
 * that it takes back.
 */
export function eventText(name: string, unit: Unit, event: ToldEvent, countered?: ToldEvent): string {
  if (event.kind !== 'counter') return `${name}${TEXTS[event.kind](event, unit)}`
  if (!countered || countered.kind === 'counter') return `${name}: an event taken back`
  return `Taken back: ${name}${TEXTS[countered.kind](countered, unit)}`
}
