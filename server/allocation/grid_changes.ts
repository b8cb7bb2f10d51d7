import type { StaleGrid } from '#domain/allocation/contract.ts'
import { type Grid, typesOf } from '#domain/allocation/grid.ts'
import type { Ctx, Db } from '../platform/context.ts'
import { etagOf, outdatedSince } from './grid_etag.ts'
import { changesSince, lastRecord } from './history_queries.ts'
import { findPairsOfTerm } from './queries.ts'
import { termOr } from './service.ts'

export type GridState = Parameters<typeof etagOf>[0] & { standing: StaleGrid['assignments'] }

/** What changed after the record `since`, by whom, and what stands now. */
export const gridChangesSince = async (db: Db, state: GridState, since: number): Promise<StaleGrid> => ({
  changed: await changesSince(db, state, since),
  assignments: state.standing,
  etag: etagOf(state),
})

/** A grid's assignments as of its last record: read again where a save came between the two. */
async function readGridState(db: Db, term_id: number, types: GridState['types']): Promise<GridState> {
  const record = await lastRecord(db, term_id)
  const standing = await findPairsOfTerm(db, term_id, types)
  return (await lastRecord(db, term_id)) === record
    ? { term_id, types, record, standing }
    : readGridState(db, term_id, types)
}

interface Look {
  grid: Grid
  term_id?: number | undefined
  etag?: string | undefined
}

/** What changed in a grid since the state of `etag`; nothing while that still stands, or where none is sent. */
export async function gridChanges(ctx: Ctx, { grid, term_id, etag }: Look): Promise<StaleGrid> {
  const state = await readGridState(ctx.db, await termOr(ctx.db, term_id), typesOf[grid])
  return gridChangesSince(ctx.db, state, outdatedSince(etag, state) ?? state.record)
}
