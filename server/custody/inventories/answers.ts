import type { AnswerInput } from '#domain/custody/inventories/contract.ts'
import { entryState } from '#domain/custody/inventories/status.ts'
import { done } from '#domain/endpoint.ts'
import { invalid, notFound } from '#domain/errors.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { lockPieces } from '../events.ts'
import { findPiecesByName, type InventoryFacts, insertEntry, removeEntries, updateEntry } from './queries.ts'
import { isSettled, readEntries, type StatedEntry, whyNotAnswer } from './read.ts'
import { count, lockOpen } from './service.ts'

interface Answerer {
  /** Null: holders without an account, for whom the office answers. */
  user_id: number | null
  name: string
}

const IN_CURATION = ['in_curation', 'packed', 'returned', 'on_offer']

/** Answers for pieces of one holder; throws 'invalid' for those that are not theirs or are settled. */
async function answerPieces(
  tx: Tx,
  own: readonly StatedEntry[],
  answerer: Answerer,
  pieces: AnswerInput['pieces'],
) {
  const errors: Record<string, string> = {}
  const found = pieces.map((answer, i) => {
    const entry = own.find(({ address, answer: kind }) => address === answer.address && kind !== 'unlisted')
    const why = entry ? whyNotAnswer(entry) : 'You are not asked about this piece.'
    if (why) errors[`pieces.${i}.address`] = why
    return { answer, entry }
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const locked = await lockPieces(
    tx,
    found.map(({ entry }) => entry!.piece_id!),
  )
  const presentOf = new Map(locked.map(({ id, present }) => [id, present]))
  for (const { answer, entry } of found)
    await updateEntry(tx, entry!.id, {
      answer: answer.there ? 'there' : 'not_there',
      found: answer.there ? answer.found! : null,
      on_record: presentOf.get(entry!.piece_id!)!,
      condition: answer.condition,
      remark: answer.remark,
      question: null,
      answered_at: tx.now().toISOString(),
      answered_by: tx.actor.id,
      answered_by_name: tx.actor.name,
      holder_user_id: answerer.user_id,
      holder_name: entry!.holder,
      loan_id: entry!.loan_id,
    })
}

/** Replaces what the holder names beside the list; what the office has acted on stays. */
async function replaceUnlisted(
  tx: Tx,
  inventory: InventoryFacts,
  entries: readonly StatedEntry[],
  answerer: Answerer,
  unlisted: NonNullable<AnswerInput['unlisted']>,
) {
  const before = entries.filter(
    ({ answer, user_id }) => answer === 'unlisted' && user_id === answerer.user_id,
  )
  const settled = new Set(before.filter(isSettled).map(({ name }) => name.toLowerCase()))
  await removeEntries(
    tx,
    before.filter((entry) => !isSettled(entry)).map(({ id }) => id),
  )
  const listed = new Set(
    entries.flatMap((entry) =>
      entry.answer !== 'unlisted' && entry.user_id === answerer.user_id ? [entry.name.toLowerCase()] : [],
    ),
  )
  for (const [i, { what, unit, found, remark }] of unlisted.entries()) {
    if (settled.has(what.toLowerCase())) continue
    if (listed.has(what.toLowerCase()))
      throw invalid({ [`unlisted.${i}.what`]: 'This piece is on your list.' })
    const pieces = await findPiecesByName(tx, what)
    const piece = pieces.length === 1 ? pieces[0]! : null
    await insertEntry(tx, {
      inventory_id: inventory.id,
      piece_id: piece?.id ?? null,
      what,
      unit: piece?.unit ?? unit,
      answer: 'unlisted',
      found: found ?? null,
      on_record: piece && !IN_CURATION.includes(piece.state) ? piece.present : null,
      remark,
      answered_at: tx.now().toISOString(),
      answered_by: tx.actor.id,
      answered_by_name: tx.actor.name,
      holder_user_id: answerer.user_id,
      holder_name: answerer.name,
    })
  }
}

async function answer(
  tx: Tx,
  { inventory_id, pieces, unlisted }: AnswerInput,
  answerer: Answerer,
  behalf: boolean,
) {
  const inventory = await lockOpen(tx, inventory_id)
  const entries = await readEntries(tx, inventory)
  const own = entries.filter(({ user_id }) => user_id === answerer.user_id)
  if (own.length === 0) throw notFound()
  const name = behalf ? (own[0]!.user_name ?? own[0]!.holder) : answerer.name
  await answerPieces(tx, own, answerer, pieces)
  if (unlisted) await replaceUnlisted(tx, inventory, entries, { ...answerer, name }, unlisted)
  await tx.audit(
    'inventory.answer',
    { id: inventory_id },
    {
      ...(behalf && { on_behalf_of: name }),
      pieces: pieces.map(({ address, ...said }) => ({
        piece: own.find((one) => one.address === address)!.name,
        ...said,
      })),
      ...(unlisted && { unlisted }),
    },
  )
  const left = (await readEntries(tx, inventory)).filter(
    ({ user_id, status }) => user_id === answerer.user_id && entryState.of(status).asked,
  ).length
  const saved = `${count(pieces.length, 'answer')} ${behalf ? `of ${name} ` : ''}saved`
  return done(
    left === 0 ? `${saved}: all pieces are answered for.` : `${saved}; ${count(left, 'piece')} left.`,
  )
}

/** The caller answers for their pieces. Throws 'missing' when nothing is asked of them. */
export const answerInventory = (ctx: Ctx, input: AnswerInput) =>
  ctx.write((tx) => answer(tx, input, { user_id: tx.actor.id, name: tx.actor.name }, false))

/** The office answers on behalf of a holder. */
export const answerFor = (
  ctx: Ctx,
  id: number,
  { user_id, ...input }: AnswerInput & { user_id?: number | null | undefined },
) =>
  ctx.write((tx) => answer(tx, { ...input, inventory_id: id }, { user_id: user_id ?? null, name: '' }, true))
