import type { Role } from '#domain/access.ts'
import type { DocumentText } from '#web/ui/text/document.tsx'

/** A guide for a role; the text is loaded on demand. */
export interface Guide {
  role: Role
  label: string
  load: () => Promise<DocumentText>
}

const GUIDES: readonly Guide[] = [
  {
    role: 'admin',
    label: 'Administration office',
    load: () => import('../../../docs/guides/office.md'),
  },
  { role: 'panel', label: 'Panel', load: () => import('../../../docs/guides/panel.md') },
  { role: 'reviewer', label: 'Reviewer', load: () => import('../../../docs/guides/reviewer.md') },
  { role: 'curation', label: 'Curation', load: () => import('../../../docs/guides/curation.md') },
  { role: 'proposer', label: 'Proposer', load: () => import('../../../docs/guides/proposer.md') },
]

/** The guides for a user's roles. The office, which answers everyone's questions, gets all. */
export const guidesFor = (roles: readonly Role[]): readonly Guide[] =>
  roles.includes('admin') ? GUIDES : GUIDES.filter(({ role }) => roles.includes(role))
