import { type Address, address } from '#domain/address.ts'
import { CHECK_KEYS, CHECKS, type CheckKey } from '#domain/call_state/check_list.ts'
import type { CheckInput, CheckItem } from '#domain/call_state/contract.ts'
import { done } from '#domain/endpoint.ts'
import { termLabel } from '#domain/masters/values.ts'
import { type Term, whyReadOnly } from '#domain/terms/rules.ts'
import { getSetting } from '../masters/settings.ts'
import type { Ctx } from '../platform/context.ts'
import { showProfileState } from '../reviewer_profiles/service.ts'
import { lockTerm, requireTerm } from '../terms/service.ts'
import { deleteMark, findCallFacts, findMarks, insertMark } from './check_list_queries.ts'

interface Entry {
  note: string
  href: Address
  /** Told by its own state; absent where the office marks it. */
  done?: boolean
}

/** What there is still to do for a call; nothing for a closed one. Throws 'missing'. */
export async function showCheckList(ctx: Ctx, id: number): Promise<CheckItem[]> {
  const term = await requireTerm(ctx.db, id)
  if (term.disabled) return []
  const [entries, marks] = await Promise.all([entriesOf(ctx, term), findMarks(ctx.db, id)])
  return CHECK_KEYS.map((key) => {
    const { done: byState, ...entry } = entries[key]
    const mark = marks.find(({ item }) => item === key)
    return {
      key,
      ...CHECKS[key],
      ...entry,
      by_hand: byState === undefined,
      done: byState ?? mark !== undefined,
      marked: byState === undefined && mark ? { by: mark.done_by, at: mark.done_at } : null,
    }
  })
}

const typed = (count: number) =>
  count === 0 ? '' : `; ${count} typed by proposers ${count === 1 ? 'is' : 'are'} not in the list yet`

async function entriesOf(ctx: Ctx, term: Term): Promise<Record<CheckKey, Entry>> {
  const { db } = ctx
  const facts = await findCallFacts(db, term)
  const profiles = await showProfileState(ctx)
  const reminders = await getSetting(db, 'reminders')
  const before = await getSetting(db, 'reminder_days_before')
  const after = await getSetting(db, 'reminder_days_after')
  const settings = address('/masters/settings')
  const edit = address('/masters/terms/edit/$id', { id: term.id })
  const now = +ctx.now()
  return {
    dates: { note: 'copied from the call before, moved by whole years', href: edit },
    samples: {
      note: `${facts.samples} can be requested, ${facts.processed} processed on offer`,
      href: address('/samples', {}, { all: '1' }),
      done: facts.samples > 0,
    },
    keywords: {
      note: `${facts.keywords} to choose from${typed(facts.typed_keywords)}`,
      href: address('/masters/keywords'),
      done: facts.keywords > 0 && facts.typed_keywords === 0,
    },
    methods: {
      note: `${facts.methods} to choose from${typed(facts.typed_methods)}`,
      href: address('/masters/methods'),
      done: facts.methods > 0 && facts.typed_methods === 0,
    },
    texts: { note: 'beside the fields of a proposal and the scores of a report', href: settings },
    templates: {
      note: 'what applicants, proposers and reviewers are sent',
      href: address('/masters/mail-templates'),
    },
    reminders: {
      note: reminders ? `${before} days before and ${after} days after reviews are due` : 'they are off',
      href: settings,
      done: reminders,
    },
    profiles: {
      note: `${profiles.confirmed} of ${profiles.reviewers} confirmed, ${profiles.asked} asked, ${profiles.to_ask.length} to ask`,
      href: address('/reviewers'),
      done: profiles.reviewers > 0 && profiles.to_ask.length === 0,
    },
    announcement: {
      note: facts.announcement ? `‘${facts.announcement}’ is published` : 'none is published for this call',
      href: address('/information'),
      done: facts.announcement !== null,
    },
    current: {
      note: term.is_current ? '' : 'it stays a draft until then',
      href: edit,
      done: term.is_current,
    },
    notices: {
      note: 'at the dates of the call, once it is current',
      href: edit,
      done: term.is_current && now >= Date.parse(term.noi_opens_at),
    },
  }
}

/** Marks an item of a call as done, or as still to do. Throws 'missing'. */
export const markCheck = (ctx: Ctx, id: number, { item, done: isDone }: CheckInput) =>
  ctx.write(async (tx) => {
    const term = await lockTerm(tx, id)
    tx.refuse(whyReadOnly(term))
    if (isDone)
      await insertMark(tx, { term_id: id, item, done_by: tx.actor.id, done_at: tx.now().toISOString() })
    else await deleteMark(tx, id, item)
    await tx.audit('term.check', term, { [item]: isDone })
    return done(`${termLabel(id)}, ${CHECKS[item].label}: ${isDone ? 'done' : 'still to do'}.`)
  })
