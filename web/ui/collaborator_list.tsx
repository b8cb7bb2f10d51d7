import type { Person } from '#domain/users/person.ts'
import { Collapsed } from './collapsed.tsx'
import { Email } from './email.tsx'

type Named = Pick<Person, 'name' | 'affiliation' | 'email'>

/** Collaborators by name, in one line. */
export const peopleLine = (people: readonly Named[]) => people.map(({ name }) => name).join(', ')

/** Collaborators as 'name / affiliation (e-mail)', three of them until '...[detailed]' is pressed. */
export const CollaboratorList = ({ people }: { people: readonly Named[] }) => (
  <Collapsed
    items={people.map((person, position) => ({ person, position }))}
    itemKey={(item) => item.position}
  >
    {({ person: { name, affiliation, email } }) => (
      <>
        {`${name} / ${affiliation} (`}
        <Email>{email}</Email>)
      </>
    )}
  </Collapsed>
)
