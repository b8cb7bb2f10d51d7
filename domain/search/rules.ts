import { allows, type Role } from '../access.ts'
import { type Address, address } from '../address.ts'
import { MENU, type PlainPath, SCREENS } from '../screens.ts'

/** Kinds of search hits with the labels of their groups, in display order. */
export const HIT_KINDS = {
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
  action: 'Actions',
  screen: 'Screens',
  opened: 'Opened last',
} as const
export type HitKind = keyof typeof HIT_KINDS
export const HIT_KIND_NAMES = Object.keys(HIT_KINDS) as [HitKind, ...HitKind[]]

/** How well a hit matches: equals, begins with or contains the text. */
export const EXACT = 0
export const STARTS_WITH = 1
export const CONTAINS = 2
export type Nearness = typeof EXACT | typeof STARTS_WITH | typeof CONTAINS

export const MAX_HITS = 20

/** The proposal number in '63' or '#63', or null. */
export const proposalNumber = (q: string) => numberIn(q, /^#?(\d{1,9})$/u)

/** The term number in '7', 'AO7' or 'ao 7', or null. */
export const termNumber = (q: string) => numberIn(q, /^(?:ao\s*)?(\d{1,4})$/iu)

function numberIn(q: string, pattern: RegExp): number | null {
  const digits = pattern.exec(q)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Removes case and accents. */
export const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

interface Candidate {
  kind: HitKind
  near: Nearness
}

/**
 * At most MAX_HITS: exact matches, then one of each kind in turn, so that no kind crowds out the others. The result is
 * sorted by exactness and kind; hits of one kind keep their order.
 */
export function pickHits<C extends Candidate>(candidates: readonly C[]): C[] {
  const turn = new Map<HitKind, number>()
  const places = candidates.map((candidate) => {
    const exact = candidate.near === EXACT
    const place = exact ? -1 : (turn.get(candidate.kind) ?? 0)
    if (!exact) turn.set(candidate.kind, place + 1)
    return { candidate, place }
  })
  return places
    .toSorted((a, b) => a.place - b.place || kindOrder(a.candidate) - kindOrder(b.candidate))
    .slice(0, MAX_HITS)
    .toSorted(
      (a, b) =>
        exactFirst(a.candidate) - exactFirst(b.candidate) || kindOrder(a.candidate) - kindOrder(b.candidate),
    )
    .map(({ candidate }) => candidate)
}

const kindOrder = ({ kind }: Candidate) => HIT_KIND_NAMES.indexOf(kind)
const exactFirst = ({ near }: Candidate) => (near === EXACT ? 0 : 1)

interface FoundScreen {
  title: string
  note: string
  href: Address
  near: Nearness
}

/** The screens that users with `roles` may open and whose title or menu item contains every word. */
export function findScreens(q: string, roles: readonly Role[]): FoundScreen[] {
  const wanted = fold(q)
  const words = wanted.split(/\s+/u).filter((word) => word !== '')
  if (words.length === 0) return []
  const seen = new Set<string>()
  return SCREENS.flatMap(({ path, access, title }) => {
    if (!isPlain(path) || access === 'public' || !allows(access, roles)) return []
    const item = menuItem(path)
    const names = (item?.path === path ? [title, item.label] : [title]).map(fold)
    const note = item && item.path !== path ? item.label : ''
    const name = `${title} ${note}`
    if (!words.every((word) => names.some((one) => one.includes(word))) || seen.has(name)) return []
    seen.add(name)
    return { title, note, href: address(path), near: nearest(names, wanted) }
  }).toSorted((a, b) => a.near - b.near)
}

const isPlain = (path: string): path is PlainPath => !path.includes('$')

/** The menu item with the longest path that the screen's path begins with. */
const menuItem = (path: string) =>
  MENU.filter((item) => path === item.path || path.startsWith(`${item.path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)
    .at(0)

/** How well the best of folded names matches a folded text. */
export function nearest(names: readonly string[], wanted: string): Nearness {
  if (names.includes(wanted)) return EXACT
  return names.some((name) => name.startsWith(wanted)) ? STARTS_WITH : CONTAINS
}
