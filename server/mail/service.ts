import { asBit, done, saved } from '#domain/endpoint.ts'
import { invalid, notFound } from '#domain/errors.ts'
import type { GroupMailInput, GroupMailTest, MailFilter, NewGroupMail } from '#domain/mail/contract.ts'
import {
  disabledMessage,
  whyNotChange,
  whyNotDelete,
  whyNotRetry,
  whyNotRetryAll,
  whyNotSchedule,
  whyNotSend,
  whyNotSendAt,
  whyNotUnschedule,
} from '#domain/mail/rules.ts'
import { groupMailStatus, mailState } from '#domain/mail/status.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import { describeAct } from '#domain/undo/rules.ts'
import { type Ctx, commandOn, type Tx } from '../platform/context.ts'
import { replaceRows } from '../platform/replace_rows.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { schedule, unschedule } from '../undo/scheduled.ts'
import {
  findDestinations,
  findGroupMail,
  findProgress,
  findRecipients,
  findUsers,
  insertGroupMail,
  lockGroupMail,
  markSent,
  updateGroupMail,
} from './group_queries.ts'
import { countMails, findMails, lockFailedMails, lockMail, makeDue } from './log_queries.ts'
import { bccCopy, mailToDestination, testMail } from './mails.ts'

/** A group mail; with `progressOnly`, without its destinations. Throws 'missing'. */
export async function showGroupMail({ db }: Ctx, id: number, progressOnly = false) {
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
export async function showDestinations({ db }: Ctx, id: number) {
  if (!(await findGroupMail(db, id))) throw notFound()
  return Object.fromEntries((await findDestinations(db, id)).map((user) => [String(user.id), user]))
}

/** Throws 'invalid' for destinations that are no users, or disabled and not in `before`. */
async function requireDestinations(tx: Tx, ids: readonly number[], before: readonly number[] = []) {
  const users = new Map((await findUsers(tx, ids)).map((user) => [user.id, user]))
  const old = new Set(before)
  for (const id of ids) {
    const user = users.get(id)
    if (!user) throw invalid({ destinations: `User ${id} is not registered.` })
    if (user.disabled && !old.has(id)) throw invalid({ destinations: disabledMessage(user.email) })
  }
}

const saving = (tx: Tx) => ({ updated_by: tx.actor.id, updated_at: tx.now().toISOString() })
const toRows = (ids: readonly number[]) => ids.map((user_id) => ({ user_id }))
/** The fields in the audit log, which contains no mail bodies. */
const auditedFields = ({
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

export const createGroupMail = (ctx: Ctx, { destinations, ...fields }: NewGroupMail) =>
  ctx.write(async (tx) => {
    await requireDestinations(tx, destinations)
    const row = { ...fields, ...saving(tx), sender_id: tx.actor.id, created_at: tx.now().toISOString() }
    const added = await insertGroupMail(tx, row)
    await replaceRows(tx, added.id, { group_mail_destinations: toRows(destinations) })
    await tx.audit('group_mail.add', added, auditedFields({ ...fields, destinations }))
    return { ...done('Saved successfully'), id: added.id }
  })

async function lockEditable(tx: Tx, id: number) {
  const mail = await lockGroupMail(tx, id)
  if (!mail) throw notFound()
  return { ...mail, saved_at: mail.updated_at }
}

/** Saves an unsent group mail. Throws 'stale' if someone else has saved it since the form was loaded. */
export const saveGroupMail = (ctx: Ctx, id: number, { version, destinations, ...fields }: GroupMailInput) =>
  ctx.write(async (tx) => {
    const mail = await lockEditable(tx, id)
    tx.refuse(whyNotChange(mail))
    requireVersion('This group mail', version, mail)
    await requireDestinations(tx, destinations, mail.destinations)
    await updateGroupMail(tx, id, { ...fields, ...saving(tx) })
    await replaceRows(tx, id, { group_mail_destinations: toRows(destinations) })
    await tx.audit('group_mail.edit', mail, auditedFields({ ...fields, destinations }), auditedFields(mail))
    return saved('Saved successfully', mail.version + 1)
  })

/** Marks an unsent group mail as deleted; it stays listed. */
export const deleteGroupMail = commandOn(lockEditable)(whyNotDelete, async (tx, mail) => {
  await updateGroupMail(tx, mail.id, { disabled: true, ...saving(tx) })
  await tx.audit('group_mail.delete', mail, { disabled: true })
  return done('The group mail has been deleted.')
})

const SENDING = { action: 'group_mail.send', area: 'mail', name: 'send' } as const

/**
 * Sets an unsent group mail for a time, or for another one. It is sent as it then is, in the name of the actor. Throws
 * 'stale' if someone else has saved the group mail since it was loaded.
 */
export const scheduleGroupMail = (
  ctx: Ctx,
  id: number,
  { send_at, version }: { send_at: string; version?: number | null | undefined },
) =>
  ctx.write(async (tx) => {
    const mail = await lockEditable(tx, id)
    const users = await findDestinations(tx, id)
    tx.refuse(whyNotSchedule(mail, users))
    requireVersion('This group mail', version, mail)
    const why = whyNotSendAt(send_at, tx.now())
    if (why) throw invalid({ send_at: why })
    const people = users.filter(({ disabled }) => !disabled).map(({ name }) => name)
    const facts = { count: 1, people, proposals: [], subject: mail.title }
    const description = describeAct('group_mail.send', facts)
    await schedule(tx, { ...SENDING, object_id: id, description }, new Date(send_at))
    return done(`The group mail will be sent at ${formatUtc(send_at)}.`)
  })

/** Cancels the time that a group mail is set for; it stays unsent. */
export const unscheduleGroupMail = commandOn(lockEditable)(whyNotUnschedule, async (tx, { id }) => {
  await unschedule(tx, { ...SENDING, object_id: id })
  return done('The group mail is no longer scheduled.')
})

/** Mails the actor a group mail as one user would receive it. */
export const sendTestMail = (ctx: Ctx, { user_id, ...mail }: GroupMailTest) =>
  ctx.write(async (tx) => {
    const [user] = await findRecipients(tx, [user_id])
    if (!user) throw invalid({ user_id: 'This user does not exist.' })
    await tx.mail(testMail(mail, user, tx.actor))
    tx.skipAudit('An e-mail to oneself changes nothing.')
    return done(`A test with the values of ${user.name} is on its way to ${tx.actor.email}.`)
  })

/** These users with the values of the placeholders. */
export const showValues = ({ db }: Ctx, ids: readonly number[]) => findRecipients(db, ids)

const countNoun = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
const MAX_NAMED = 5
const MAILS_PER_STATEMENT = 200

/**
 * Queues a mail to every destination that is not disabled, and one copy to the Bcc. Throws 'stale' if someone else has
 * saved the group mail since it was loaded.
 */
export const sendGroupMail = (ctx: Ctx, id: number, { version }: { version?: number | null | undefined }) =>
  ctx.write(async (tx) => {
    const mail = await lockEditable(tx, id)
    const users = await findDestinations(tx, id)
    tx.refuse(whyNotSend(mail, users))
    requireVersion('This group mail', version, mail)
    const reached = users.filter(({ disabled }) => !disabled)
    const skipped = users.filter(({ disabled }) => disabled)
    const copy = bccCopy(mail, reached.length)
    // In small statements, because a large one would occupy the process and its memory while others wait.
    for (let from = 0; from < reached.length; from += MAILS_PER_STATEMENT)
      await tx.mail(
        reached.slice(from, from + MAILS_PER_STATEMENT).map((user) => mailToDestination(mail, user)),
      )
    if (copy) await tx.mail(copy)
    const at = tx.now()
    await markSent(tx, id, at)
    await tx.audit('group_mail.send', mail, {
      transmission_date: at.toISOString(),
      destinations: reached.length,
      skipped: skipped.map((user) => user.id),
    })
    const names = skipped.slice(0, MAX_NAMED).map(({ name, email }) => `${name} (${email})`)
    const more = skipped.length > MAX_NAMED ? ` and ${skipped.length - MAX_NAMED} more` : ''
    const skippedText =
      skipped.length > 0 ? ` Left out because they are disabled: ${names.join(', ')}${more}.` : ''
    return {
      ...done(`The group mail is on its way to ${countNoun(reached.length, 'destination')}.${skippedText}`),
      skipped,
    }
  })

export const listMails = (ctx: Ctx, filter: MailFilter) => findMails(ctx.db, ctx.actor, filter)

/** How many mails that the actor may see failed, wait, and were sent since then. */
export const summarizeMails = (ctx: Ctx, since: Date) => countMails(ctx.db, ctx.actor, since)

const WAITING = { state: mailState.code.WAITING }
const FAILED = { state: mailState.code.FAILED }

/** Queues a failed mail again. Throws 'missing' if the actor may not see it. */
export const retryMail = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const mail = await lockMail(tx, tx.actor, id)
    if (!mail) throw notFound()
    tx.refuse(whyNotRetry(mail.state))
    await makeDue(tx, [id], tx.now())
    await tx.audit('mail.retry', mail, WAITING, FAILED)
    return done('The e-mail will be sent again.')
  })

/** Queues all failed mails that match the filter again. */
export const retryMails = (ctx: Ctx, filter: MailFilter) =>
  ctx.write(async (tx) => {
    const mails = await lockFailedMails(tx, tx.actor, filter)
    tx.refuse(whyNotRetryAll(mails.length))
    await makeDue(tx, mails, tx.now())
    await tx.audit('mail.retry', { id: null }, { ...WAITING, mails }, FAILED)
    return done(`${mails.length === 1 ? 'One e-mail' : `${mails.length} e-mails`} will be sent again.`)
  })
