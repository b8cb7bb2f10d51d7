import { done, saved } from '#domain/endpoint.ts'
import { invalid, notFound } from '#domain/errors.ts'
import type {
  ReviewerProfile,
  ReviewerProfileInput,
  ReviewerProfileState,
} from '#domain/reviewer_profiles/contract.ts'
import { isAsked, isConfirmed, isToAsk, isYearlyReminderDue } from '#domain/reviewer_profiles/rules.ts'
import { getSetting } from '../masters/settings.ts'
import { type AnyTx, type Ctx, context, type Services, type Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { reviewerProfileMail } from './mails.ts'
import {
  findAskable,
  findChoosable,
  findReviewerProfile,
  lockAsking,
  lockReviewerProfile,
  replaceReviewerProfile,
  setAsked,
} from './queries.ts'

const dayOf = (now: Date) => now.toISOString().slice(0, 10)
const THE_OFFICE = 'the administration office'

/** A reviewer's profile; absences that are over are left out. Throws 'missing'. */
export async function showReviewerProfile(ctx: Ctx, id: number): Promise<ReviewerProfile> {
  const profile = await findReviewerProfile(ctx.db, id, dayOf(ctx.now()))
  if (!profile) throw notFound()
  const { saved_by_id, ...shown } = profile
  return id === ctx.actor.id && shown.saved_by !== null && saved_by_id !== id
    ? { ...shown, saved_by: THE_OFFICE }
    : shown
}

const namesOf = (entries: readonly { name: string }[]) => entries.map(({ name }) => name)

/** A profile in the audit log. */
const audited = (
  profile: Pick<ReviewerProfile, 'max_reports' | 'expertise' | 'absences' | 'keywords' | 'methods'>,
) => ({
  keywords: namesOf(profile.keywords),
  methods: namesOf(profile.methods),
  max_reports: profile.max_reports,
  expertise: profile.expertise,
  absences: profile.absences.map(({ from_day, until_day }) => `${from_day} to ${until_day}`),
})

/** Entries that can be chosen. Throws 'invalid' on the field for others. */
async function requireChoosable(
  tx: Tx,
  list: 'keywords' | 'methods',
  user_id: number,
  ids: readonly number[],
) {
  const found = await findChoosable(tx, list, user_id, ids)
  const position = ids.findIndex((id) => !found.some((entry) => entry.id === id))
  if (position >= 0) throw invalid({ [`${list}.${position}`]: 'This entry cannot be chosen.' })
  return found
}

/** Saves a profile; the reviewer's own save confirms it. Throws 'missing', 'stale' and 'invalid'. */
export const saveReviewerProfile = (ctx: Ctx, id: number, { version, ...input }: ReviewerProfileInput) =>
  ctx.write(async (tx) => {
    const own = id === tx.actor.id
    // Only a reviewer's profile is made.
    if (!(await findReviewerProfile(tx, id, dayOf(tx.now())))) throw notFound()
    await lockReviewerProfile(tx, id)
    const before = await findReviewerProfile(tx, id, dayOf(tx.now()))
    if (!before) throw notFound()
    const by = own && before.saved_by_id !== id ? THE_OFFICE : before.saved_by
    requireVersion(own ? 'Your profile' : 'This profile', version, {
      version: before.version,
      saved_at: before.saved_at ?? tx.now().toISOString(),
      saved_by: by,
    })
    const keywords = await requireChoosable(tx, 'keywords', id, input.keywords)
    const methods = await requireChoosable(tx, 'methods', id, input.methods)
    const absences = [...input.absences].sort((a, b) => a.from_day.localeCompare(b.from_day))
    await replaceReviewerProfile(
      tx,
      id,
      {
        ...input,
        keywords: keywords.map((entry) => entry.id),
        methods: methods.map((entry) => entry.id),
        absences,
        ...(own && { confirmed_at: tx.now().toISOString() }),
      },
      tx.actor.id,
      tx.now(),
    )
    const after = { ...audited({ ...input, keywords, methods, absences }), ...(own && { confirmed: true }) }
    await tx.audit('user.edit_reviewer_profile', { id }, after, audited(before))
    return saved(
      own ? 'Your profile has been saved and confirmed.' : `The profile of ${before.name} has been saved.`,
      before.version + 1,
    )
  })

/** How the active reviewers stand with their profiles. */
export async function showProfileState(ctx: Ctx): Promise<ReviewerProfileState> {
  const reviewers = await findAskable(ctx.db)
  const now = ctx.now()
  const asked = reviewers.flatMap(({ asked_at }) => asked_at ?? [])
  return {
    reviewers: reviewers.length,
    confirmed: reviewers.filter((one) => isConfirmed(one, now)).length,
    asked: reviewers.filter((one) => isAsked(one, now)).length,
    to_ask: reviewers.filter((one) => isToAsk(one, now)).map(({ id, name, email }) => ({ id, name, email })),
    last_asked_at: asked.sort().at(-1) ?? null,
  }
}

/** Asks those of the active reviewers to confirm their profiles, a mail each, and returns how many they are. */
async function askReviewers(
  tx: AnyTx,
  isAskedNow: (reviewer: { confirmed_at: string | null; asked_at: string | null }) => boolean,
): Promise<number> {
  await lockAsking(tx)
  const reviewers = (await findAskable(tx)).filter(isAskedNow)
  for (const { id } of reviewers) {
    const profile = (await findReviewerProfile(tx, id, dayOf(tx.now())))!
    await setAsked(tx, id, tx.now())
    await tx.mail(reviewerProfileMail(tx.config, reviewers.find((one) => one.id === id)!, profile))
    await tx.audit('user.ask_reviewer_profile', { id })
  }
  return reviewers.length
}

/** The office's command: asks all who have not confirmed recently and were not asked within days. */
export const askForProfiles = (ctx: Ctx) =>
  ctx.write(async (tx) => {
    const count = await askReviewers(tx, (reviewer) => isToAsk(reviewer, tx.now()))
    tx.refuse(count === 0 ? 'All reviewers have confirmed their profile or have just been asked to.' : null)
    return done(
      count === 1
        ? '1 reviewer has been asked to confirm the profile.'
        : `${count} reviewers have been asked to confirm their profiles.`,
    )
  })

/** The yearly reminder. Several processes may call it at the same time: a reviewer is asked once. */
export const remindOfProfiles = (services: Services) =>
  context(services, null).write(async (tx) => {
    if (!(await getSetting(tx, 'profile_reminder'))) return tx.skipAudit('The yearly reminder is off.')
    const count = await askReviewers(tx, (reviewer) => isYearlyReminderDue(reviewer, tx.now()))
    if (count === 0) tx.skipAudit('No yearly reminder is due.')
  })
