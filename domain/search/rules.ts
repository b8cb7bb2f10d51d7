import { allows, type Role } from '../access.ts'
import { type Address, address } from '../address.ts'
import { MENU, type PlainPath, SCREENS } from '../screens.ts'

/** What a search finds, and what a group of it is called; in the order of the groups. */
export const KINDS = {
  term: 'Calls',
  proposal: 'Proposals',
  assigned: 'Assigned Proposals',
  own: 'MyProposal',
  sample: 'Samples',
  applicant: 'Applicants',
  proposer: 'Proposers',
  collaborator: 'Collaborators',
  reviewer: 'Reviewers',
  user: 'Users',
  screen: 'Screens',
} as const
export type Kind = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as [Kind, ...Kind[]]

/** How near something is to what was searched: it is it, begins with it, holds it. */
export const EXACT = 0
export const BEGINS = 1
export const HOLDS = 2
export type Nearness = typeof EXACT | typeof BEGINS | typeof HOLDS

/** How many things a search answers. */
export const MAX_HITS = 20

/** The proposal's number that a search means, '63' or '#63', or null. */
export const proposalNumber = (q: string) => numberIn(q, /^#?(\d{1,9})$/u)

/** The number of the call that a search means, '7', 'AO7' or 'ao 7', or null. */
export const termNumber = (q: string) => numberIn(q, /^(?:ao\s*)?(\d{1,4})$/iu)

function numberIn(q: string, shape: RegExp): number | null {
  const digits = shape.exec(q)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Text as it is searched: without case and accents. */
export const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

interface Candidate {
  kind: Kind
  near: Nearness
}

/**
 * The twenty that are answered: what was meant exactly, then each kind in turn, so that none crowds the others out. In
 * the order of the kinds, exact ones first; those of one kind stay in their order.
 */
export function pickHits<C extends Candidate>(candidates: readonly C[]): C[] {
  const turn = new Map<Kind, number>()
  const places = candidates.map((candidate) => {
    const exact = candidate.near === EXACT
    const place = exact ? -1 : (turn.get(candidate.kind) ?? 0)
    if (!exact) turn.set(candidate.kind, place + 1)
    return { candidate, place }
  })
  return places
    .toSorted((a, b) => a.place - b.place || rank(a.candidate) - rank(b.candidate))
    .slice(0, MAX_HITS)
    .toSorted((a, b) => exactly(a.candidate) - exactly(b.candidate) || rank(a.candidate) - rank(b.candidate))
    .map(({ candidate }) => candidate)
}

const rank = ({ kind }: Candidate) => KIND_NAMES.indexOf(kind)
const exactly = ({ near }: Candidate) => (near === EXACT ? 0 : 1)

interface FoundScreen {
  title: string
  note: string
  href: Address
  near: Nearness
}

/** The screens that users with `roles` may open and whose title or menu item holds every word. */
export function findScreens(q: string, roles: readonly Role[]): FoundScreen[] {
  const wanted = fold(q)
  const words = wanted.split(/\s+/u).filter((word) => word !== '')
  if (words.length === 0) return []
  const seen = new Set<string>()
  return SCREENS.flatMap(({ path, access, title }) => {
    if (!isPlain(path) || access === 'public' || !allows(access, roles)) return []
    const item = menuItem(path)
    const names = [title, ...(item?.path === path ? [item.label] : [])].map(fold)
    const note = item && item.path !== path ? item.label : ''
    const told = `${title} ${note}`
    if (!words.every((word) => names.some((name) => name.includes(word))) || seen.has(told)) return []
    seen.add(told)
    return { title, note, href: address(path), near: nearest(names, wanted) }
  }).toSorted((a, b) => a.near - b.near)
}

const isPlain = (path: string): path is PlainPath => !path.includes('$')

/** The menu item that a screen belongs to: the longest path that it begins with. */
const menuItem = (path: string) =>
  MENU.filter((item) => path === item.path || path.startsWith(`${item.path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)
    .at(0)

function nearest(names: readonly string[], wanted: string): Nearness {
  if (names.includes(wanted)) return EXACT
  return names.some((name) => name.startsWith(wanted)) ? BEGINS : HOLDS
}
