import { type Access, allows, everyone, office, staff } from '#domain/access.ts'
import { address } from '#domain/address.ts'
import { LABELS, termLabel } from '#domain/masters/values.ts'
import { isClosedToReviewer, reportStatus } from '#domain/reports/status.ts'
import { findActions } from '#domain/search/actions.ts'
import type { SearchHit } from '#domain/search/contract.ts'
import { type OpenedKind, openedAddress, openedFrom } from '#domain/search/opened.ts'
import {
  EXACT,
  findScreens,
  type HitKind,
  MAX_HITS,
  type Nearness,
  pickHits,
  termNumber,
} from '#domain/search/rules.ts'
import { isStaff } from '#domain/session/actor.ts'
import type { Ctx } from '../platform/context.ts'
import { findEditableId } from '../proposals/service.ts'
import { searchRequestable } from '../samples/service.ts'
import { allTerms } from '../terms/service.ts'
import { FIND_OPENED } from './opened_queries.ts'
import { findAssignedReports, findOwnProposals } from './queries.ts'
import { type StaffMatches, searchAsStaff } from './staff_queries.ts'

type Hit = Omit<SearchHit, 'kind'> & { near: Nearness }
interface Source {
  access: Access
  /** `staffMatches`: the result of the joint search for staff. */
  find: (ctx: Ctx, q: string, staffMatches: Partial<StaffMatches>) => Hit[] | Promise<Hit[]>
}

const numberAndTitle = (id: number, title: string) => (title ? `${id}: ${title}` : String(id))

/** Search by kind. Kinds that a role may not open are not searched. */
const SOURCES: Record<HitKind, Source> = {
  term: {
    access: ['admin', 'panel', 'reviewer'],
    async find(ctx, q) {
      const id = termNumber(q)
      const term = id === null ? undefined : (await allTerms(ctx))[String(id)]
      if (!term) return []
      const list = isStaff(ctx.actor) ? ('/proposals' as const) : ('/proposals/assigned_proposals' as const)
      const note = list === '/proposals' ? 'Proposal List' : 'Assigned Proposals'
      return [
        { id: term.id, title: term.label, note, href: address(list, {}, { term_id: term.id }), near: EXACT },
      ]
    },
  },
  proposal: {
    access: staff,
    find: (_, __, { proposal = [] }) =>
      proposal.map(({ id, term_id, title, name, near }) => ({
        id,
        title: numberAndTitle(id, title),
        note: `${name}, ${termLabel(term_id)}`,
        href: address('/proposals/detail/$id', { id }),
        near,
      })),
  },
  assigned: {
    access: ['reviewer'],
    find: async ({ db, actor }, q) =>
      (await findAssignedReports(db, actor.id, q)).map(
        ({ id, status, proposal_id, term_id, title, name, near }) => ({
          id,
          title: numberAndTitle(proposal_id, title),
          note: `${name}, ${termLabel(term_id)}, ${reportStatus.labels[status]}`,
          href: isClosedToReviewer(status)
            ? address('/proposals/assigned_proposals', {}, { title, term_id })
            : address('/reports/detail/$id', { id }),
          near,
        }),
      ),
  },
  own: {
    access: ['proposer'],
    find: async ({ db, actor }, q) =>
      (await findOwnProposals(db, actor.id, q)).map(({ id, term_id, title, is_current, near }) => ({
        id,
        title: numberAndTitle(id, title),
        note: termLabel(term_id),
        href: is_current ? address('/proposals/myproposal') : address('/proposals/oldProposal/$id', { id }),
        near,
      })),
  },
  sample: {
    access: ['admin', 'panel', 'proposer'],
    async find(ctx, q, staffMatches) {
      const samples = staffMatches.sample ?? (await searchRequestable(ctx, q, MAX_HITS))
      if (samples.length === 0) return []
      const screenOf = await sampleScreen(ctx)
      return samples.map(({ id, name, db_type, sample_type, weight, near }) => ({
        id,
        title: name,
        note: [LABELS.sample_type[sample_type], ...(weight === null ? [] : [`${weight} mg`])].join(', '),
        href: screenOf(id),
        near,
        asteroid: db_type,
      }))
    },
  },
  applicant: {
    access: office,
    find: (_, __, { applicant = [] }) =>
      applicant.map(({ id, term_id, name, proposal_title, near }) => ({
        id,
        title: name,
        note: `${termLabel(term_id)}, ${proposal_title}`,
        href: address('/proposers/applicant/detail/$id', { id }),
        near,
      })),
  },
  proposer: {
    access: staff,
    find: (_, __, { proposer = [] }) =>
      proposer.map((user) => personHit(user, address('/proposers/detail/$id', user))),
  },
  collaborator: {
    access: staff,
    find: (_, __, { collaborator = [] }) =>
      collaborator.map(({ id, name, proposal_id, title, near }) => ({
        id,
        title: name,
        note: numberAndTitle(proposal_id, title),
        href: address('/proposals/detail/$id', { id: proposal_id }),
        near,
      })),
  },
  reviewer: {
    access: staff,
    find: (_, __, { reviewer = [] }) =>
      reviewer.map((user) => personHit(user, address('/reviewers/detail/$id', user))),
  },
  user: {
    access: office,
    find: (_, __, { user = [] }) => user.map((one) => personHit(one, address('/users/detail/$id', one))),
  },
  action: {
    access: everyone,
    find: ({ actor }, q) => findActions(q, actor.roles).map((action) => ({ id: null, ...action })),
  },
  opened: { access: everyone, find: () => [] },
  screen: {
    access: everyone,
    find: ({ actor }, q) => findScreens(q, actor.roles).map((screen) => ({ id: null, ...screen })),
  },
}

