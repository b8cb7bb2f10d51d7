import type {
  Counts,
  Difference,
  Inventory,
  InventoryRow,
  OwnInventory,
  Unanswered,
} from '#domain/custody/inventories/contract.ts'
import {
  actsOn,
  dayOf,
  differenceOf,
  inventoryDueOn,
  nextReminder,
  stateOf,
  type Tolerance,
  whyNotClose,
} from '#domain/custody/inventories/rules.ts'
import { type EntryStateCode, entryState } from '#domain/custody/inventories/status.ts'
import { notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { getSetting } from '../../masters/settings.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import {
  type Entry,
  findAsked,
  findEntries,
  findInventories,
  findInventory,
  findOpenInventory,
  type InventoryFacts,
} from './queries.ts'

export const toleranceOf = ({ tolerance_ug, tolerance_mpa }: InventoryFacts): Tolerance => ({
  ug: tolerance_ug,
  mpa: tolerance_mpa,
})

export type StatedEntry = Entry & { status: EntryStateCode }

/** The entries of an inventory, each with its state. */
export async function readEntries(db: Db, inventory: InventoryFacts): Promise<StatedEntry[]> {
  return stated(await findEntries(db, [inventory.id]), inventory)
}

const stated = (entries: readonly Entry[], inventory: InventoryFacts): StatedEntry[] => {
  const tolerance = toleranceOf(inventory)
  return entries.map((entry) => ({
    ...entry,
    status: stateOf(
      { ...entry, piece: entry.state === null ? null : { state: entry.state, unit: entry.unit } },
      tolerance,
    ),
  }))
}

/** Who answers for an entry: an account, or whoever has no account by name. */
export const answererOf = ({ user_id, holder }: Pick<Entry, 'user_id' | 'holder'>) =>
  user_id === null ? `name ${holder}` : `user ${user_id}`

export const isAsked = ({ status }: StatedEntry) => entryState.of(status).asked

function countsOf(entries: readonly StatedEntry[]): Counts {
  const counts = Object.fromEntries(entryState.codes.map((code) => [code, 0])) as Counts
  for (const { status } of entries) counts[status]++
  return counts
}

function rowOf(inventory: InventoryFacts, entries: readonly StatedEntry[]): InventoryRow {
  const { tolerance_ug: _, tolerance_mpa: __, ...row } = inventory
  const listed = entries.filter(({ answer }) => answer !== 'unlisted')
  // Who has nothing left to look at is neither asked nor has answered.
  const holders = groupBy(
    listed.filter(({ status, answer }) => answer !== null || entryState.of(status).asked),
    answererOf,
  )
  const answered = [...holders.values()].filter((own) => !own.some(isAsked))
  return {
    ...row,
    holders: holders.size,
    answered: answered.length,
    pieces: listed.length,
    counts: countsOf(entries),
  }
}

/** Every inventory, newest first, and when the next one is due. */
export async function listInventories(ctx: Ctx) {
  const all = await findInventories(ctx.db)
  const entries = groupBy(
    await findEntries(
      ctx.db,
      all.map(({ id }) => id),
    ),
    ({ inventory_id }) => inventory_id,
  )
  return {
    rows: all.map((one) => rowOf(one, stated(entries.get(one.id) ?? [], one))),
    open_id: all.find(({ closed_at }) => closed_at === null)?.id ?? null,
    due_on: await nextDueOn(ctx.db, all[0] ?? null),
  }
}

/** The day from which the next inventory is due; null while one is open or it is asked only by hand. */
export const nextDueOn = async (db: Db, last: InventoryFacts | null) =>
  inventoryDueOn(last, await getSetting(db, 'inventory_every_months'))

function unansweredOf(
  entries: readonly StatedEntry[],
  asked: Awaited<ReturnType<typeof findAsked>>,
  now: Date,
): Unanswered[] {
  const mails = new Map(asked.map((one) => [one.user_id, one]))
  const of = groupBy(
    entries.filter((entry) => isAsked(entry) || (entry.answer !== null && entry.answer !== 'unlisted')),
    answererOf,
  )
  return [...of.values()]
    .filter((own) => own.some(isAsked))
    .map((own): Unanswered => {
      const { user_id, user_name, holder, affiliation } = own.find(isAsked)!
      const mail = user_id === null ? undefined : mails.get(user_id)
      const reminded_at = mail?.reminded_at ?? null
      return {
        user_id,
        name: user_name ?? holder,
        affiliation,
        answered: own.filter((entry) => !isAsked(entry)).length,
        pieces: own.length,
        reminders: mail?.reminders ?? 0,
        reminded_at,
        reminded_today: reminded_at !== null && dayOf(reminded_at) === dayOf(now),
      }
    })
    .sort((a, b) => b.reminders - a.reminders || a.name.localeCompare(b.name))
}

