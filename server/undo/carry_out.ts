import { allows } from '#domain/access.ts'
import type { AuditAction, AuditObject } from '#domain/audit_actions.ts'
import type { Contract, Endpoint } from '#domain/endpoint.ts'
import { Fault, refusal } from '#domain/errors.ts'
import type { Actor } from '#domain/session/actor.ts'
import { requiresSecondFactor, SECOND_FACTOR_OWED } from '#domain/session/second_factor.ts'
import { MORE_THAN_WAS_PRESSED } from '#domain/undo/rules.ts'
import { keptActState } from '#domain/undo/status.ts'
import { type Ctx, context, inOneTransaction, type Services } from '../platform/context.ts'
import { rolesOf } from '../platform/session.ts'
import { auditObjects } from './keep.ts'
import {
  findActingUser,
  recordFailedTry,
  releaseObjects,
  type TakenAct,
  takeDueAct,
  updateAct,
} from './queries.ts'

/** Seconds after a maintenance in which what waited through it can still be undone. */
const GRACE_SECONDS = 30
const MAX_TRIES = 5
const AGAIN_MS = 15_000
const OF_THE_SYSTEM =
  'The system could not do it, because of an error of its own. Nothing was changed or sent.'

/** Carries out one kind of request with its input as it was sent: validates it, and calls its handler. */
export type PerformRequest = (
  area: string,
  name: string,
  input: { params: unknown; query: unknown; body: unknown },
  ctxOf: (endpoint: Endpoint) => Promise<Ctx>,
) => Promise<unknown>

/** A handler as the application mounts it. */
// biome-ignore lint/suspicious/noExplicitAny: a handler's own types are checked where it is written
type AnyHandler = any

/** What cannot be used by a handler whose act can be undone, because it may run without a request. */
const NO_REQUEST = new Proxy(
  {},
  {
    get: () => {
      throw new Error('An act that can be undone uses params, query and body only.')
    },
  },
)
const NEVER = new AbortController().signal

/** Carries out requests of this contract without HTTP. Throws 'missing' and 'invalid' as the endpoint does. */
export const performer =
  (contract: Contract, handlers: Record<string, Record<string, AnyHandler>>): PerformRequest =>
  async (area, name, input, ctxOf) => {
    const endpoint = contract[area]?.[name]
    const handler = handlers[area]?.[name]
    if (!endpoint?.undoable) throw refusal('This version of the system cannot do it.')
    const ctx = await ctxOf(endpoint)
    const parse = (part: 'params' | 'query' | 'body') => {
      const parsed = endpoint[part].safeParse(input[part] ?? {})
      if (parsed.success) return parsed.data
      throw new Fault(part === 'params' ? 'missing' : 'invalid')
    }
    return handler(ctx, {
      params: parse('params'),
      query: parse('query'),
      body: parse('body'),
      headers: {},
      session: NO_REQUEST,
      closed: NEVER,
    })
  }

/** The user as they are now. Throws 'refused' if they may no longer do it. */
async function actorOf(services: Services, act: TakenAct, endpoint: Endpoint): Promise<Actor> {
  const user = await findActingUser(services.db, act.user_id)
  if (!user || user.disabled) throw refusal(`The account of ${act.user_name} is disabled.`)
  const roles = rolesOf(user)
  if (!allows(endpoint.access, roles)) throw refusal(`${user.name} no longer has the role that this needs.`)
  if (user.lacks_factor && requiresSecondFactor(roles)) throw refusal(SECOND_FACTOR_OWED)
  return { id: user.id, name: user.name, email: user.email, roles }
}

/** The faults that tell the office why; all others are errors of the system. */
const REFUSALS = ['refused', 'invalid', 'forbidden', 'missing', 'stale']

interface Ending {
  state: 'done' | 'refused'
  outcome: string
}

/** Carries one act out, as its user and with the checks of its endpoint; a refusal leaves nothing of it. */
async function perform(services: Services, act: TakenAct, request: PerformRequest): Promise<Ending> {
  const known = new Set(act.objects.map(({ action, object_id }) => `${action} ${object_id}`))
  const actions = new Set(act.objects.map(({ action }) => action))
  const observer = {
    audited: (action: AuditAction, object: AuditObject<AuditAction>) => {
      if (actions.has(action) && !known.has(`${action} ${object.id}`)) throw refusal(MORE_THAN_WAS_PRESSED)
    },
  }
  try {
    const reply = await inOneTransaction(services, (inner) =>
      request(act.area, act.endpoint, act.input as Parameters<PerformRequest>[2], async (endpoint) =>
        context({ ...inner, observer }, await actorOf(inner, act, endpoint), '', endpoint.mails),
      ),
    )
    const { result = 1, message = '' } = (reply ?? {}) as { result?: number; message?: string }
    return { state: result === 0 ? keptActState.code.REFUSED : keptActState.code.DONE, outcome: message }
  } catch (error) {
    if (error instanceof Fault && REFUSALS.includes(error.kind))
      return { state: keptActState.code.REFUSED, outcome: error.message }
    throw error
  }
}

/** Carries out the act that is due first; false if none is. It, its mails and its end are one transaction. */
export async function carryOutNext(services: Services, request: PerformRequest): Promise<boolean> {
  let taken: TakenAct | undefined
  try {
    return await inOneTransaction(services, async (inner) => {
      taken = await takeDueAct(inner.db, services.clock(), GRACE_SECONDS)
      if (!taken) return false
      const { id, objects } = taken
      await releaseObjects(inner.db, id)
      const ending = await perform(inner, taken, request)
      await context(inner, null).write(async (tx) => {
        await updateAct(tx, id, { ...ending, ended_at: tx.now().toISOString() })
        if (ending.state === 'done') return tx.skipAudit('What was done has its own entries.')
        await auditObjects(tx, 'fail', objects, { reason: ending.outcome })
      })
      return true
    })
  } catch (error) {
    if (taken) await giveUpLater(services, taken)
    throw error
  }
}

/** Tries again later what failed for a reason of the system, a few times. */
async function giveUpLater(services: Services, { id, objects }: TakenAct) {
  await context(services, null).write(async (tx) => {
    const now = tx.now()
    const again = new Date(+now + AGAIN_MS)
    const left = await recordFailedTry(tx, id, { again, max: MAX_TRIES, why: OF_THE_SYSTEM, now })
    if (left?.state !== keptActState.code.REFUSED) return tx.skipAudit('It is tried again.')
    await releaseObjects(tx, id)
    await auditObjects(tx, 'fail', objects, { reason: OF_THE_SYSTEM })
  })
}

/** Carries out everything that is due; several processes may do so at once. */
export async function carryOutDue(services: Services, request: PerformRequest, stopping?: AbortSignal) {
  while (!stopping?.aborted && (await carryOutNext(services, request)));
}
