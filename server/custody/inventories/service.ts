import { amountIn, formatAmount, formatDifference, formatSmall } from '#domain/custody/amounts.ts'
import type { ResolveInput } from '#domain/custody/inventories/contract.ts'
import {
  ACTS,
  type Act,
  actsOn,
  addDays,
  dayOf,
  differenceOf,
  needsReason,
  whyNotClose,
} from '#domain/custody/inventories/rules.ts'
import { entryState } from '#domain/custody/inventories/status.ts'
import { done } from '#domain/endpoint.ts'
import { forbidden, invalid, notFound, refusal } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { listNames, REQUIRED } from '#domain/text.ts'
import { getSetting } from '../../masters/settings.ts'
import type { AnyTx, Ctx, Tx } from '../../platform/context.ts'
import { lockPieces, record } from '../events.ts'
import { proposeWriteOffIn } from '../loans/losses.ts'
import { inventoryMail, inventoryQuestionMail } from './mails.ts'
import {
  closeEntries,
  closeRow,
  countReminders,
  findAsked,
  findNamesake,
  findOpenInventory,
  findPiecesOut,
  type InventoryFacts,
  insertAsked,
  insertEntries,
  insertInventory,
  lockInventory,
  resolveEntries,
  updateEntry,
} from './queries.ts'
import { ACCEPTED, answererOf, readEntries, type StatedEntry } from './read.ts'

const { CONFIRMED, NOT_ANSWERED } = entryState.code
const MAX_NAMES = 5

