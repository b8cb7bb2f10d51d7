import type { Insertable } from 'kysely'
import { asBit } from '#domain/endpoint.ts'
import { BENNU, RYUGU } from '#domain/masters/values.ts'
import type { AnyTx, Ctx, Db } from '../platform/context.ts'
import type { Samples } from '../platform/database/tables.gen.ts'
import {
  findAllocatable,
  findRequestable,
  findSamples,
  findSamplesByIds,
  findSamplesForRequests,
  findWrittenOff,
  insertSamples,
  lockSampleRows,
  searchRequestableSamples,
} from './queries.ts'

export const allSamples = (ctx: Ctx) => findSamples(ctx.db)

/** The samples that the caller may request. */
export const ryuguSamples = (ctx: Ctx) => findRequestable(ctx.db, RYUGU, ctx.actor.id)
export const bennuSamples = (ctx: Ctx) => findRequestable(ctx.db, BENNU, ctx.actor.id)

/**
 * The existing samples of these ids: `{id, name, db_type, sample_type, taken}`, where `taken` means confirmed for another
 * user in a disabled term.
 */
export const samplesForRequests = (db: Db, ids: readonly number[], user_id: number) =>
  findSamplesForRequests(db, ids, user_id)

/** At most `limit` samples that the caller may request and whose name contains the text. */
export const searchRequestable = (ctx: Ctx, text: string, limit: number) =>
  searchRequestableSamples(ctx.db, text, limit, ctx.actor.id)

type SampleRow = Awaited<ReturnType<typeof findSamples>>[number]
const toStaffSample = ({ flg, ...sample }: SampleRow) => ({
  ...sample,
  type: sample.sample_type,
  flg: asBit(flg),
})

/** Samples of these types that the term may allocate, that is not confirmed in another term. */
export const availableSamples = async (db: Db, types: readonly number[], term_id: number) =>
  (await findAllocatable(db, types, term_id)).map(toStaffSample)

/** Ordered by asteroid and name. */
export const samplesByIds = async (db: Db, ids: readonly number[]) =>
  (await findSamplesByIds(db, ids)).map(toStaffSample)

/** Locks samples until the end of the transaction, and returns those that exist. */
export const lockSamples = (tx: Db, ids: readonly number[]) => lockSampleRows(tx, ids)

/** The ids of those of these samples whose piece is written off. */
export const writtenOffSamples = async (db: Db, ids: readonly number[]) =>
  new Set((await findWrittenOff(db, ids)).map(({ id }) => id))

const CHUNK = 1000

export async function addSamples(tx: AnyTx, rows: readonly Insertable<Samples>[]) {
  const added: { id: number; name: string }[] = []
  for (let at = 0; at < rows.length; at += CHUNK)
    added.push(
      ...(await insertSamples(
        tx,
        rows
          .slice(at, at + CHUNK)
          .map((row) => ({ ...row, initial_weight: row.initial_weight ?? row.weight ?? null })),
      )),
    )
  await tx.audit(
    'sample.add',
    { id: null },
    { added: added.map(({ id, name }) => ({ sample_id: id, name })) },
  )
  return added
}
