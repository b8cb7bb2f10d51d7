import type { GroupMailDetail } from '#domain/mail/contract.ts'
import type { ReconciledDraft } from '#web/lib/drafts/draft.ts'

/** A group mail as its form holds it: destinations by their ids. */
export interface Values {
  title: string
  content: string
  bcc: string
  reply_to_address: string
  reply_to_name: string
  destinations: number[]
}

/** One that is there already, with the version that the form was loaded with. */
export interface SavedValues extends Values {
  version: number
}

export const EMPTY: Values = {
  title: '',
  content: '',
  bcc: '',
  reply_to_address: '',
  reply_to_name: '',
  destinations: [],
}

export const valuesOf = (mail: GroupMailDetail): SavedValues => ({
  title: mail.title,
  content: mail.content,
  bcc: mail.bcc,
  reply_to_address: mail.reply_to_address,
  reply_to_name: mail.reply_to_name,
  destinations: mail.users.map(({ id }) => id),
  version: mail.version,
})

/** What of a restored draft can still be written to: an account may have gone since. */
export function restorable<V extends Values>(
  values: V,
  everybody: readonly { id: number }[],
): ReconciledDraft<V> {
  const there = new Set(everybody.map(({ id }) => id))
  const destinations = values.destinations.filter((id) => there.has(id))
  const gone = values.destinations.length - destinations.length
  return {
    values: { ...values, destinations },
    lost:
      gone === 0 ? [] : [`${gone} of the destinations ${gone === 1 ? 'has' : 'have'} no account any more.`],
  }
}
