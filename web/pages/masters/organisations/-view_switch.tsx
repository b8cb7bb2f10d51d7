import { address } from '#domain/address.ts'
import { ViewLinks } from '#web/ui/lists/view_links.tsx'

const VIEWS = [
  ['Organisations', address('/masters/organisations')],
  ['Not merged', address('/masters/organisations/affiliations')],
] as const

/** Switches between the organisations and the affiliations that are none of them yet. */
export const ViewSwitch = () => <ViewLinks views={VIEWS} />
