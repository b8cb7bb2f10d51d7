import { dayOf } from '#domain/custody/inventories/rules.ts'
import { entryState } from '#domain/custody/inventories/status.ts'
import { groupBy } from '#domain/group_by.ts'
import type { Ctx } from '../../platform/context.ts'
import { findInventories } from './queries.ts'
import { answererOf, isAsked, nextDueOn, readEntries, type StatedEntry } from './read.ts'

/** What an open inventory waits for, by names. */
interface OpenTasks {
  id: number
  name: string
  /** A day. */
  until: string
  /** Pieces, 'A0106-02 (L0112)'. */
  differences: string[]
  to_accept: string[]
  /** Holders. */
  unanswered: string[]
  /** Everyone has answered, and everything is resolved. */
  may_close: boolean
}

interface InventoryTasks {
  /** The last inventory, once the next one is due. */
  due: { last: string; asked_at: string } | null
  open: OpenTasks | null
}

const nameOf = ({ name, loan }: StatedEntry) => (loan ? `${name} (${loan})` : name)

/** What there is to do with inventories: for curation only what it was asked about. */
export async function inventoryTasks(ctx: Ctx): Promise<InventoryTasks> {
  const [last] = await findInventories(ctx.db)
  const isOffice = ctx.actor.roles.includes('admin')
  if (!last) return { due: null, open: null }
  const { id, name, until, asked_at, closed_at } = last
  if (closed_at !== null) {
    const due_on = isOffice ? await nextDueOn(ctx.db, last) : null
    return {
      due: due_on !== null && due_on <= dayOf(ctx.now()) ? { last: name, asked_at } : null,
      open: null,
    }
  }
  const entries = await readEntries(ctx.db, last)
  const differing = entries.filter(({ status }) => entryState.of(status).differs)
  const open = { id, name, until }
  if (!isOffice) {
    const asked = differing.filter(({ question }) => question === 'curation')
    return {
      due: null,
      open: { ...open, differences: asked.map(nameOf), to_accept: [], unanswered: [], may_close: false },
    }
  }
  const to_accept = entries.filter(({ status }) => status === entryState.code.CONFIRMED)
  const unanswered = [...groupBy(entries.filter(isAsked), answererOf).values()]
  return {
    due: null,
    open: {
      ...open,
      differences: differing.map(nameOf),
      to_accept: to_accept.map(nameOf),
      unanswered: unanswered.map(([entry]) => entry!.user_name ?? entry!.holder),
      may_close: differing.length + to_accept.length + unanswered.length === 0,
    },
  }
}
