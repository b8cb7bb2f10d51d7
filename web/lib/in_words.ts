import { fullName, personLine } from '#domain/users/names.ts'
import type { PersonInput } from '#domain/users/person.ts'

type Item = Partial<PersonInput> & { name?: string }

/** What a field holds, in words: lists a line each; '' for nothing. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(inWords).join('\n')
  if (typeof value !== 'object') return String(value)
  const item = value as Item
  if (item.first_name === undefined) return item.name ?? ''
  const person = item as PersonInput
  return personLine({ ...person, name: fullName(person) })
}
