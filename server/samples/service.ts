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
  insertSamples,
  lockSampleRows,
  searchRequestableSamples,
} from './queries.ts'

/** The whole catalogue. */
export const allSamples = (ctx: Ctx) => findSamples(ctx.db)

/** What the caller can ask for now of each asteroid. */
export const ryuguSamples = (ctx: Ctx) => findRequestable(ctx.db, RYUGU, ctx.actor.id)
export const bennuSamples = (ctx: Ctx) => findRequestable(ctx.db, BENNU, ctx.actor.id)

/**
 * The samples that a proposer's rows name: `{id, name, db_type, sample_type, taken}`, those that exist.
 * `taken` is confirmed for someone else.
 */
export const samplesForRequests = (db: Db, ids: readonly number[], user_id: number) =>
  findSamplesForRequests(db, ids, user_id)

/** So many samples whose name holds the text, of those that the caller can ask for now. */
export const searchRequestable = (ctx: Ctx, text: string, most: number) =>
  searchRequestableSamples(ctx.db, text, most, ctx.actor.id)

type Found = Awaited<ReturnType<typeof findSamples>>[number]
const forStaff = ({ flg, ...sample }: Found) => ({ ...sample, type: sample.sample_type, flg: asBit(flg) })

/** Samples of these types that a term can allocate, as staff see them. */
export const availableSamples = async (db: Db, types: readonly number[], term_id: number) =>
  (await findAllocatable(db, types, term_id)).map(forStaff)

/** These samples as staff see them, by asteroid and name. */
export const samplesByIds = async (db: Db, ids: readonly number[]) =>
  (await findSamplesByIds(db, ids)).map(forStaff)

/** Holds samples that are about to be promised until the transaction ends; answers those that exist. */
export const lockSamples = (tx: Db, ids: readonly number[]) => lockSampleRows(tx, ids)

const CHUNK = 1000

/** Adds samples to the catalogue; answers their ids and names. */
export async function addSamples(tx: AnyTx, rows: readonly Insertable<Samples>[]) {
  const added: { id: number; name: string }[] = []
  for (let at = 0; at < rows.length; at += CHUNK)
    added.push(...(await insertSamples(tx, rows.slice(at, at + CHUNK))))
  const told = added.map(({ id, name }) => ({ sample_id: id, name }))
  await tx.audit('sample.add', { id: null }, { added: told })
  return added
}