/** '1 piece', '12 pieces'. */
export const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`

/** Locks an open inventory. Throws 'missing', and 'refused' for one that is closed. */
export async function lockOpen(tx: Tx, id: number): Promise<InventoryFacts> {
  const inventory = await lockInventory(tx, id)
  if (!inventory) throw notFound()
  tx.refuse(inventory.closed_at === null ? null : `${inventory.name} is closed.`)
  return inventory
}

type PieceOut = Awaited<ReturnType<typeof findPiecesOut>>[number]
const HELD = ['received', 'in_use']
const isHeld = ({ state }: PieceOut) => HELD.includes(state)
const lineOf = ({ name, unit, present, loan }: PieceOut) =>
  `${name}${loan ? ` (${loan})` : ''}, on record ${formatAmount(unit, present)}`

/** The pieces in hands by the account that answers for them. */
const byAccount = (pieces: readonly PieceOut[]) =>
  [
    ...groupBy(
      pieces.filter((piece) => isHeld(piece) && piece.user_id !== null),
      ({ user_id }) => user_id!,
    ).values(),
  ].map((own) => {
    const { user_id, user_name, email, affiliation } = own[0]!
    return { user_id: user_id!, name: user_name!, email: email!, affiliation: affiliation!, own }
  })

/** Whom an inventory would ask now, and for what. */
export async function previewInventory(ctx: Ctx) {
  const pieces = await findPiecesOut(ctx.db)
  const today = dayOf(ctx.now())
  return {
    name: `Inventory ${today.slice(0, 4)}`,
    until: addDays(today, await getSetting(ctx.db, 'inventory_days')),
    holders: byAccount(pieces)
      .map(({ name, email, affiliation, own }) => ({ name, email, affiliation, pieces: own.length }))
      .sort((a, b) => a.name.localeCompare(b.name)),
    without_account: pieces.filter((piece) => isHeld(piece) && piece.user_id === null).length,
    on_its_way: pieces.filter((piece) => !isHeld(piece)).length,
  }
}

/** Asks everyone who holds pieces; what is on its way is asked for when it has arrived. */
export const askInventory = (ctx: Ctx, { name, days }: { name: string; days: number }) =>
  ctx.write(async (tx) => {
    const open = await findOpenInventory(tx)
    tx.refuse(open ? `${open.name} is open. Close it before you ask for another.` : null)
    if (await findNamesake(tx, name)) throw invalid({ name: 'There is an inventory of this name.' })
    const pieces = await findPiecesOut(tx)
    tx.refuse(pieces.length === 0 ? 'Every piece is in curation: there is nobody to ask.' : null)
    const until = addDays(dayOf(tx.now()), days)
    const { id } = await insertInventory(tx, {
      name,
      until,
      asked_at: tx.now().toISOString(),
      asked_by: tx.actor.id,
      asked_by_name: tx.actor.name,
      tolerance_ug: await getSetting(tx, 'balance_tolerance_ug'),
      tolerance_mpa: await getSetting(tx, 'gas_tolerance_mpa'),
    })
    await insertEntries(tx, id, pieces)
    const holders = byAccount(pieces)
    await insertAsked(
      tx,
      id,
      holders.map(({ user_id }) => user_id),
      tx.now(),
    )
    await tx.mail(
      holders.map((holder) =>
        inventoryMail(tx.config, 'inventory_asked', { name, until }, holder, holder.own.map(lineOf)),
      ),
    )
    await tx.audit('inventory.ask', { id }, { name, until, holders: holders.length, pieces: pieces.length })
    return {
      ...done(
        `${name} has been asked: ${count(holders.length, 'holder')} ${holders.length === 1 ? 'has' : 'have'} been mailed about ${count(pieces.length, 'piece')}, until ${until}.`,
      ),
      id,
    }
  })

/** What an entry is said to be in lists and mails. */
export const entryLine = ({ name, unit, present, loan }: StatedEntry) =>
  `${name}${loan ? ` (${loan})` : ''}, on record ${formatAmount(unit, present!)}`

/** Mails those of these accounts that still owe answers; returns whom. `never`: accounts that were never asked. */
export async function mailReminders(
  tx: AnyTx,
  inventory: InventoryFacts,
  entries: readonly StatedEntry[],
  user_ids: readonly number[],
): Promise<string[]> {
  const asked = new Set((await findAsked(tx, inventory.id)).map(({ user_id }) => user_id))
  const owed = groupBy(
    entries.filter(
      ({ status, user_id }) => status === NOT_ANSWERED && user_id !== null && user_ids.includes(user_id),
    ),
    ({ user_id }) => user_id!,
  )
  const mails = [...owed].map(([user_id, own]) => {
    const { user_name, email } = own[0]!
    return inventoryMail(
      tx.config,
      asked.has(user_id) ? 'inventory_reminded' : 'inventory_asked',
      inventory,
      { name: user_name!, email: email! },
      own.map(entryLine),
    )
  })
  const known = [...owed.keys()].filter((id) => asked.has(id))
  const fresh = [...owed.keys()].filter((id) => !asked.has(id))
  await insertAsked(tx, inventory.id, fresh, tx.now())
  await countReminders(tx, inventory.id, known, tx.now())
  await tx.mail(mails)
  return [...owed.values()].map(([entry]) => entry!.user_name!)
}

/** Reminds holders who have not answered for all of their pieces; those who were reminded today are left out. */
export const remindHolders = (ctx: Ctx, id: number, user_ids: readonly number[]) =>
  ctx.write(async (tx) => {
    const inventory = await lockOpen(tx, id)
    const today = dayOf(tx.now())
    const recent = new Set(
      (await findAsked(tx, id))
        .filter(({ reminded_at }) => reminded_at !== null && dayOf(reminded_at) === today)
        .map(({ user_id }) => user_id),
    )
    const wanted = user_ids.filter((user) => !recent.has(user))
    const names = await mailReminders(tx, inventory, await readEntries(tx, inventory), wanted)
    tx.refuse(names.length === 0 ? 'They have all answered, or were reminded today.' : null)
    await tx.audit('inventory.remind', { id }, { names })
    return done(`${count(names.length, 'holder')} reminded: ${listNames(names, MAX_NAMES)}.`)
  })

/** What a reminder to one holder says now. Throws 'missing' when nothing is owed. */
export async function owedLines(ctx: Ctx, inventory: InventoryFacts, user_id: number) {
  const own = (await readEntries(ctx.db, inventory)).filter(
    (entry) => entry.status === NOT_ANSWERED && entry.user_id === user_id,
  )
  const [first] = own
  if (!first) throw notFound()
  return { name: first.user_name!, email: first.email!, lines: own.map(entryLine) }
}

const HELD_BY_PIECE = ['in_curation', 'packed', 'received', 'in_use', 'sent_back', 'returned', 'on_offer']

/** Records what was measured, where it differs and the piece can still be measured; returns what was done. */
async function recordMeasured(tx: Tx, inventory: InventoryFacts, entry: StatedEntry): Promise<string> {
  const difference = differenceOf(entry) ?? 0
  const found = `${formatAmount(entry.unit, entry.found ?? 0)} found`
  if (difference === 0) return ACCEPTED
  const [piece] = await lockPieces(tx, [entry.piece_id!])
  if (!HELD_BY_PIECE.includes(piece!.state) || piece!.present + difference <= 0)
    return `${found}; nothing recorded, the piece has changed since`
  await record(tx, piece!, {
    kind: 'weigh',
    amount: amountIn(entry.unit, difference),
    reason: entry.remark,
    details: { inventory: inventory.name, by_holder: entry.answered_by },
  })
  return `${found}, ${formatDifference(entry.unit, difference)} recorded as measured difference`
}

/** Accepts every answer within tolerance; what was measured becomes what is on record. */
export const acceptAnswers = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const inventory = await lockOpen(tx, id)
    const confirmed = (await readEntries(tx, inventory)).filter(({ status }) => status === CONFIRMED)
    tx.refuse(confirmed.length === 0 ? 'There is no answer to accept.' : null)
    // In the order of the pieces' locks.
    const sorted = [...confirmed].sort((a, b) => a.piece_id! - b.piece_id!)
    const resolutions: { id: number; resolution: string }[] = []
    for (const entry of sorted)
      resolutions.push({ id: entry.id, resolution: await recordMeasured(tx, inventory, entry) })
    await resolveEntries(tx, resolutions, tx.actor, tx.now())
    const measured = resolutions.filter(({ resolution }) => resolution !== ACCEPTED).length
    await tx.audit('inventory.accept', { id }, { accepted: sorted.map(({ name }) => name), measured })
    return done(
      `${count(confirmed.length, 'answer')} accepted${measured > 0 ? `; ${count(measured, 'measured difference')} recorded` : ''}.`,
    )
  })

const QUESTION_SENTENCE = {
  weigh: 'please weigh it again.',
  split: 'please enter the parts that it was split into, with their masses, and confirm them.',
} as const

async function askHolder(
  tx: Tx,
  inventory: InventoryFacts,
  entry: StatedEntry,
  question: 'weigh' | 'split',
  note: string,
): Promise<string> {
  const { user_name, email } = entry
  if (!user_name || !email) throw refusal(`${entry.holder} has no account: answer on their behalf.`)
  await updateEntry(tx, entry.id, { question })
  await tx.mail(
    inventoryQuestionMail(
      tx.config,
      inventory,
      { name: user_name, email },
      { piece: entry.name, question: QUESTION_SENTENCE[question], note },
    ),
  )
  return `${user_name} has been asked: ${entry.name}, ${QUESTION_SENTENCE[question]}`
}

type Command = (tx: Tx, inventory: InventoryFacts, entry: StatedEntry, reason: string) => Promise<string>

const settle = async (tx: Tx, entry: StatedEntry, resolution: string) => {
  await resolveEntries(tx, [{ id: entry.id, resolution }], tx.actor, tx.now())
  return `${entry.name}: ${resolution}.`
}

const COMMANDS: Record<Act, Command> = {
  weigh: (tx, inventory, entry, reason) => askHolder(tx, inventory, entry, 'weigh', reason),
  split: (tx, inventory, entry, reason) => askHolder(tx, inventory, entry, 'split', reason),
  accept: async (tx, inventory, entry) => settle(tx, entry, await recordMeasured(tx, inventory, entry)),
  note: (tx, _, entry, reason) => settle(tx, entry, reason),
  loss: async (tx, inventory, entry, reason) => {
    const lost = -(differenceOf(entry) ?? 0)
    const [piece] = await lockPieces(tx, [entry.piece_id!])
    await record(tx, piece!, {
      kind: 'loss',
      amount: amountIn(entry.unit, lost),
      reason,
      details: { inventory: inventory.name },
    })
    return settle(tx, entry, `${formatSmall(entry.unit, lost)} recorded as handling loss`)
  },
  write_off: async (tx, _, entry, reason) => {
    if (!entry.loan) throw refusal(`${entry.name} is on no loan.`)
    await proposeWriteOffIn(tx, entry.loan, { piece: entry.address!, reason })
    return settle(tx, entry, `Write-off of ${formatAmount(entry.unit, entry.present!)} started`)
  },
  curation: async (tx, _, entry) => {
    await updateEntry(tx, entry.id, { question: 'curation' })
    return `Curation has been asked about ${entry.name}.`
  },
}

/** Acts on a difference. Curation alone may only settle what it was asked about. */
export const resolveDifference = (
  ctx: Ctx,
  id: number,
  { entry_id, answered_at, act, reason }: ResolveInput,
) =>
  ctx.write(async (tx) => {
    const inventory = await lockOpen(tx, id)
    const entry = (await readEntries(tx, inventory)).find((one) => one.id === entry_id)
    if (!entry) throw notFound()
    const isOffice = tx.actor.roles.includes('admin')
    if (!isOffice && (entry.question !== 'curation' || act !== 'note')) throw forbidden()
    tx.refuse(entryState.of(entry.status).differs ? null : `${entry.name} waits for nothing any more.`)
    tx.refuse(
      Date.parse(entry.answered_at!) === Date.parse(answered_at)
        ? null
        : `${entry.holder} has answered again for ${entry.name}. Please look at the new answer.`,
    )
    const piece = entry.state === null ? null : { state: entry.state, unit: entry.unit }
    const possible = actsOn({ ...entry, piece, difference: differenceOf(entry) })
    tx.refuse(
      possible.includes(act) ? null : `"${ACTS[act]}" does not fit what was answered for ${entry.name}.`,
    )
    if (needsReason(act) && reason === '') throw invalid({ reason: REQUIRED })
    const message = await COMMANDS[act](tx, inventory, entry, reason)
    await tx.audit('inventory.resolve', { id }, { piece: entry.name, act, reason })
    return done(message)
  })

/** Closes an inventory: what was not answered stays on record as such. `unanswered`: how many pieces the person was told of. */
export const closeInventory = (ctx: Ctx, id: number, unanswered: number) =>
  ctx.write(async (tx) => {
    const inventory = await lockOpen(tx, id)
    const entries = await readEntries(tx, inventory)
    const differences = entries.filter(({ status }) => entryState.of(status).differs).length
    const to_accept = entries.filter(({ status }) => status === CONFIRMED).length
    tx.refuse(whyNotClose({ differences, to_accept }))
    const owed = entries.filter(({ status }) => status === NOT_ANSWERED)
    const names = [...groupBy(owed, answererOf).values()].map(([entry]) => entry!.user_name ?? entry!.holder)
    const by = listNames(names, MAX_NAMES)
    tx.refuse(
      owed.length === unanswered
        ? null
        : `${count(owed.length, 'piece')} ${owed.length === 1 ? 'is' : 'are'} not answered for${by && `, by ${by}`}. Please look at the list again.`,
    )
    await closeEntries(
      tx,
      entries.map((entry) => ({ ...entry, closed_as: entry.status })),
    )
    await closeRow(tx, id, tx.actor, tx.now())
    await tx.audit('inventory.close', { id }, { not_answered: owed.map(({ name }) => name), by: names })
    return done(
      `${inventory.name} is closed.${owed.length > 0 ? ` Not answered: ${count(owed.length, 'piece')}, by ${by}.` : ''}`,
    )
  })
