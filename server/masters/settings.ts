import type { Db } from '../platform/context.ts'
import { findSetting } from './queries.ts'

/** The settings an administrator may change, with what holds until then. */
export const DEFAULTS = {
  top_url: '/login',
  ryugu_db_url: 'https://www.darts.isas.jaxa.jp/curation/ryugu/',
  bennu_db_url: 'https://www.darts.isas.jaxa.jp/curation/bennu/',
  /** The sender of mails; empty means MAIL_FROM. */
  mail_sender: '',
} as const
export type SettingName = keyof typeof DEFAULTS

/** The value of a setting. */
export async function setting(db: Db, name: SettingName): Promise<string> {
  return (await findSetting(db, name)) ?? DEFAULTS[name]
}
