import { done, saved } from '#domain/endpoint.ts'
import { invalid, notFound } from '#domain/errors.ts'
import {
  ENTRY_LISTS,
  type EntryFilter,
  type EntryInput,
  type EntryList,
  type NewEntry,
} from '#domain/masters/entries.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import * as queries from './entry_queries.ts'

/** Audit actions on a list's entries; `typed` is on a proposal whose typed name became an entry. */
const ACTIONS = {
  keywords: {
    add: 'keyword.add',
    edit: 'keyword.edit',
    adopt: 'keyword.adopt',
    typed: 'proposal.adopt_keyword',
  },
  methods: { add: 'method.add', edit: 'method.edit', adopt: 'method.adopt', typed: 'proposal.adopt_method' },
} as const

const nameTaken = (list: EntryList) =>
  invalid({ name: `This ${ENTRY_LISTS[list].noun} is already in the list.` })
const saving = (tx: Tx) => ({ updated_by: tx.actor.id, updated_at: tx.now().toISOString() })

export const listEntries = (ctx: Ctx, list: EntryList, filter: EntryFilter) =>
  queries.findEntryPage(ctx.db, list, filter)

export const listCandidates = (ctx: Ctx, list: EntryList) => queries.findCandidates(ctx.db, list)

/** One entry. Throws 'missing'. */
export async function showEntry(ctx: Ctx, list: EntryList, id: number) {
  const entry = await queries.findEntryRow(ctx.db, list, id)
  if (!entry) throw notFound()
  return entry
}

/** Adds an entry; with `adopt`, proposals that typed its name then point to it. Throws 'invalid' if the name is taken. */
export const addEntry = (ctx: Ctx, list: EntryList, { name, sort: requestedSort, adopt }: NewEntry) =>
  ctx.write(async (tx) => {
    if (adopt) await queries.lockChosenEntries(tx, list)
    await queries.lockEntries(tx, list)
    const sort = requestedSort ?? (await queries.findLastSort(tx, list)) + 1
    const added = await queries.addEntry(tx, list, { name, sort, ...saving(tx) })
    if (added) await tx.audit(ACTIONS[list].add, added, { name, sort })
    else if (!adopt) throw nameTaken(list)
    if (!adopt) return done(`${name} has been added.`)
    const entry = added ?? (await queries.findEntryOf(tx, list, name))!
    const proposals = await queries.replaceTypedName(tx, list, entry.id, name)
    await tx.audit(ACTIONS[list].adopt, entry, { name, proposals })
    for (const id of proposals) await tx.audit(ACTIONS[list].typed, { id }, { name })
    const count = proposals.length === 1 ? '1 proposal' : `${proposals.length} proposals`
    return done(`${name} has been added to the list and replaces the typed name on ${count}.`)
  })

/** Saves an entry. A hidden entry can no longer be chosen, but stays on the proposals that have it. */
export const saveEntry = (ctx: Ctx, list: EntryList, id: number, { version, ...input }: EntryInput) =>
  ctx.write(async (tx) => {
    await queries.lockEntries(tx, list)
    const before = await queries.findSavedEntry(tx, list, id)
    if (!before) throw notFound()
    requireVersion(`This ${ENTRY_LISTS[list].noun}`, version, before)
    const same = await queries.findEntryOf(tx, list, input.name)
    if (same && same.id !== id) throw nameTaken(list)
    await queries.changeEntry(tx, list, id, { ...input, hidden: input.hidden === 1, ...saving(tx) })
    await tx.audit(ACTIONS[list].edit, before, input, before)
    return saved(`${input.name} has been saved.`, before.version + 1)
  })