const facts = (entry: StatedEntry) => ({
  id: entry.id,
  address: entry.address,
  name: entry.name,
  db_type: entry.db_type,
  unit: entry.unit,
  loan: entry.loan,
  holder: entry.holder,
  state: entry.status,
})

const differenceRow = (entry: StatedEntry): Difference => {
  const difference = differenceOf(entry)
  const piece = entry.state === null ? null : { state: entry.state, unit: entry.unit }
  return {
    ...facts(entry),
    answer: entry.answer!,
    on_record: entry.on_record,
    found: entry.found,
    difference,
    condition: entry.condition,
    remark: entry.remark,
    question: entry.question,
    answered_at: entry.answered_at!,
    acts: actsOn({ ...entry, piece, difference }),
  }
}

/** An inventory with its differences and who has not answered. Throws 'missing'. */
export async function showInventory(ctx: Ctx, id: number): Promise<Inventory> {
  const inventory = await findInventory(ctx.db, id)
  if (!inventory) throw notFound()
  const entries = await readEntries(ctx.db, inventory)
  const differences = entries.filter(({ status }) => entryState.of(status).differs).map(differenceRow)
  const to_accept = entries.filter(({ status }) => status === entryState.code.CONFIRMED).length
  const open = inventory.closed_at === null
  return {
    ...rowOf(inventory, entries),
    tolerance: toleranceOf(inventory),
    differences,
    resolved: entries
      .filter(({ status }) => status === entryState.code.RESOLVED)
      .filter(({ resolution }) => resolution !== ACCEPTED)
      .map((entry) => ({
        ...facts(entry),
        resolution: entry.resolution,
        resolved_by: entry.resolved_by!,
        resolved_at: entry.resolved_at!,
      }))
      .sort((a, b) => b.resolved_at.localeCompare(a.resolved_at) || a.id - b.id),
    unanswered: unansweredOf(entries, await findAsked(ctx.db, id), ctx.now()),
    to_accept,
    next_reminder: open ? nextReminder(inventory.until, dayOf(ctx.now())) : null,
    why_not_close: open ? whyNotClose({ differences: differences.length, to_accept }) : 'It is closed.',
    may_act: ctx.actor.roles.includes('admin'),
  }
}

/** The resolution of an answer that agreed with the record to the last unit: nothing was done. */
export const ACCEPTED = 'As on record'

/** Why the answer to an entry stays as it is, or null. */
export const whyNotAnswer = ({ status, resolution }: StatedEntry): string | null =>
  status === entryState.code.RESOLVED
    ? `The office has settled this: ${resolution}.`
    : status === entryState.code.ON_ITS_WAY || status === entryState.code.NOT_HELD
      ? 'It is no longer with you.'
      : null

/** What a holder is asked for and has answered; null where nothing is. `user_id` null: those without an account. */
export function ownPart(
  inventory: InventoryFacts,
  entries: readonly StatedEntry[],
  user_id: number | null,
): OwnInventory | null {
  const own = entries.filter((entry) => entry.user_id === user_id)
  if (own.length === 0) return null
  return {
    id: inventory.id,
    name: inventory.name,
    until: inventory.until,
    tolerance: toleranceOf(inventory),
    entries: own
      .filter(({ answer }) => answer !== 'unlisted')
      .filter((entry) => entry.answer !== null || isAsked(entry))
      .map((entry) => ({
        address: entry.address!,
        name: entry.name,
        db_type: entry.db_type!,
        unit: entry.unit,
        loan: entry.loan,
        on_record: entry.status === entryState.code.RESOLVED ? entry.on_record! : entry.present!,
        answer: entry.answer === 'unlisted' ? null : entry.answer,
        found: entry.found,
        condition: entry.condition,
        remark: entry.remark,
        question: entry.question,
        why_not_answer: whyNotAnswer(entry),
      })),
    unlisted: own
      .filter(({ answer }) => answer === 'unlisted')
      .map((entry) => ({
        what: entry.name,
        unit: entry.unit,
        found: entry.found,
        remark: entry.remark,
        settled: isSettled(entry),
      })),
  }
}

/** The office has acted on something that was not on the list. */
export const isSettled = ({ resolved_at, question }: StatedEntry) => resolved_at !== null || question !== null

/** What the caller has to answer; null while nothing is asked of them. */
export async function ownInventory(ctx: Ctx): Promise<OwnInventory | null> {
  const inventory = await findOpenInventory(ctx.db)
  return inventory ? ownPart(inventory, await readEntries(ctx.db, inventory), ctx.actor.id) : null
}

/** The part of one holder, for the office. Throws 'missing'. */
export async function partOf(ctx: Ctx, id: number, user_id: number | null): Promise<OwnInventory> {
  const inventory = await findInventory(ctx.db, id)
  const part = inventory && ownPart(inventory, await readEntries(ctx.db, inventory), user_id)
  if (!part) throw notFound()
  return part
}
