import { Fault, forbidden, notFound, refusal } from '#domain/errors.ts'
import {
  type LeadRow,
  type LeadSuggestion,
  type Leads,
  type LeadsInput,
  type LeadsSaved,
  type MyLeads,
  PLACES,
  type Place,
  whyNotLead,
} from '#domain/panel/leads.ts'
import type { LeadSnapshot } from '#domain/panel/suggest_leads.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import { computeSuggestion } from '../allocation/suggest/thread.ts'
import { findJudgements } from '../conflicts/findings.ts'
import type { Ctx, Db, Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { currentTerm, requireTerm } from '../terms/service.ts'
import {
  findLeadRows,
  findLed,
  findMembers,
  findOwnLeads,
  type LedProposal,
  type StoredLead,
  saveSpeakers,
} from './leads_queries.ts'
import { lockWithTerms } from './lock_queries.ts'

/** Before the first term nobody speaks. */
const NO_TERM = { id: 0, disabled: true }

/** The requested term, or the current one. Throws 'missing'. */
const termOf = async (db: Db, term_id: number | undefined) =>
  term_id === undefined ? ((await currentTerm(db)) ?? NO_TERM) : requireTerm(db, term_id)

/** The speakers of a term. Proposals that the actor has a conflict with are left out, of the members' loads too. */
export async function showLeads(ctx: Ctx, term_id: number | undefined): Promise<Leads> {
  const { id, disabled } = await termOf(ctx.db, term_id)
  const proposals = (await findLeadRows(ctx.db, ctx.actor, id)).map(toRow)
  const members = await findMembers(ctx.db)
  const { blocked, unjudged } = await findHindered(ctx.db, ctx, id)
  const isMember = ({ user_id }: { user_id: number }) => members.some((member) => member.id === user_id)
  return {
    term: { id, disabled },
    proposals,
    members: members.map((member) => {
      const times = (place: Place) => proposals.filter((one) => one[place] === member.id).length
      return { ...member, first: times('first'), second: times('second') }
    }),
    blocked: blocked.filter(isMember),
    unjudged: unjudged.filter(isMember),
  }
}

function toRow({ first_name, second_name, ...row }: StoredLead): LeadRow {
  const { first_may, second_may, first_conflict, second_conflict, ...fields } = row
  const named = {
    first: { id: row.first, name: first_name, may: first_may, conflict: first_conflict },
    second: { id: row.second, name: second_name, may: second_may, conflict: second_conflict },
  }
  return {
    ...fields,
    first: first_may ? row.first : null,
    second: second_may ? row.second : null,
    lost: PLACES.flatMap((place) => {
      const { id, name, may, conflict } = named[place]
      if (id === null || name === null || may) return []
      return [{ place, name, why: conflict ? 'has a conflict of interest' : 'is no longer on the panel' }]
    }),
  }
}

/** The proposals of a term with a free place, and who was named there and cannot speak any more; none before anyone is named. */
export async function findFreePlaces(ctx: Ctx, term_id: number) {
  const rows = await findLeadRows(ctx.db, ctx.actor, term_id)
  const begun = rows.some(({ first, second }) => first !== null || second !== null)
  const free = begun ? rows.map(toRow).filter(({ first, second }) => first === null || second === null) : []
  return {
    free: free.map(({ proposal_id }) => proposal_id),
    lost: free.flatMap(({ proposal_id, lost }) => lost.map(({ name, why }) => ({ proposal_id, name, why }))),
  }
}

/** Who cannot or should not speak on which proposal of a term. */
async function findHindered(db: Db, { actor }: Pick<Ctx, 'actor'>, term_id: number) {
  const judgements = await findJudgements(db, actor, { term_id })
  const pairs = (state: (typeof judgements)[number]['state']) =>
    judgements
      .filter((one) => one.state === state)
      .map(({ proposal_id, user_id }) => ({ proposal_id, user_id }))
      .sort((a, b) => a.proposal_id - b.proposal_id || a.user_id - b.user_id)
  return { blocked: pairs('blocked'), unjudged: pairs('unjudged') }
}

/** The proposals of a term on which the actor speaks. */
export async function showOwnLeads(ctx: Ctx, term_id: number | undefined): Promise<MyLeads> {
  const own = await findOwnLeads(ctx.db, ctx.actor, (await termOf(ctx.db, term_id)).id)
  const ids = (first: boolean) => own.filter((one) => one.first === first).map(({ id }) => id)
  return { first: ids(true), second: ids(false) }
}

/**
 * Names the speakers of proposals, all or none. Throws 'missing', 'forbidden' with a conflict, and 'stale'; refuses who has
 * a conflict of interest or is not on the panel, and an unacknowledged possible conflict.
 */
export const saveLeads = (ctx: Ctx, { leads }: LeadsInput): Promise<LeadsSaved> =>
  ctx.write(async (tx) => {
    const sent = new Map(leads.map((lead) => [lead.proposal_id, lead]))
    const proposals = await lockProposals(tx, [...sent.keys()])
    const people = new Map((await findMembers(tx)).map((member) => [member.id, member]))
    const hindered = await findHinderedIn(tx, proposals)
    const saved: NonNullable<LeadsSaved['versions']> = []
    for (const proposal of proposals) {
      const { version, acknowledged, first, second } = sent.get(proposal.id)!
      requireCurrent(proposal, version)
      for (const place of PLACES) {
        const user_id = sent.get(proposal.id)![place]
        if (user_id === null) continue
        const key = `${proposal.id} ${user_id}`
        tx.refuse(
          whyNotLead(
            { id: proposal.id, status: proposal.status, term: termFacts(proposal) },
            people.get(user_id) ?? null,
            {
              blocked: hindered.blocked.has(key),
              unjudged: hindered.unjudged.has(key) && !acknowledged && proposal[place] !== user_id,
            },
          ),
        )
      }
      tx.refuse(whyReadOnly(termFacts(proposal)))
      if (proposal.first === first && proposal.second === second) continue
      const next = proposal.version + 1
      await saveSpeakers(tx, proposal.id, { first, second }, { by: tx.actor.id, at: tx.now(), version: next })
      await tx.audit(
        'proposal.lead',
        proposal,
        { first, second },
        { first: proposal.first, second: proposal.second },
      )
      saved.push({ proposal_id: proposal.id, version: next })
    }
    if (saved.length === 0) return tx.refuse('These speakers are already named.')
    const [only] = saved
    const name = (id: number | null) => (id === null ? 'nobody' : people.get(id)!.name)
    const what =
      saved.length === 1
        ? `${only!.proposal_id}: ${name(sent.get(only!.proposal_id)!.first)} first, ${name(sent.get(only!.proposal_id)!.second)} second.`
        : `The speakers of ${saved.length} proposals have been saved.`
    return { result: 1, message: `${what} Nobody is mailed.`, versions: saved }
  })

const termFacts = ({ term_id: id, disabled }: LedProposal) => ({ id, disabled })

async function lockProposals(tx: Tx, ids: readonly number[]): Promise<LedProposal[]> {
  await lockWithTerms(tx, ids)
  const proposals = await findLed(tx, tx.actor, ids)
  if (proposals.length < ids.length) throw notFound()
  if (proposals.some(({ conflict }) => conflict)) throw forbidden()
  return proposals
}

async function findHinderedIn(tx: Tx, proposals: readonly LedProposal[]) {
  const [blocked, unjudged] = [new Set<string>(), new Set<string>()]
  const key = (one: { proposal_id: number; user_id: number }) => `${one.proposal_id} ${one.user_id}`
  for (const term_id of new Set(proposals.map((proposal) => proposal.term_id))) {
    const found = await findHindered(tx, tx, term_id)
    for (const one of found.blocked) blocked.add(key(one))
    for (const one of found.unjudged) unjudged.add(key(one))
  }
  return { blocked, unjudged }
}

/** Throws 'stale' when someone else has named the speakers meanwhile; a proposal without a saved row has version 0. */
function requireCurrent({ id, version, saved_by, saved_at }: LedProposal, sent: number | null | undefined) {
  if (version === 0 && sent) throw new Fault('stale', `The speakers of ${id} are not saved any more.`)
  requireVersion(`The speakers of ${id}`, sent, { version, saved_by, saved_at: saved_at ?? '' })
}

const FILE = new URL('./leads_worker.ts', import.meta.url)
const ADVICE = 'Name some speakers by hand first.'

/** Suggests members for the free places of a term; nothing is written. Throws 'refused' for a closed term. */
export const suggestSpeakers = (
  ctx: Ctx,
  term_id: number | undefined,
  cancelled: AbortSignal,
): Promise<LeadSuggestion> =>
  computeSuggestion(
    ctx,
    async () => ({ file: FILE, job: await readSnapshot(ctx, term_id), advice: ADVICE }),
    cancelled,
  )

async function readSnapshot(ctx: Ctx, term_id: number | undefined): Promise<LeadSnapshot> {
  const { term, members, proposals, blocked, unjudged } = await showLeads(ctx, term_id)
  if (term.id === NO_TERM.id) throw notFound()
  const why = whyReadOnly(term) ?? (members.length === 0 ? 'Nobody is on the panel.' : null)
  if (why) throw refusal(why)
  const never = [...blocked, ...unjudged]
  return {
    members: members.map(({ id }) => id),
    proposals: proposals.map(({ proposal_id, first, second }) => ({
      ...{ proposal_id, first, second },
      never: never.filter((pair) => pair.proposal_id === proposal_id).map(({ user_id }) => user_id),
    })),
  }
}
