import { ROLE_LABEL } from '#domain/users/fields.ts'
import type { Person } from '#domain/users/person_schemas.ts'
import { Collapsed } from './long_lists.tsx'
import classes from './people.module.css'

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

/** An e-mail address, always whole: on one line, or where there is no room for it, its domain on the next. */
export function Email({ children }: { children: string }) {
  const at = children.lastIndexOf('@')
  return (
    <span className={classes.email}>
      {children.slice(0, Math.max(at, 0))}
      <wbr />
      {children.slice(Math.max(at, 0))}
    </span>
  )
}

export const EmailAffiliation = ({
  of: { email, affiliation },
}: {
  of: Pick<Person, 'email' | 'affiliation'>
}) => (
  <>
    <Email>{email}</Email>
    <br />
    {affiliation}
  </>
)

/** The roles as the flags of a user name them, in the order they are shown. */
type Flags = Record<keyof typeof ROLE_LABEL, boolean>

/** The roles of a user in words: 'Panel, Reviewer'; '' without any. */
export const roleText = (user: Flags) =>
  Object.entries(ROLE_LABEL)
    .filter(([flag]) => user[flag as keyof Flags])
    .map(([, label]) => label)
    .join(', ')
