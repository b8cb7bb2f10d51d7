import { formatDifference, writeAmount, writtenUnit } from '#domain/custody/amounts.ts'
import { inventories } from '#domain/custody/inventories/contract.ts'
import { differenceOf } from '#domain/custody/inventories/rules.ts'
import { CONDITIONS, entryState, QUESTIONS } from '#domain/custody/inventories/status.ts'
import { notFound } from '#domain/errors.ts'
import { asteroids } from '#domain/masters/values.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Export, exportAddress, plainColumn, textColumn } from '../../platform/csv.ts'
import { findInventory } from './queries.ts'
import { readEntries, type StatedEntry } from './read.ts'

interface ExportQuery {
  id: number
}

async function* readRows(ctx: Ctx, { id }: ExportQuery): AsyncGenerator<StatedEntry> {
  const inventory = await findInventory(ctx.db, id)
  if (inventory) yield* await readEntries(ctx.db, inventory)
}

const amount = (n: number | null) => (n === null ? null : writeAmount(n))

/** Every entry of an inventory: masses in mg, pressures in Pa. */
export const inventoryExport: Export<StatedEntry, ExportQuery> = {
  name: 'inventory',
  endpoint: inventories.download,
  columns: [
    textColumn('Piece', (e) => e.name),
    plainColumn('Asteroid', (e) => (e.db_type === null ? '' : asteroids[e.db_type])),
    plainColumn('Loan', (e) => e.loan),
    textColumn('Holder', (e) => e.holder),
    textColumn('Answers for it', (e) => e.user_name),
    textColumn('Affiliation', (e) => e.affiliation),
    plainColumn('State', (e) => entryState.label(e.status)),
    plainColumn('On record', (e) => amount(e.answer === null ? e.present : e.on_record)),
    plainColumn('Found', (e) => amount(e.found)),
    plainColumn('Unit', (e) => writtenUnit(e.unit)),
    plainColumn('Difference', (e) => {
      const difference = differenceOf(e)
      return difference === null ? null : formatDifference(e.unit, difference)
    }),
    plainColumn('Condition', (e) => (e.answer === null ? '' : CONDITIONS[e.condition])),
    textColumn('What the holder says', (e) => e.remark),
    textColumn('Answered by', (e) => e.answered_by),
    plainColumn('Answered at', (e) => e.answered_at),
    plainColumn('Asked again', (e) => (e.question ? QUESTIONS[e.question] : '')),
    textColumn('Resolution', (e) => e.resolution),
    textColumn('Resolved by', (e) => e.resolved_by),
    plainColumn('Resolved at', (e) => e.resolved_at),
  ],
  rows: readRows,
}

/** Throws 'missing'. */
export async function downloadInventory(ctx: Ctx, id: number) {
  if (!(await findInventory(ctx.db, id))) throw notFound()
  return exportAddress(ctx, inventoryExport, { id })
}
