import { createHash } from 'node:crypto'
import { done } from '#domain/endpoint.ts'
import { Fault, forbidden, notFound } from '#domain/errors.ts'
import type { Docket } from '#domain/meetings/docket.ts'
import type {
  DocketInput,
  PreparedDocket,
  PreparedItem,
  SuggestDocketInput,
  SuggestedDocket,
} from '#domain/meetings/docket_contract.ts'
import { minuteOf } from '#domain/meetings/docket_hours.ts'
import { movedBetween, reorder, sideOf } from '#domain/meetings/docket_moves.ts'
import { whyNotChangeSettings } from '#domain/meetings/rules.ts'
import { itemState, type Track } from '#domain/meetings/status.ts'
import { isOffice } from '#domain/session/actor.ts'
import { computeSuggestion } from '../allocation/suggest/thread.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { hasConflictWith, lockForChair, personOf } from './current.ts'
import { findLines, findPreparedItems, replaceItems } from './docket_queries.ts'
import { changeMeeting, findContested, findFacts, findMeeting, type MeetingFacts } from './queries.ts'
import { lockForPreparing } from './service.ts'

const { WAITING } = itemState.code
const WORKER = new URL('./docket_worker.ts', import.meta.url)

/** A meeting for those who prepare it. Throws 'missing' and 'forbidden'. */
async function readForPreparing({ db, actor }: Ctx, id: number): Promise<MeetingFacts> {
  const facts = await findFacts(db, id, actor.id)
  if (!facts) throw notFound()
  if (!isOffice(actor) && actor.id !== facts.chair_id && actor.id !== facts.deputy_id) throw forbidden()
  return facts
}

/** Who attends: is expected, has come, or is to have the chair. */
const attendingOf = ({ people, chair_id, deputy_id }: MeetingFacts) =>
  people.filter(({ id, expected, here }) => expected || here || id === chair_id || id === deputy_id)

const isVisibleTo = (facts: MeetingFacts, viewer: number) => {
  const user = personOf(facts, viewer)
  return (proposal_id: number) => !hasConflictWith(user, proposal_id)
}

/** The docket as the actor sees it. */
export async function showDocket(ctx: Ctx, id: number): Promise<PreparedDocket> {
  return readDocket(ctx, await readForPreparing(ctx, id))
}

async function readDocket(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  facts: MeetingFacts,
): Promise<PreparedDocket> {
  const rows = new Map((await findPreparedItems(db, actor, facts.id)).map((row) => [row.proposal_id, row]))
  const meeting = (await findMeeting(db, facts.id))!
  const attending = attendingOf(facts)
  const items = facts.items.flatMap(({ proposal_id, title, minutes, track, state }): PreparedItem[] => {
    const row = rows.get(proposal_id)
    if (!row) return []
    const leads = [
      { id: row.first, name: row.first_name },
      { id: row.second, name: row.second_name },
    ].flatMap(({ id, name }) => (id === null || name === null ? [] : [{ id, name }]))
    const average = row.average
    return [{ proposal_id, title, minutes, track, state, place: null, average, leads }]
  })
  // A place that counted a hidden proposal would tell of it.
  const contested = await findContested(db, facts.id)
  const ranked = items
    .filter(({ proposal_id, average }) => average !== null && !contested.has(proposal_id))
    .sort((a, b) => b.average! - a.average! || a.proposal_id - b.proposal_id)
  for (const [at, item] of ranked.entries()) item.place = at + 1
  const visible = new Set(items.map(({ proposal_id }) => proposal_id))
  const hoursOf = new Map(meeting.members.map(({ id, hours }) => [id, hours]))
  const { triage_above, triage_below } = meeting
  return {
    items,
    people: attending.map(({ id, name, is_panel, conflicts }) => ({
      id,
      name,
      votes: is_panel,
      hours: hoursOf.get(id) ?? [],
      conflicts: conflicts.filter((proposal_id) => visible.has(proposal_id)),
    })),
    triage_above,
    triage_below,
    seen: hashOf([
      items.map(({ proposal_id, minutes, track, state }) => [proposal_id, minutes, track, state]),
      [triage_above, triage_below],
    ]),
  }
}

const hashOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)

const CHANGED =
  'The docket was changed by someone else after you opened it. Your changes are kept: check them, and save again.'

/** Puts the waiting proposals that the actor sees into another order; returns the order of all. Throws 'stale'. */
function reordered(
  { items }: MeetingFacts,
  isVisible: (proposal_id: number) => boolean,
  order: readonly number[],
  tracks: readonly Track[],
): number[] {
  const after = reorder(
    items.map(({ proposal_id, state, track }) => ({
      proposal_id,
      hidden: !isVisible(proposal_id),
      movable: state === WAITING && tracks.includes(track),
    })),
    order,
  )
  if (!after) throw new Fault('stale', CHANGED)
  return after
}

