import type { Insertable } from 'kysely'
import type { Db } from '../platform/context.ts'
import type { DecisionNotes } from '../platform/database/tables.gen.ts'

/** The decision notes on a proposal with who saved them, or undefined. */
export const findDecisionNotes = (db: Db, proposal_id: number) =>
  db
    .selectFrom('decision_notes as n')
    .innerJoin('users as u', 'u.id', 'n.saved_by')
    .select(['n.for_proposer', 'n.internal', 'n.version', 'n.saved_at', 'u.name as saved_by'])
    .where('n.proposal_id', '=', proposal_id)
    .executeTakeFirst()

/** Inserts or replaces the decision notes on a proposal. */
export const writeDecisionNotes = (tx: Db, notes: Insertable<DecisionNotes>) =>
  tx
    .insertInto('decision_notes')
    .values(notes)
    .onConflict((earlier) => earlier.column('proposal_id').doUpdateSet(notes))
    .execute()
