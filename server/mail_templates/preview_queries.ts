import { sql } from 'kysely'
import type { ReportSubject } from '#domain/reports/reminders.ts'
import type { ReportStatus } from '#domain/reports/status.ts'
import type { Term } from '#domain/terms/rules.ts'
import type { Db } from '../platform/context.ts'
import { collaboratorsOf } from '../platform/sql.ts'
import type { ReadProposal } from '../proposals/shared_queries.ts'
import { type Viewer, viewerHasConflict } from '../users/conflict_shared_queries.ts'

export const MAX_SUBJECTS = 200

export interface Scope {
  viewer: Viewer
  term: Term | null
  /** Only this one. */
  id?: number
}

/** Active users, by last name. */
export const findPreviewUsers = (db: Db, { id }: Scope, role?: 'staff' | 'reviewer') =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('disabled', '=', false)
    .$if(role === 'staff', (users) =>
      users.where(({ or }) => or({ is_administration_office: true, is_panel: true })),
    )
    .$if(role === 'reviewer', (users) => users.where('is_reviewer', '=', true))
    .$if(id !== undefined, (users) => users.where('id', '=', id!))
    .orderBy('last_name')
    .orderBy('id')
    .limit(MAX_SUBJECTS)
    .execute()

export interface PreviewApplicant {
  id: number
  name: string
  email: string
  proposal_title: string
}

/** Applicants of the current term, newest first. */
export const findPreviewApplicants = (db: Db, { term, id }: Scope): Promise<PreviewApplicant[]> =>
  db
    .selectFrom('applicants')
    .select(['id', 'name', 'email', 'proposal_title'])
    .where('term_id', '=', term?.id ?? null)
    .$if(id !== undefined, (applicants) => applicants.where('id', '=', id!))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_SUBJECTS)
    .execute()

export type PreviewProposal = Pick<
  ReadProposal,
  'id' | 'term_id' | 'title' | 'status' | 'name' | 'email' | 'affiliation' | 'proposal_collaborator'
>

/** Proposals of the current term that the viewer has no conflict of interest with. */
export const findPreviewProposals = (db: Db, { viewer, term, id }: Scope): Promise<PreviewProposal[]> =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.term_id', 'p.title', 'p.status', 'u.name', 'u.email', 'u.affiliation'])
    .select(collaboratorsOf('proposal_collaborators', 'p.id').as('proposal_collaborator'))
    .where('p.term_id', '=', term?.id ?? null)
    .where(sql<boolean>`not ${viewerHasConflict(viewer)}`)
    .$if(id !== undefined, (proposals) => proposals.where('p.id', '=', id!))
    .orderBy('p.id')
    .limit(MAX_SUBJECTS)
    .execute()

export interface PreviewReport extends ReportSubject {
  status: ReportStatus
  user_id: number
  name: string
  email: string
}

/** Reports of the current term on proposals that the viewer has no conflict of interest with, by reviewer. */
export const findPreviewReports = (db: Db, { viewer, term }: Scope): Promise<PreviewReport[]> =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'r.proposal_id', 'r.status', 'r.user_id', 'u.name', 'u.email'])
    .select(['p.title', 'p.term_id', 't.reviews_due_at'])
    .where('p.term_id', '=', term?.id ?? null)
    .where('u.disabled', '=', false)
    .where(sql<boolean>`not ${viewerHasConflict(viewer)}`)
    .orderBy('u.last_name')
    .orderBy('u.id')
    .orderBy('r.id')
    .execute()
