import type { Person } from '#domain/users/person.ts'
import { Email } from './email.tsx'

/** A person's e-mail with the affiliation below it. */
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
