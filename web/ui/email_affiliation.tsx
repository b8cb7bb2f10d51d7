import type { Person } from '#domain/users/person.ts'

/** A person's e-mail with the affiliation below it. */
export const EmailAffiliation = ({
  of: { email, affiliation },
}: {
  of: Pick<Person, 'email' | 'affiliation'>
}) => (
  <>
    {email}
    <br />
    {affiliation}
  </>
)
