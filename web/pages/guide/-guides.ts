import type { Role } from '#domain/access.ts'
import type { DocumentText } from '#web/ui/text/document.tsx'

/** A guide for a role; the text is loaded on demand. */
export interface Guide {
  role: Role | 'holder'
  label: string
  load: () => Promise<DocumentText>
}

const GUIDES: readonly (Guide & { role: Role })[] = [
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

/** What people do with pieces that they hold without being a proposer: a colleague or a successor. */
const FOR_HOLDERS: Guide = {
  role: 'holder',
  label: 'Holder of samples',
  load: () => import('../../../docs/guides/holder.md'),
}

/**
 * The guides for a user's roles. The office, which answers everyone's questions, gets all of these; reviewers and panel members,
 * who may hold pieces, get the one for holders too. That of proposers has what it says.
 */
export const guidesFor = (roles: readonly Role[]): readonly Guide[] => {
  if (roles.includes('admin')) return GUIDES
  const own = GUIDES.filter(({ role }) => roles.includes(role))
  const isTold = roles.includes('proposer') || roles.includes('curation')
  return isTold ? own : [...own, FOR_HOLDERS]
}
