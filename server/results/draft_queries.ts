import { sql } from 'kysely'
import { CONFIRMED } from '#domain/allocation/status.ts'
import type { Db } from '../platform/context.ts'
import { anyOf, stillHolds } from '../platform/sql.ts'
import { selectProposals } from '../proposals/shared_queries.ts'

/** Proposals with their requests and the panel's words for their proposers, as their results are drafted from. */
export const findToDraft = (db: Db, proposal_ids: readonly number[]) =>
  selectProposals(db)
    .leftJoin('decision_notes as n', 'n.proposal_id', 'p.id')
    .select(sql<string>`coalesce(n.for_proposer, '')`.as('words'))
    .where('p.id', '=', anyOf(proposal_ids))
    .orderBy('p.id')
    .execute()
export type DraftedProposal = Awaited<ReturnType<typeof findToDraft>>[number]

/** Confirmations that hold a sample, of any proposal. */
export const findHolding = (db: Db) =>
  db
    .selectFrom('assignments as a')
    .select(['a.proposal_id', 'a.sample_id', 'a.priority'])
    .where('a.status', '=', CONFIRMED)
    .where(stillHolds)
    .orderBy('a.sample_id')
    .execute()

/** The figures of the catalogue by which samples answer requests. */
export const findFigures = (db: Db) =>
  db
    .selectFrom('samples')
    .select(['id as sample_id', 'name', 'db_type', 'sample_type', 'weight', 'size', 'pressure', 'volume'])
    .select(['chamber', 'dish', 'flg'])
    .orderBy('id')
    .execute()