interface Person {
  id: number
  name: string
  email: string
  affiliation: string
  near: Nearness
}
const personHit = ({ id, name, email, affiliation, near }: Person, href: SearchHit['href']): Hit => ({
  id,
  title: name,
  note: affiliation ? `${email}, ${affiliation}` : email,
  href,
  near,
})

/** Staff go to the sample's history, a proposer to the samples of their proposal while it can be edited. */
async function sampleScreen(ctx: Ctx): Promise<(sample: number) => SearchHit['href']> {
  if (isStaff(ctx.actor)) return (id) => address('/samples/history/$id', { id })
  const id = await findEditableId(ctx)
  const own =
    id === null
      ? address('/proposals/myproposal')
      : address('/proposals/edit/$id', { id }, { field: 'samples' })
  return () => own
}

/** At most 20 hits among what the caller may see, exact matches first. */
export async function searchEverything(ctx: Ctx, q: string): Promise<SearchHit[]> {
  if (q === '') return []
  const staffMatches = isStaff(ctx.actor) ? await searchAsStaff(ctx.db, ctx.actor, q) : {}
  const sources = Object.entries(SOURCES) as [HitKind, Source][]
  const hits = await Promise.all(
    sources
      .filter(([, { access }]) => allows(access, ctx.actor.roles))
      .map(async ([kind, { find }]) => (await find(ctx, q, staffMatches)).map((hit) => ({ kind, ...hit }))),
  )
  return pickHits(hits.flat()).map(({ near, ...rest }) => rest)
}

/** Of objects that the caller opened before, those that they may open now, in the given order. */
export async function showOpened({ db, actor }: Ctx, keys: readonly string[]): Promise<SearchHit[]> {
  const asked = keys.map(openedFrom).filter(({ kind }) => allows(SOURCES[kind].access, actor.roles))
  const kinds = [...new Set(asked.map(({ kind }) => kind))]
  const found = new Map<OpenedKind, Map<number, { title: string; note: string }>>()
  for (const kind of kinds) {
    const ids = asked.filter((one) => one.kind === kind).map(({ id }) => id)
    found.set(kind, new Map((await FIND_OPENED[kind](db, actor, ids)).map((row) => [row.id, row])))
  }
  return asked.flatMap(({ kind, id }) => {
    const row = found.get(kind)?.get(id)
    return row
      ? [{ kind: 'opened', id, title: row.title, note: row.note, href: openedAddress(kind, id) }]
      : []
  })
}
