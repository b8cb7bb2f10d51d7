import type { Flag } from '../endpoint.ts'

/** A user whom an address may name. */
interface Addressee {
  id: number
  email: string
  disabled: Flag
}

/** What came of addresses that were pasted: the ids of their users, or what is wrong with them, address by address. */
export type Imported = { ids: number[] } | { wrong: string[] }

/** Finds the users of pasted addresses, between commas; white space does not count. All of them are found, or none is taken. */
export function importAddresses(text: string, users: readonly Addressee[]): Imported {
  const asked = new Set(text.replace(/\s/gu, '').split(',').filter(Boolean))
  if (asked.size === 0) return { wrong: ['No input.'] }
  const byEmail = new Map(users.map((user) => [user.email.toLowerCase(), user]))
  const ids = new Set<number>()
  const wrong: string[] = []
  for (const email of asked) {
    const user = byEmail.get(email.toLowerCase())
    if (!user) wrong.push(`${email} is not registered.`)
    else if (user.disabled) wrong.push(isDisabled(email))
    else ids.add(user.id)
  }
  return wrong.length > 0 ? { wrong } : { ids: [...ids] }
}

/** What is said of a disabled user who is to be a destination. */
export const isDisabled = (email: string) => `${email} is disabled.`
