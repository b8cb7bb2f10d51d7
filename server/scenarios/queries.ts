import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import { CONFIRMED } from '#domain/allocation/status.ts'
import type { Figures, ScenarioQuery } from '#domain/scenarios/contract.ts'
import type { ScenarioItem } from '#domain/scenarios/input.ts'
import type { Db } from '../platform/context.ts'
import type { Scenarios } from '../platform/database/tables.gen.ts'
import { stillHolds } from '../platform/sql.ts'

const among = (column: string, values: readonly number[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${values}::integer[])`

/** The figures of a scenario when it was saved. `benefits`: of each proposal, in thousandths. */
export type KeptFigures = Omit<Figures, 'benefit'> & { benefits: Record<string, number> }

/** The global scores of a term's proposals, whoever asks: they only go into benefits that readers see without their conflicts. */
export const findGlobalScores = (db: Db, term_id: number) =>
  db.selectFrom('proposals').select(['id', 'global_score']).where('term_id', '=', term_id).execute()

const scenarios = (db: Db) =>
  db
    .selectFrom('scenarios as c')
    .innerJoin('users as maker', 'maker.id', 'c.made_by')
    .leftJoin('users as saver', 'saver.id', 'c.updated_by')
    .select(['c.id', 'c.term_id', 'c.name', 'c.note', 'c.created_at', 'c.updated_at', 'c.version'])
    .select(['saver.name as saved_by', sql<KeptFigures | null>`c.figures`.as('figures')])
    .select(
      sql<{ id: number; name: string }>`json_build_object('id', maker.id, 'name', maker.name)`.as('made_by'),
    )

/** Scenarios, newest first, optionally of one term. */
export const findScenarios = (db: Db, { term_id }: ScenarioQuery) =>
  scenarios(db)
    .$if(term_id !== undefined, (q) => q.where('c.term_id', '=', term_id!))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .execute()

export const findScenario = (db: Db, id: number) => scenarios(db).where('c.id', '=', id).executeTakeFirst()

export const lockScenario = (tx: Db, id: number) =>
  scenarios(tx).where('c.id', '=', id).forUpdate('c').executeTakeFirst()

/** The assignments of scenarios with the samples' figures and the present state of sample and proposal. */
export const findItems = (db: Db, scenario_ids: readonly number[]) =>
  db
    .selectFrom('scenario_items as i')
    .innerJoin('samples as s', 's.id', 'i.sample_id')
    .innerJoin('proposals as p', 'p.id', 'i.proposal_id')
    .leftJoin('assignments as a', (join) =>
      join.onRef('a.sample_id', '=', 'i.sample_id').on('a.status', '=', CONFIRMED).on(stillHolds),
    )
    .leftJoin('proposals as other', 'other.id', 'a.proposal_id')
    .select(['i.scenario_id', 'i.sample_id', 'i.proposal_id', 'i.priority', 'p.status'])
    .select(['s.name', 's.db_type', 's.sample_type', 's.weight', 's.size', 's.chamber', 's.dish'])
    .select(['a.proposal_id as promised_to', 'other.term_id as promised_in'])
    .where(among('i.scenario_id', scenario_ids))
    .orderBy('i.sample_id')
    .orderBy('i.proposal_id')
    .execute()

/** The confirmed assignments of these samples, in any term. */
export const findConfirmed = (db: Db, sample_ids: readonly number[]) =>
  db
    .selectFrom('assignments as a')
    .innerJoin('proposals as p', 'p.id', 'a.proposal_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select(['a.sample_id', 'a.proposal_id', 'a.status', 'p.term_id', 't.disabled'])
    .select('a.proposed_by as proposed_by_id')
    .where('a.status', '=', CONFIRMED)
    .where(stillHolds)
    .where(among('a.sample_id', sample_ids))
    .execute()

/** Ignores case. */
export const findScenarioByName = (db: Db, { term_id, name }: { term_id: number; name: string }) =>
  db
    .selectFrom('scenarios')
    .select('id')
    .where('term_id', '=', term_id)
    .where(sql<SqlBool>`lower(name) = lower(${name})`)
    .executeTakeFirst()

export const insertScenario = (tx: Db, scenario: Insertable<Scenarios>) =>
  tx.insertInto('scenarios').values(scenario).returning('id').executeTakeFirstOrThrow()

export const updateScenario = (tx: Db, id: number, scenario: Updateable<Scenarios>) =>
  tx
    .updateTable('scenarios')
    .set({ ...scenario, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const setFigures = (tx: Db, id: number, figures: KeptFigures) =>
  tx
    .updateTable('scenarios')
    .set({ figures: JSON.stringify(figures) })
    .where('id', '=', id)
    .execute()

export async function replaceItems(tx: Db, scenario_id: number, items: readonly ScenarioItem[]) {
  await tx.deleteFrom('scenario_items').where('scenario_id', '=', scenario_id).execute()
  if (items.length === 0) return
  await sql`insert into scenario_items (scenario_id, sample_id, proposal_id, priority)
    select ${scenario_id}::integer, * from unnest(
      ${items.map((i) => i.sample_id)}::integer[],
      ${items.map((i) => i.proposal_id)}::integer[],
      ${items.map((i) => i.priority ?? null)}::smallint[])`.execute(tx)
}

export const removeScenario = (tx: Db, id: number) =>
  tx.deleteFrom('scenarios').where('id', '=', id).execute()
