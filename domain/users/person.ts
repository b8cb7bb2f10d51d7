import type { Person, PersonInput } from './person_schemas.ts'

export const NO_PERSON: PersonInput = {
  first_name: '',
  middle_name: '',
  last_name: '',
  suffix: '',
  email: '',
  affiliation: '',
}

export const fullName = (p: Pick<PersonInput, 'first_name' | 'middle_name' | 'last_name' | 'suffix'>) =>
  [p.first_name, p.middle_name, p.last_name, p.suffix].filter((part) => part !== '').join(' ')

export const personLine = (p: Pick<Person, 'name' | 'affiliation' | 'email'>) =>
  `${p.name} / ${p.affiliation} (${p.email})`

export const sameEmail = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
