import type { informationActions } from '#domain/information/actions.ts'
import type { mailActions } from '#domain/mail/actions.ts'
import type { masterActions } from '#domain/masters/actions.ts'
import type { termActions } from '#domain/terms/actions.ts'
import { aGroupMail, aKeyword, aMethod, anAnnouncement, aTerm, makeCurrent } from '../../builders/people.ts'
import type { Deed } from './deed.ts'

export const termDeeds: Record<keyof typeof termActions, Deed> = {
  'term.add': async ({ office, admin }) => {
    const { id } = await aTerm(office, { id: 8, is_current: false })
    return { object: id, by: admin.id }
  },
  'term.make_current': async ({ office, admin }) => {
    await aTerm(office, { id: 8, is_current: false })
    await makeCurrent(office, 8)
    return { object: 8, by: admin.id }
  },
}

export const masterDeeds: Record<keyof typeof masterActions, Deed> = {
  'keyword.add': async ({ office, admin }) => ({
    object: await aKeyword(office, { name: 'Ice' }),
    by: admin.id,
  }),
  'method.add': async ({ office, admin }) => ({
    object: await aMethod(office, { name: 'TEM' }),
    by: admin.id,
  }),
}

export const informationDeeds: Record<keyof typeof informationActions, Deed> = {
  'information.add': async ({ office, admin }) => ({ object: await anAnnouncement(office), by: admin.id }),
}

export const mailDeeds: Record<keyof typeof mailActions, Deed> = {
  'group_mail.add': async ({ office, admin }) => {
    const mail = { title: 'News', content: 'Dear #name#', destinations: [admin], sent: false }
    return { object: await aGroupMail(office, mail), by: admin.id }
  },
}
