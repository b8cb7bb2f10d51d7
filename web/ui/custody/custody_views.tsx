import { address } from '#domain/address.ts'
import { ViewLinks } from '../lists/view_links.tsx'

const VIEWS = [
  ['Loans', address('/loans')],
  ['Pieces', address('/pieces')],
  ['Inventories', address('/inventories')],
  ['Publications', address('/publications')],
] as const

/** Switches between the lists of custody, which are one entry of the menu. */
export const CustodyViews = () => <ViewLinks views={VIEWS} />
