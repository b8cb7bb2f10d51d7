import { sql } from 'kysely'
import type { ApplicantFilter, NoticeInput } from '#domain/applicants/contract.ts'
import { type ApplicantStatus, applicantStatus, NOT_REGISTERED } from '#domain/applicants/status.ts'
import type { NoticeWindow } from '#domain/terms/rules.ts'
import type { Db } from '../platform/context.ts'
import * as condition from '../platform/filter_conditions.ts'
import { order, pageByIds, rowMatches } from '../platform/lists.ts'
import { collaboratorsOf } from '../platform/sql.ts'
import { runFailure } from './run_queries.ts'

const COLUMNS = [
  'a.id',
  'a.term_id',
  'a.first_name',
  'a.middle_name',
  'a.last_name',
  'a.suffix',
  'a.name',
  'a.email',
  'a.affiliation',
  'a.early_career',
  'a.proposal_title',
  'a.status',
  'a.created_at',
  'a.version',
  'a.orcid',
] as const

const collaborators = collaboratorsOf('applicant_collaborators', 'a.id').as('applicant_collaborator')

const matchingApplicants = (db: Db, f: ApplicantFilter) =>
  db.selectFrom('applicants as a').where(
    rowMatches(f, {
      ids: condition.inList('a.id'),
      ...condition.person('a'),
      ...condition.collaborators('applicant_collaborators', 'a.id'),
      term_id: condition.equals('a.term_id'),
      proposal_title: condition.contains('a.proposal_title'),
      status: condition.anyOf('a.status', applicantStatus.codes),
      early_career: condition.equals('a.early_career'),
      run_failed: condition.whenChecked(() => sql`${runFailure} is not null`),
    }),
  )

/** Newest first by default. */
const orderBy = (f: ApplicantFilter) =>
  order(f, sql`a.created_at desc, a.id desc`, {
    ...condition.personSorts('a'),
    id: 'a.id',
    proposal_title: condition.foldedColumn('a.proposal_title'),
    status: 'a.status',
    early_career: 'a.early_career',
    term_id: 'a.term_id',
    created_at: 'a.created_at',
  })

const withDetails = (applicants: ReturnType<typeof matchingApplicants>) =>
  applicants.select([...COLUMNS, 'a.proposal_abstract', runFailure.as('run_failure')]).select(collaborators)

export const findApplicants = (db: Db, f: ApplicantFilter) =>
  pageByIds(
    db,
    {
      matching: matchingApplicants(db, f),
      sorted: matchingApplicants(db, f).orderBy(orderBy(f)),
      id: 'a.id',
      rows: (ids) =>
        withDetails(db.selectFrom('applicants as a').where(condition.oneOf('a.id')(ids))).execute(),
      idOf: ({ id }) => id,
    },
    f,
  )

/** All applicants that match the filter, through a cursor. */
export const streamApplicants = (db: Db, f: ApplicantFilter) =>
  withDetails(matchingApplicants(db, f)).orderBy(orderBy(f)).stream(200)

/** One applicant with its collaborators and its neighbours in the term's list, newest first. */
export const findApplicant = (db: Db, id: number) =>
  db
    .selectFrom('applicants as a')
    .innerJoin('terms as t', 't.id', 'a.term_id')
    .select([...COLUMNS, 'a.proposal_abstract', 'a.user_id', runFailure.as('run_failure')])
    .select(
      sql<NoticeWindow>`json_build_object('id', t.id, 'noi_opens_at', t.noi_opens_at,
        'noi_closes_at', t.noi_closes_at, 'disabled', t.disabled)`.as('term'),
    )
    .select(collaborators)
    .select([
      sql<string | null>`(select u.email from user_addresses as h join users as u on u.id = h.user_id
        where lower(h.email) = lower(a.email))`.as('account'),
      sql<{ id: number; title: string } | null>`(select json_build_object('id', p.id, 'title', p.title)
        from user_addresses as h join proposals as p on p.user_id = h.user_id
        where lower(h.email) = lower(a.email) and p.term_id = a.term_id)`.as('account_proposal'),
      sql<number | null>`(select o.id from applicants as o
        where o.term_id = a.term_id and (o.created_at, o.id) > (a.created_at, a.id)
        order by o.created_at, o.id limit 1)`.as('prevID'),
      sql<number | null>`(select o.id from applicants as o
        where o.term_id = a.term_id and (o.created_at, o.id) < (a.created_at, a.id)
        order by o.created_at desc, o.id desc limit 1)`.as('nextID'),
    ])
    .where('a.id', '=', id)
    .executeTakeFirst()

