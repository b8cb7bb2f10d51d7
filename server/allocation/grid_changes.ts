import type { GridChanges } from '#domain/allocation/contract.ts'
import { type Grid, typesOf } from '#domain/allocation/grid.ts'
import type { Ctx, Db } from '../platform/context.ts'
import { etagOf, outdatedRecord } from './grid_etag.ts'
import { changesSince, lastRecord } from './history_queries.ts'
import { findPairsOfTerm } from './queries.ts'
import { termOrCurrent } from './service.ts'

export type GridState = Parameters<typeof etagOf>[0] & { assignments: GridChanges['assignments'] }

/** The changes after audit entry `since`, and the present assignments. */
export const gridChangesSince = async (db: Db, state: GridState, since: number): Promise<GridChanges> => ({
  changed: await changesSince(db, state, since),
  assignments: state.assignments,
  etag: etagOf(state),
})

/** A grid's assignments as of its last audit entry; reads again when a save came in between. */
async function readGridState(db: Db, term_id: number, types: GridState['types']): Promise<GridState> {
  const record = await lastRecord(db, term_id)
  const assignments = await findPairsOfTerm(db, term_id, types)
  return (await lastRecord(db, term_id)) === record
    ? { term_id, types, record, assignments }
    : readGridState(db, term_id, types)
}

interface ChangesQuery {
  grid: Grid
  term_id?: number | undefined
  etag?: string | undefined
}

/** Changes of a grid since the state of `etag`; none when it is still current or not sent. */
export async function gridChanges(ctx: Ctx, { grid, term_id, etag }: ChangesQuery): Promise<GridChanges> {
  const state = await readGridState(ctx.db, await termOrCurrent(ctx.db, term_id), typesOf[grid])
  return gridChangesSince(ctx.db, state, outdatedRecord(etag, state) ?? state.record)
}
