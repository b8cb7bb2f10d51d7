import type { LiveChair } from '#domain/meetings/live_contract.ts'
import type { Person } from '#domain/meetings/schemas.ts'

type Next = NonNullable<LiveChair['next']>

/** 'Ann', 'Ann and Bo', 'Ann, Bo and Cy'. */
export const namesText = (people: readonly Pick<Person, 'name'>[]): string => {
  const names = people.map(({ name }) => name)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const verb = (people: readonly unknown[], one: string, many: string) => (people.length === 1 ? one : many)

/** 'For 58, Paulo Ferreira stays out and Ольга Соколова leaves.'; '' where nobody moves. */
export function movesText(next: Next | null): string {
  if (next?.kind !== 'item') return ''
  const { stays_out, leaves, returns } = next
  const parts = [
    stays_out.length > 0 && `${namesText(stays_out)} ${verb(stays_out, 'stays', 'stay')} out`,
    leaves.length > 0 && `${namesText(leaves)} ${verb(leaves, 'leaves', 'leave')}`,
    returns.length > 0 && `${namesText(returns)} ${verb(returns, 'returns', 'return')}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? '' : `For ${next.proposal_id}, ${namesText(parts.map((name) => ({ name })))}.`
}

/** What follows, as the end of a button: ', next: 58'; the next one may be hidden from who has the chair. */
export const nextText = (next: Next | null, hidden: string): string =>
  next === null ? '' : next.kind === 'item' ? `, next: ${next.proposal_id}` : `, next: ${hidden}`

/** Who has the chair for a proposal that the user may not see. */
export function hiddenNextText({ people }: Pick<LiveChair, 'people'>, me: number): string {
  const iAmChair = people.some(({ id, role }) => id === me && role === 'chair')
  const hasDeputy = people.some(({ role }) => role === 'deputy')
  return iAmChair && hasDeputy ? 'the deputy has the chair' : 'another has the chair'
}

/** '8 here, 1 out, 1 away'. */
export function attendanceText(people: LiveChair['people']): string {
  const count = (is: LiveChair['people'][number]['is']) => people.filter((one) => one.is === is).length
  return [
    `${count('here')} here`,
    ...(['out', 'away'] as const).flatMap((is) => (count(is) > 0 ? [`${count(is)} ${is}`] : [])),
  ].join(', ')
}

/** '12 min behind', '5 min ahead', 'on time'. */
export const behindText = (minutes: number): string =>
  minutes > 1 ? `${minutes} min behind` : minutes < -1 ? `${-minutes} min ahead` : 'on time'

/** Why someone who is not the chair has it, for a note above the meeting; null for the chair. */
export function whyInChair(
  { people, current }: Pick<LiveChair, 'people' | 'current'>,
  me: number,
): string | null {
  const chair = people.find(({ role }) => role === 'chair')
  if (!chair || chair.id === me) return null
  const deputy = people.find(({ role }) => role === 'deputy')
  const missing = deputy && deputy.id !== me ? [chair, deputy] : [chair]
  const reasons = missing.map(({ name, is }) => `${name} is ${is === 'here' ? 'out' : is}`)
  return `You have the chair${current ? ` for ${current.proposal_id}` : ''}: ${namesText(reasons.map((name) => ({ name })))}.`
}
