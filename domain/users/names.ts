import type { Person, PersonInput } from './person.ts'

export const NO_PERSON: PersonInput = {
  first_name: '',
  middle_name: '',
  last_name: '',
  suffix: '',
  email: '',
  affiliation: '',
}

/** First, middle and last name and suffix, with single spaces between those that are there. */
export const fullName = (p: Pick<PersonInput, 'first_name' | 'middle_name' | 'last_name' | 'suffix'>) =>
  [p.first_name, p.middle_name, p.last_name, p.suffix].filter((part) => part !== '').join(' ')

/** A person in one line: name / affiliation (e-mail). */
export const personLine = (p: Pick<Person, 'name' | 'affiliation' | 'email'>) =>
  `${p.name} / ${p.affiliation} (${p.email})`

/** E-mails are compared ignoring case. */
export const sameEmail = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
