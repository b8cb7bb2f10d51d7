import { saved } from '#domain/endpoint.ts'
import { invalid } from '#domain/errors.ts'
import { setupSteps } from '#domain/masters/contract.ts'
import { settingFrom, storedText } from '#domain/masters/setting_schemas.ts'
import {
  SETTING_NAMES,
  type SettingName,
  type SettingValue,
  type SettingValues,
} from '#domain/masters/settings.ts'
import { hasFactor } from '#domain/session/second_factor.ts'
import type { Ctx, Db, Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { findFactors } from '../session/second_factor/shared_queries.ts'
import { twoPersonsOffMail } from './mails.ts'
import {
  findLastSave,
  findOtherAdministrators,
  findSettings,
  findSetupFacts,
  lockSettings,
  recordSave,
  writeSettings,
} from './settings_queries.ts'

export const getSetting = async <N extends SettingName>(db: Db, name: N): Promise<SettingValue<N>> =>
  settingFrom(name, (await findSettings(db, [name]))[0]?.value)

export async function getAllSettings(db: Db): Promise<SettingValues> {
  const stored = new Map((await findSettings(db, SETTING_NAMES)).map(({ name, value }) => [name, value]))
  return Object.fromEntries(
    SETTING_NAMES.map((name) => [name, settingFrom(name, stored.get(name))]),
  ) as SettingValues
}

const OWN_FACTOR_FIRST = 'Set up your own second factor first, on Sign-in and security.'

/** The version of settings that were never saved. */
const UNSAVED = 1

/** Every setting, and the setup steps of a new system. */
export async function showSettings(ctx: Ctx) {
  const last = await findLastSave(ctx.db)
  const settings = await getAllSettings(ctx.db)
  return {
    ...settings,
    version: last?.version ?? UNSAVED,
    base_url: ctx.config.baseUrl,
    sender: settings.mail_sender || ctx.config.mailFrom,
    setup: setupSteps({ ...(await findSetupFacts(ctx.db, ctx.actor.id)), settings: last !== undefined }),
  }
}

async function notifyOthers(tx: Tx) {
  const recipients = await findOtherAdministrators(tx, tx.actor.id)
  if (recipients.length > 0) await tx.mail(twoPersonsOffMail(tx.config, recipients, tx.actor))
}

/** Saves every setting. Throws 'stale' if someone else has saved them meanwhile, and 'invalid'. */
export const saveSettings = (ctx: Ctx, { version, ...values }: SettingValues & { version?: number | null }) =>
  ctx.write(async (tx) => {
    await lockSettings(tx)
    const last = await findLastSave(tx)
    if (last) requireVersion('This page of settings', version, last)
    const before = await getAllSettings(tx)
    if (values.second_factor_required && !hasFactor(await findFactors(tx, tx.actor.id)))
      throw invalid({ second_factor_required: OWN_FACTOR_FIRST })
    await writeSettings(
      tx,
      SETTING_NAMES.map((name) => ({ name, value: storedText(values[name]) })),
    )
    if (before.two_persons && !values.two_persons) await notifyOthers(tx)
    const newVersion = (last?.version ?? UNSAVED) + 1
    await recordSave(tx, newVersion, tx.actor.id, tx.now())
    await tx.audit('settings.save', { id: null }, values, before)
    return saved('The settings have been saved.', newVersion)
  })
