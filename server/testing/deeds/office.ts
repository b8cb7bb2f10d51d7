import type { informationActions } from '#domain/information/actions.ts'
import type { mailActions } from '#domain/mail/actions.ts'
import type { masterActions } from '#domain/masters/actions.ts'
import type { termActions } from '#domain/terms/actions.ts'
import { aGroupMail, aKeyword, aMethod, anAnnouncement, aTerm, makeCurrent } from '../../builders/people.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Deed } from './deed.ts'

export const termDeeds: Record<keyof typeof termActions, Deed> = {
  'term.add': async ({ office, admin }) => ({
    does: () => aTerm(office, { id: 8, is_current: false }),
    object: 8,
    by: admin.id,
  }),
  'term.make_current': async ({ office, admin }) => {
    await aTerm(office, { id: 8, is_current: false })
    return { does: () => makeCurrent(office, 8), object: 8, by: admin.id }
  },
}

/** Something that is made; its id is known afterwards. */
const making =
  (make: (office: Ctx) => Promise<number>): Deed =>
  async ({ office, admin }) => {
    let made = 0
    const does = async () => {
      made = await make(office)
    }
    return { does, object: async () => made, by: admin.id }
  }

export const masterDeeds: Record<keyof typeof masterActions, Deed> = {
  'keyword.add': making((office) => aKeyword(office, { name: 'Ice' })),
  'method.add': making((office) => aMethod(office, { name: 'TEM' })),
}

export const informationDeeds: Record<keyof typeof informationActions, Deed> = {
  'information.add': making((office) => anAnnouncement(office)),
}

export const mailDeeds: Record<keyof typeof mailActions, Deed> = {
  'group_mail.add': making((office) =>
    aGroupMail(office, { title: 'News', content: 'Dear #name#', destinations: [office.actor], sent: false }),
  ),
}