/** Other applicants of the same term who share the e-mail or the name, ignoring case and accents. */
export const findNamesakes = (db: Db, id: number) =>
  db
    .selectFrom('applicants as a')
    .innerJoin('applicants as o', (join) =>
      join
        .onRef('o.term_id', '=', 'a.term_id')
        .onRef('o.id', '!=', 'a.id')
        .on(sql<boolean>`(lower(o.email) = lower(a.email) or o.folded_name = a.folded_name)`),
    )
    .select(['o.id', 'o.name', 'o.email', 'o.status'])
    .select([
      sql<boolean>`lower(o.email) = lower(a.email)`.as('same_email'),
      sql<boolean>`o.folded_name = a.folded_name`.as('same_name'),
    ])
    .where('a.id', '=', id)
    .orderBy('o.id')
    .execute()

/** Locks an applicant; `saved_by` is the name of the user who saved it last. */
export const lockApplicant = (tx: Db, id: number) =>
  tx
    .selectFrom('applicants as a')
    .leftJoin('users as s', 's.id', 'a.saved_by')
    .selectAll('a')
    .select('s.name as saved_by')
    .where('a.id', '=', id)
    .forUpdate('a')
    .executeTakeFirst()

export const countNotRegistered = (db: Db) =>
  db
    .selectFrom('applicants')
    .innerJoin('terms', 'terms.id', 'applicants.term_id')
    .where('terms.is_current', '=', true)
    .where('applicants.status', '=', NOT_REGISTERED)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()

/** The first Notice of the term with this e-mail and title, ignoring case. */
export const findDuplicate = (
  db: Db,
  { email, proposal_title }: Pick<NoticeInput, 'email' | 'proposal_title'>,
  term_id: number,
) =>
  db
    .selectFrom('applicants')
    .select(['term_id', 'created_at'])
    .where('term_id', '=', term_id)
    .where(sql`lower(email)`, '=', sql<string>`lower(${email}::text)`)
    .where(sql`lower(proposal_title)`, '=', sql<string>`lower(${proposal_title}::text)`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

type Notice = Omit<NoticeInput, 'methods' | 'collaborators'>

type NewNotice = Notice & { orcid?: string; orcid_issuer?: string }

export const addApplicant = (tx: Db, notice: NewNotice, term_id: number, at: Date) =>
  tx
    .insertInto('applicants')
    .values({ ...notice, term_id, created_at: at.toISOString(), updated_at: at.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()

export const changeApplicant = (tx: Db, id: number, notice: Notice, by: number, at: Date) =>
  tx
    .updateTable('applicants')
    .set({ ...notice, updated_at: at.toISOString(), saved_at: at.toISOString(), saved_by: by })
    .set('version', (eb) => eb('version', '+', 1))
    .where('id', '=', id)
    .execute()

export const setApplicantStatus = (tx: Db, id: number, status: ApplicantStatus, at: Date, user_id?: number) =>
  tx
    .updateTable('applicants')
    .set({ status, updated_at: at.toISOString(), ...(user_id !== undefined && { user_id }) })
    .where('id', '=', id)
    .execute()

export const findCollaborators = (db: Db, applicant_id: number) =>
  db
    .selectFrom('applicant_collaborators')
    .select(['first_name', 'middle_name', 'last_name', 'suffix', 'email', 'affiliation'])
    .where('applicant_id', '=', applicant_id)
    .orderBy('position')
    .execute()
