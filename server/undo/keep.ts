import type { AuditAction, AuditObject } from '#domain/audit_actions.ts'
import { type Endpoint, type PendingAct, PREFERENCE_APPLIED, RESPOND_ASYNC } from '#domain/endpoint.ts'
import type { Actor } from '#domain/session/actor.ts'
import { ALREADY_WAITING, describeAct, isUndoable, type UndoableAction } from '#domain/undo/rules.ts'
import { getSetting } from '../masters/settings.ts'
import { type Ctx, context, type Db, inOneTransaction, type Services, type Tx } from '../platform/context.ts'
import { Answer } from '../platform/http/handlers.ts'
import type { Mail } from '../platform/outbox/queries.ts'
import { type ActObject, findNames, findWaitingUser, insertAct } from './queries.ts'

/** An endpoint whose act can be undone, with its handler bound to its validated input. */
export interface UndoableRequest {
  area: string
  name: string
  endpoint: Endpoint
  /** Parameters, query and body as they were sent. */
  input: { params: unknown; query: unknown; body: unknown }
  answer(ctx: Ctx): Promise<unknown>
}

/** The actions that an act will record in the audit log, and the mails that it will queue. */
export interface Rehearsal {
  entries: { action: AuditAction; object: AuditObject<AuditAction> }[]
  mails: Mail[]
}

/** Rolls a rehearsal back. */
class Rehearsed extends Error {
  readonly reply: unknown
  constructor(reply: unknown) {
    super('rehearsed')
    this.reply = reply
  }
}

/** What the request would do now, with all its checks; nothing of it stays. Throws what the handler throws. */
async function rehearse(services: Services, actor: Actor, { endpoint, answer }: UndoableRequest) {
  const seen: Rehearsal = { entries: [], mails: [] }
  const observer = {
    audited: (action: AuditAction, object: AuditObject<AuditAction>) => {
      seen.entries.push({ action, object })
    },
    mailed: (mails: readonly Mail[]) => {
      seen.mails.push(...mails)
    },
  }
  try {
    return await inOneTransaction(services, async (inner) => {
      throw new Rehearsed(await answer(context({ ...inner, observer }, actor, '', endpoint.mails)))
    })
  } catch (error) {
    if (error instanceof Rehearsed) return { reply: error.reply, ...seen }
    throw error
  }
}

/** What entries of the audit log concern that can be undone. Throws if there are none. */
export function objectsOf(entries: Rehearsal['entries']): { action: UndoableAction; objects: ActObject[] } {
  const action = entries.map((entry) => entry.action).find(isUndoable)
  if (!action) throw new Error('An act that can be undone writes an audit entry of UNDOABLE.')
  const objects = entries.flatMap(({ action: one, object }) =>
    one === action && object.id !== null
      ? [
          {
            action,
            object_id: object.id,
            proposal_id: 'proposal_id' in object ? Number(object.proposal_id) : null,
          },
        ]
      : [],
  )
  return { action, objects }
}

const isRefused = (reply: unknown) => (reply as { result?: unknown } | null)?.result === 0

/**
 * Keeps the act of a request until the time to undo it is over, and answers what is pending; null where acts are carried
 * out at once. Checked as if it were carried out now. Throws what the handler throws, and 'refused' if it waits already.
 */
export async function keepAct(services: Services, actor: Actor, request: UndoableRequest) {
  const seconds = await getSetting(services.db, 'undo_seconds')
  if (seconds === 0) return null
  return inOneTransaction(services, async (inner) => {
    const { reply, entries, mails } = await rehearse(inner, actor, request)
    if (isRefused(reply)) return reply
    const { action, objects } = objectsOf(entries)
    const pending = await context(inner, actor).write(async (tx) => {
      const description = await describe(tx, action, objects, mails)
      const due = new Date(+tx.now() + seconds * 1000)
      const { area, name, input } = request
      return keepInTransaction(
        tx,
        { area, endpoint: name, input, description, scheduled: false },
        objects,
        due,
      )
    })
    const { description } = pending
    return new Answer(
      202,
      { result: 1, message: `About to ${description}. It can be undone for ${seconds} seconds.`, pending },
      { [PREFERENCE_APPLIED]: RESPOND_ASYNC },
    )
  })
}

async function describe(
  db: Db,
  action: UndoableAction,
  objects: readonly ActObject[],
  mails: readonly Mail[],
) {
  const emails = [...new Set(mails.flatMap(({ recipients }) => recipients))]
  const names = await findNames(db, emails)
  return describeAct(action, {
    count: objects.length,
    people: emails.map((email) => names.get(email.toLowerCase()) ?? email),
    proposals: [...new Set(objects.flatMap(({ proposal_id }) => proposal_id ?? []))].sort((a, b) => a - b),
    subject: mails.flatMap((mail) => ('subject' in mail ? mail.subject : []))[0] ?? '',
  })
}

interface NewAct {
  area: string
  endpoint: string
  input: UndoableRequest['input']
  description: string
  scheduled: boolean
}

/** Keeps an act until `due`, audited. Throws 'refused' if another waits for one of its objects. */
export async function keepInTransaction(
  tx: Tx,
  { input, ...act }: NewAct,
  objects: readonly ActObject[],
  due: Date,
): Promise<PendingAct> {
  const now = tx.now()
  const due_at = due.toISOString()
  const row = {
    ...act,
    input: JSON.stringify(input),
    user_id: tx.actor.id,
    created_at: now.toISOString(),
    due_at,
  }
  const { id, isNew } = await insertAct(tx, row, objects)
  if (!isNew) return tx.refuse(ALREADY_WAITING((await findWaitingUser(tx, objects))?.name ?? tx.actor.name))
  await auditObjects(tx, 'defer', objects, { due_at })
  return { id, description: act.description, due_at, seconds: Math.ceil((+due - +now) / 1000) }
}

type ActStep = 'defer' | 'undo' | 'fail' | 'dismiss'

/** An entry for each object, so that each is hidden from whom its own entries are hidden. */
export async function auditObjects(
  tx: Pick<Tx, 'audit'>,
  step: ActStep,
  objects: readonly ActObject[],
  after: object | null = null,
) {
  for (const { action, object_id, proposal_id } of objects) {
    const [type] = action.split('.')
    await tx.audit(
      `${type}.${step}` as AuditAction,
      { id: object_id, ...(proposal_id !== null && { proposal_id }) } as AuditObject<AuditAction>,
      { act: action, ...after },
    )
  }
}
