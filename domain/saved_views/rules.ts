import { allows, type Role } from '../access.ts'
import { SCREENS } from '../screens.ts'

/** The paths of the lists whose columns can be chosen and kept as views. */
export const VIEW_LISTS = [
  '/proposals',
  '/proposals/reviewers',
  '/proposals/assigned_samples',
  '/proposals/assigned_proposals',
  '/proposers',
  '/proposers/applicant',
  '/proposers/collaborators',
  '/reviewers',
  '/users',
  '/group-mail',
  '/mail-log',
  '/audit-log',
  '/masters/keywords',
  '/masters/methods',
] as const satisfies readonly (typeof SCREENS)[number]['path'][]
export type ViewedPath = (typeof VIEW_LISTS)[number]

export const isViewedPath = (path: string): path is ViewedPath =>
  (VIEW_LISTS as readonly string[]).includes(path)

/** Views of one list that a user, or the office for all, may have. */
export const MAX_VIEWS = 50

const isOffice = ({ roles }: { roles: readonly Role[] }) => roles.includes('admin')

/** Whether the list may be opened, and with it the views of it. */
export const mayOpen = (roles: readonly Role[], list: ViewedPath) =>
  allows(SCREENS.find(({ path }) => path === list)!.access, roles)

/** Whether a view may be read: one's own, or the office's, of a list that may be opened. */
export const mayRead = (
  actor: { id: number; roles: readonly Role[] },
  { list, owner_id }: { list: ViewedPath; owner_id: number | null },
) => mayOpen(actor.roles, list) && (owner_id === null || owner_id === actor.id)

/** Whether a view that may be read may be changed: the office's by the office only. */
export const mayChange = (
  actor: { id: number; roles: readonly Role[] },
  { owner_id }: { owner_id: number | null },
) => (owner_id === null ? isOffice(actor) : owner_id === actor.id)

/** Why a view cannot be kept for all, or null. */
export const whyNotForAll = (actor: { roles: readonly Role[] }, for_all: boolean): string | null =>
  for_all && !isOffice(actor) ? 'Only the administration office keeps views for all.' : null
