import type { Role } from '#domain/access.ts'

interface Written {
  html: string
  sections: { id: string; title: string }[]
}

/** A guide to the work of a role: its name, and the text when it is asked for. */
export interface Guide {
  role: Role
  label: string
  load: () => Promise<Written>
}

const GUIDES: readonly Guide[] = [
  {
    role: 'admin',
    label: 'Administration office',
    load: () => import('../../../docs/guides/office.md'),
  },
  { role: 'panel', label: 'Panel', load: () => import('../../../docs/guides/panel.md') },
  { role: 'reviewer', label: 'Reviewer', load: () => import('../../../docs/guides/reviewer.md') },
  { role: 'proposer', label: 'Proposer', load: () => import('../../../docs/guides/proposer.md') },
]

/** The guides that somebody reads: those of the own roles; the office, whom everybody asks, reads all. */
export const guidesFor = (roles: readonly Role[]): readonly Guide[] =>
  roles.includes('admin') ? GUIDES : GUIDES.filter(({ role }) => roles.includes(role))
