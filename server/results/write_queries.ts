import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../platform/context.ts'
import type { ResultAllowances, ResultReminders, Results } from '../platform/database/tables.gen.ts'
import { anyOf } from '../platform/sql.ts'

interface Edition {
  proposal_id: number
  edition: number
}

const CHUNK = 500

/** Adds results with the samples that they grant, as the catalogue has them now; `sample_ids` by proposal. */
export async function insertResults(
  tx: Db,
  results: readonly Insertable<Results>[],
  sample_ids: ReadonlyMap<number, readonly number[]>,
) {
  for (let at = 0; at < results.length; at += CHUNK)
    await tx
      .insertInto('results')
      .values(results.slice(at, at + CHUNK))
      .execute()
  await insertSamples(tx, results, sample_ids)
}

async function insertSamples(
  tx: Db,
  editions: readonly Edition[],
  sample_ids: ReadonlyMap<number, readonly number[]>,
) {
  const rows = editions.flatMap(({ proposal_id, edition }) =>
    (sample_ids.get(proposal_id) ?? []).map((sample_id) => ({ proposal_id, edition, sample_id })),
  )
  if (rows.length === 0) return
  await sql`insert into result_samples
      (proposal_id, edition, sample_id, name, db_type, sample_type, weight, size, pressure, volume)
    select g.proposal_id, g.edition, s.id, s.name, s.db_type, s.sample_type, s.weight, s.size, s.pressure, s.volume
    from json_to_recordset(${JSON.stringify(rows)}) as g (proposal_id integer, edition smallint, sample_id integer)
    join samples s on s.id = g.sample_id`.execute(tx)
}

/** Puts other samples in the place of those of a draft. */
export async function replaceSamples(tx: Db, edition: Edition, sample_ids: readonly number[]) {
  await tx
    .deleteFrom('result_samples')
    .where('proposal_id', '=', edition.proposal_id)
    .where('edition', '=', edition.edition)
    .execute()
  await insertSamples(tx, [edition], new Map([[edition.proposal_id, sample_ids]]))
}

export const updateResult = (tx: Db, { proposal_id, edition }: Edition, set: Updateable<Results>) =>
  tx
    .updateTable('results')
    .set(set)
    .where('proposal_id', '=', proposal_id)
    .where('edition', '=', edition)
    .execute()

/** The same change of many results, each in its edition. */
export const updateResults = (tx: Db, editions: readonly Edition[], set: Updateable<Results>) =>
  tx
    .updateTable('results')
    .set(set)
    .where(
      sql<boolean>`(proposal_id, edition) in (select * from unnest(
        ${editions.map(({ proposal_id }) => proposal_id)}::integer[], ${editions.map(({ edition }) => edition)}::smallint[]))`,
    )
    .execute()

export const deleteResult = (tx: Db, { proposal_id, edition }: Edition) =>
  tx.deleteFrom('results').where('proposal_id', '=', proposal_id).where('edition', '=', edition).execute()

/** The released editions of these proposals that a correction now replaces. */
export const supersede = (tx: Db, proposal_ids: readonly number[], at: Date) =>
  tx
    .updateTable('results')
    .set({ superseded_at: at.toISOString() })
    .where('proposal_id', '=', anyOf(proposal_ids))
    .where('released_at', 'is not', null)
    .where('superseded_at', 'is', null)
    .execute()

/** What was answered for a sample in the edition before stays its answer. */
export const keepAnswers = (tx: Db, { proposal_id, edition }: Edition) =>
  sql`update result_samples s set accepted = b.accepted from result_samples b
    where s.proposal_id = ${proposal_id} and s.edition = ${edition}
      and b.proposal_id = s.proposal_id and b.edition = s.edition - 1 and b.sample_id = s.sample_id`.execute(
    tx,
  )

export const writeAnswers = (
  tx: Db,
  { proposal_id, edition }: Edition,
  answers: readonly { sample_id: number; accepted: boolean }[],
) =>
  sql`update result_samples s set accepted = a.accepted
    from json_to_recordset(${JSON.stringify(answers)}) as a (sample_id integer, accepted boolean)
    where s.proposal_id = ${proposal_id} and s.edition = ${edition} and s.sample_id = a.sample_id`.execute(tx)

/** Allows a finding; false where it was allowed before. */
export const insertAllowance = async (tx: Db, allowance: Insertable<ResultAllowances>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('result_allowances')
    .values(allowance)
    .onConflict((earlier) => earlier.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) === 1
}

/** Records that a proposer is reminded; false where they were, so many days before the end. */
export const insertReminder = async (tx: Db, reminder: Insertable<ResultReminders>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('result_reminders')
    .values(reminder)
    .onConflict((earlier) => earlier.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) === 1
}
