import { type Access, allows, office, type Role } from '../access.ts'
import { type Address, address } from '../address.ts'
import { type PlainPath, screenAt } from '../screens.ts'
import { fold, type Nearness, nearest } from './rules.ts'

interface Action {
  title: string
  path: PlainPath
  /** Fewer than may open the screen. */
  only?: Access
}

/** What the search offers to do: verbs, each with the screen where it is done. */
const ACTIONS: readonly Action[] = [
  { title: 'New call', path: '/masters/terms/add' },
  { title: 'Register applicants', path: '/proposers/applicant' },
  { title: 'Assign Reviewers', path: '/reviewers/assign', only: office },
  { title: 'Judge conflicts of interest', path: '/reviewers/conflicts', only: office },
  { title: 'Send requests to reviewers', path: '/reviewers', only: office },
  { title: 'Remind reviewers', path: '/reviewers/late', only: office },
  { title: 'Score and rank', path: '/proposals', only: office },
  { title: 'Assign samples', path: '/samples/assign', only: office },
  { title: 'Import samples', path: '/samples/import' },
  { title: 'Write a group mail', path: '/group-mail/add' },
  { title: 'Add an announcement', path: '/information/add' },
  { title: 'Add a user', path: '/users/add' },
  { title: 'Merge affiliations', path: '/masters/organisations/affiliations' },
  { title: 'Change settings', path: '/masters/settings' },
  { title: 'Write my reports', path: '/proposals/assigned_proposals' },
  { title: 'Confirm my reviewer profile', path: '/myprofile', only: ['reviewer'] },
  { title: 'Continue my proposal', path: '/proposals/myproposal' },
  { title: 'Change my name or affiliation', path: '/myprofile' },
]

interface OfferedAction {
  title: string
  note: string
  href: Address
}

/** The actions of users with `roles`, in their order. */
export const actionsFor = (roles: readonly Role[]): OfferedAction[] =>
  ACTIONS.flatMap(({ title, path, only }) => {
    const screen = screenAt(path)
    return screen && allows(only ?? screen.access, roles)
      ? [{ title, note: screen.title, href: address(path) }]
      : []
  })

/** The actions of users with `roles` whose title contains every word. */
export function findActions(q: string, roles: readonly Role[]): (OfferedAction & { near: Nearness })[] {
  const wanted = fold(q)
  const words = wanted.split(/\s+/u).filter((word) => word !== '')
  if (words.length === 0) return []
  return actionsFor(roles)
    .filter(({ title }) => words.every((word) => fold(title).includes(word)))
    .map((action) => ({ ...action, near: nearest([fold(action.title)], wanted) }))
    .toSorted((a, b) => a.near - b.near)
}
