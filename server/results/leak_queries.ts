import { sql } from 'kysely'
import type { HiddenPerson } from '#domain/results/findings.ts'
import type { Db } from '../platform/context.ts'
import { anyOf } from '../platform/sql.ts'

/** What the check of a text must know of a proposal. */
export interface ProposalTexts {
  proposal_id: number
  reports: string[]
  notes: string[]
  own: string[]
  people: string[]
  /** Users who are on the proposal, whose names may be in the text. */
  user_ids: number[]
}

const texts = (values: ReturnType<typeof sql>) =>
  sql<string[]>`array(select text from (${values}) as found (text) where text <> '')`

/** The texts of reports and internal notes, what the proposer has written, and who is on the proposals. */
export const findProposalTexts = (db: Db, proposal_ids: readonly number[]): Promise<ProposalTexts[]> =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select('p.id as proposal_id')
    .select([
      texts(sql`select unnest(array[r.science_comment_strength, r.science_comment_weakness,
        r.technical_comment_strength, r.technical_comment_weakness, r.decline_note]) from reports r
        where r.proposal_id = p.id`).as('reports'),
      texts(sql`select n.internal from decision_notes n where n.proposal_id = p.id
        union all select p.additional_notes
        union all select e.text from discussion_entries e where e.proposal_id = p.id`).as('notes'),
      texts(sql`select unnest(array[p.title, p.abstract, p.sample_description_1_1, p.sample_description_1_2,
        p.sample_description_2_1, p.sample_description_2_2, p.sample_description_2_3, p.sample_description_3_1,
        p.post_analysis_alternation, p.methods_to_handle_of_sample, p.environmental_condition_other])`).as(
        'own',
      ),
      texts(sql`select u.name union all
        select c.name from proposal_collaborators c where c.proposal_id = p.id`).as('people'),
      sql<number[]>`array(select u.id union
        select a.user_id from proposal_collaborators c join user_addresses a on lower(a.email) = lower(c.email)
        where c.proposal_id = p.id)`.as('user_ids'),
    ])
    .where('p.id', '=', anyOf(proposal_ids))
    .execute()

/** Whoever reviews: with the role, or with a report in the term, with every address that they have or had. */
export const findReviewers = (db: Db, term_id: number): Promise<(HiddenPerson & { id: number })[]> =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.first_name', 'u.middle_name', 'u.last_name'])
    .select(
      sql<string[]>`array(select a.email from user_addresses a where a.user_id = u.id order by a.id)`.as(
        'addresses',
      ),
    )
    .where(
      sql<boolean>`(u.is_reviewer or exists (select from reports r join proposals q on q.id = r.proposal_id
        where r.user_id = u.id and q.term_id = ${term_id}))`,
    )
    .orderBy('u.id')
    .execute()

export const findTermNumbers = async (db: Db, term_id: number): Promise<number[]> =>
  (await db.selectFrom('proposals').select('id').where('term_id', '=', term_id).execute()).map(({ id }) => id)

/** Findings that are allowed, by proposal and fingerprint. */
export const findAllowances = (db: Db, proposal_ids: readonly number[]) =>
  db
    .selectFrom('result_allowances as a')
    .leftJoin('users as u', 'u.id', 'a.allowed_by')
    .select(['a.proposal_id', 'a.fingerprint', 'a.reason', 'u.name as by', 'a.allowed_at as at'])
    .where('a.proposal_id', '=', anyOf(proposal_ids))
    .execute()
