import { asBit, done, saved } from '#domain/endpoint.ts'
import { invalid, notFound } from '#domain/errors.ts'
import { isDisabled } from '#domain/mail/import.ts'
import type { GroupMailInput, NewGroupMail } from '#domain/mail/input.ts'
import { whyNotChange, whyNotSend } from '#domain/mail/rules.ts'
import { groupMailStatus } from '#domain/mail/status.ts'
import { type Ctx, commandOn, type Tx } from '../platform/context.ts'
import { replaceRows } from '../platform/replace_rows.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import {
  addGroupMail,
  changeGroupMail,
  findDestinations,
  findGroupMail,
  findProgress,
  findUsers,
  lockGroupMail,
  markSent,
} from './group_queries.ts'
import { copyOf, letterTo } from './mails.ts'

/** A group mail whole; of a big one that is on its way, the progress alone. Throws 'missing'. */
export async function getGroupMail({ db }: Ctx, id: number, progressOnly = false) {
  const mail = await findGroupMail(db, id)
  if (!mail) throw notFound()
  return {
    ...mail,
    disabled: asBit(mail.disabled),
    users: progressOnly ? [] : await findDestinations(db, id),
    progress: mail.transmission_status === groupMailStatus.code.SENT ? await findProgress(db, id) : null,
  }
}

/** The destinations of a group mail by user id. Throws 'missing'. */
export async function groupMailTarget({ db }: Ctx, id: number) {
  if (!(await findGroupMail(db, id))) throw notFound()
  return Object.fromEntries((await findDestinations(db, id)).map((user) => [String(user.id), user]))
}

/** Refuses destinations that are no users, and disabled ones that were not destinations `before`. */
async function requireDestinations(tx: Tx, ids: readonly number[], before: readonly number[] = []) {
  const users = new Map((await findUsers(tx, ids)).map((user) => [user.id, user]))
  const old = new Set(before)
  for (const id of ids) {
    const user = users.get(id)
    if (!user) throw invalid({ destinations: `User ${id} is not registered.` })
    if (user.disabled && !old.has(id)) throw invalid({ destinations: isDisabled(user.email) })
  }
}

const saving = (tx: Tx) => ({ updated_by: tx.actor.id, updated_at: tx.now().toISOString() })
const toRows = (ids: readonly number[]) => ids.map((user_id) => ({ user_id }))
/** What the audit log keeps: all but the content, for the log keeps no bodies. */
const recorded = ({
  title,
  bcc,
  reply_to_address,
  reply_to_name,
  destinations,
}: Omit<GroupMailInput, 'version'>) => ({
  title,
  bcc,
  reply_to_address,
  reply_to_name,
  destinations: destinations.toSorted((a, b) => a - b),
})

/** Adds a group mail that waits to be sent. */
export const addGroup = (ctx: Ctx, { destinations, ...fields }: NewGroupMail) =>
  ctx.write(async (tx) => {
    await requireDestinations(tx, destinations)
    const made = { ...fields, ...saving(tx), sender_id: tx.actor.id, created_at: tx.now().toISOString() }
    const added = await addGroupMail(tx, made)
    await replaceRows(tx, added.id, { group_mail_destinations: toRows(destinations) })
    await tx.audit('group_mail.add', added, recorded({ ...fields, destinations }))
    return { ...done('Saved successfully'), id: added.id }
  })

async function hold(tx: Tx, id: number) {
  const mail = await lockGroupMail(tx, id)
  if (!mail) throw notFound()
  return { ...mail, saved_at: mail.updated_at }
}

/** Saves a group mail that waits to be sent. Throws 'stale' where somebody else saved it since the form was loaded. */
export const saveGroup = (ctx: Ctx, id: number, { version, destinations, ...fields }: GroupMailInput) =>
  ctx.write(async (tx) => {
    const mail = await hold(tx, id)
    tx.refuse(whyNotChange(mail))
    requireVersion('This group mail', version, mail)
    await requireDestinations(tx, destinations, mail.destinations)
    await changeGroupMail(tx, id, { ...fields, ...saving(tx) })
    await replaceRows(tx, id, { group_mail_destinations: toRows(destinations) })
    await tx.audit('group_mail.edit', mail, recorded({ ...fields, destinations }), recorded(mail))
    return saved('Saved successfully', mail.version + 1)
  })

/** Deletes a group mail that waits to be sent; it stays listed. */
export const deleteGroup = commandOn(hold)(whyNotChange, async (tx, mail) => {
  await changeGroupMail(tx, mail.id, { disabled: true, ...saving(tx) })
  await tx.audit('group_mail.delete', mail, { disabled: true })
  return done('The group mail has been deleted.')
})

const many = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
const NAMED = 5

/**
 * Queues a mail to every destination, and one copy to the Bcc; disabled users are left out and named. Throws 'stale'
 * where somebody else saved it since it was looked at.
 */
export const sendGroup = (ctx: Ctx, id: number, { version }: { version?: number | null | undefined }) =>
  ctx.write(async (tx) => {
    const mail = await hold(tx, id)
    const users = await findDestinations(tx, id)
    tx.refuse(whyNotSend(mail, users))
    requireVersion('This group mail', version, mail)
    const reached = users.filter(({ disabled }) => !disabled)
    const skipped = users.filter(({ disabled }) => disabled)
    const copy = copyOf(mail)
    await tx.mail([...reached.map((user) => letterTo(mail, user)), ...(copy ? [copy] : [])])
    const at = tx.now()
    await markSent(tx, id, at)
    await tx.audit('group_mail.send', mail, {
      transmission_date: at.toISOString(),
      destinations: reached.length,
      skipped: skipped.map((user) => user.id),
    })
    const names = skipped.slice(0, NAMED).map(({ name, email }) => `${name} (${email})`)
    const more = skipped.length > NAMED ? ` and ${skipped.length - NAMED} more` : ''
    const left = skipped.length > 0 ? ` Left out, for they are disabled: ${names.join(', ')}${more}.` : ''
    return {
      ...done(`The group mail is on its way to ${many(reached.length, 'destination')}.${left}`),
      skipped,
    }
  })