/** Writes the changed proposals, each with its own audit entry, which those who may not see it do not see. */
async function writeItems(
  tx: Tx,
  { id, items }: MeetingFacts,
  isVisible: (proposal_id: number) => boolean,
  order: readonly number[],
  changes: ReadonlyMap<number, { minutes: number; track: Track }>,
) {
  const before = items.map(({ proposal_id }) => proposal_id)
  const moved = new Set(movedBetween(before, order, await findContested(tx, id)))
  const known = new Map(items.map((item) => [item.proposal_id, item]))
  const positions = items.map(({ position }) => position)
  const next = order.map((proposal_id, at) => {
    const { minutes, track } = changes.get(proposal_id) ?? known.get(proposal_id)!
    return { proposal_id, position: positions[at]!, minutes, track }
  })
  await replaceItems(tx, id, next)
  const changed = next.filter(({ proposal_id, minutes, track }) => {
    const was = known.get(proposal_id)!
    const isSame = !moved.has(proposal_id) && was.minutes === minutes && was.track === track
    return isVisible(proposal_id) && !isSame
  })
  if (changed.length === 0) tx.skipAudit('Nothing changed that the actor sees.')
  for (const { proposal_id, minutes, track } of changed) {
    const was = known.get(proposal_id)!
    await tx.audit(
      'proposal.docket',
      { id: proposal_id },
      { minutes, track, ...(moved.has(proposal_id) && { moved: true }) },
      { minutes: was.minutes, track: was.track },
    )
  }
}

/** Saves order, minutes, triage and its lines. Throws 'missing', 'forbidden' and 'stale'. */
export const saveDocket = (ctx: Ctx, id: number, { items, seen, ...lines }: DocketInput) =>
  ctx.write(async (tx) => {
    const facts = await lockForPreparing(tx, id)
    tx.refuse(whyNotChangeSettings(facts.state, { id: facts.term_id, disabled: facts.term_disabled }))
    const docket = await readDocket({ db: tx, actor: tx.actor }, facts)
    if (seen !== undefined && docket.seen !== seen) throw new Fault('stale', CHANGED)
    const isVisible = isVisibleTo(facts, tx.actor.id)
    const order = reordered(
      facts,
      isVisible,
      items.map(({ proposal_id }) => proposal_id),
      ['discussed', 'triage'],
    )
    const placeOf = new Map(docket.items.map(({ proposal_id, place }) => [proposal_id, place]))
    const kept: number[] = []
    const changes = new Map(
      items.map(({ proposal_id, minutes, track }) => {
        const mayPass = sideOf(placeOf.get(proposal_id) ?? null, lines) !== null
        if (track === 'triage' && !mayPass) kept.push(proposal_id)
        return [proposal_id, { minutes, track: mayPass ? track : 'discussed' }] as const
      }),
    )
    await writeItems(tx, facts, isVisible, order, changes)
    const before = await findLines(tx, id)
    if (before.triage_above !== lines.triage_above || before.triage_below !== lines.triage_below) {
      await changeMeeting(tx, id, lines)
      await tx.audit('meeting.triage', { id }, lines, before)
    }
    const stay = kept.length > 0 ? ` Discussed all the same: ${kept.join(', ')}.` : ''
    return done(`The docket has been saved.${stay}`)
  })

/** A new order of what waits to be discussed, by who has the chair. Throws 'forbidden' and 'stale'. */
export const orderDocket = (ctx: Ctx, id: number, proposal_ids: readonly number[]) =>
  ctx.write(async (tx) => {
    const facts = await lockForChair(tx, id)
    const isVisible = isVisibleTo(facts, tx.actor.id)
    const order = reordered(facts, isVisible, proposal_ids, ['discussed'])
    await writeItems(tx, facts, isVisible, order, new Map())
    return done('The docket has been saved.')
  })

/** What a suggestion is computed from, with the names for its sentences. */
export interface DocketJob {
  docket: Docket
  names: Record<number, string>
}

const period = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) => ({
  from: minuteOf(starts_at),
  to: minuteOf(ends_at),
})

async function readJob(ctx: Ctx, id: number, input: SuggestDocketInput): Promise<DocketJob> {
  const facts = await readForPreparing(ctx, id)
  const { items, people } = await readDocket(ctx, facts)
  const known = new Map(items.map((item) => [item.proposal_id, item]))
  return {
    names: Object.fromEntries(
      [...people, ...items.flatMap(({ leads }) => leads)].map((person) => [person.id, person.name]),
    ),
    docket: {
      sessions: facts.sessions.map(period),
      quorum: facts.quorum,
      members: people.map(({ id, votes, hours, conflicts }) => ({
        id,
        votes,
        hours: hours.map(period),
        conflicts,
      })),
      items: input.items.map(({ proposal_id, minutes }) => {
        const item = known.get(proposal_id)
        if (!item) throw notFound()
        return { id: proposal_id, minutes, leads: item.leads.map((lead) => lead.id) }
      }),
    },
  }
}

/** Suggests an order of these proposals; nothing is written. Throws 'refused' as other suggestions do. */
export const suggestDocket = (ctx: Ctx, id: number, input: SuggestDocketInput, cancelled: AbortSignal) =>
  computeSuggestion<DocketJob, SuggestedDocket>(
    ctx,
    async () => ({
      file: WORKER,
      job: await readJob(ctx, id, input),
      advice: 'Let more proposals go through without discussion.',
    }),
    cancelled,
  )
