import { Text } from '@mantine/core'
import type { EndpointFunction } from '#domain/client.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import type { RecipientsOf } from '#domain/mail_kinds.ts'
import { useOptionalUser } from '#web/lib/session/session.ts'
import { ScrollList } from '../text/long_lists.tsx'

interface Reader {
  name: string
  email?: string
}

/** The people of every group that the endpoint's kinds of mail go to: a group left out does not compile. */
type Recipients<E extends Endpoint> = [E['mails'][number]] extends [never]
  ? Record<string, never>
  : Record<RecipientsOf<E['mails'][number]>, readonly Reader[]>

interface MailRecipientsProps<E extends Endpoint> {
  /** The endpoint that the dialog asks about. */
  of: EndpointFunction<E>
  to: Recipients<E>
  /** What the mail holds or how many there are, where that is not plain: 'the ID and a temporary password'. */
  saying?: string
}

/** Names the people whom an endpoint mails, before it does; says so when it mails nobody. */
export function MailRecipients<E extends Endpoint>({ to, saying }: MailRecipientsProps<E>) {
  const me = useOptionalUser()?.email
  const about = saying ? `, with ${saying}` : ''
  const readers = Object.values<readonly Reader[]>(to).flat()
  const isMe = ({ email }: Reader) => email !== undefined && email.toLowerCase() === me?.toLowerCase()
  const [one] = readers
  if (!one) return <Text size="sm">No e-mail is sent.</Text>
  if (readers.length === 1)
    return (
      <Text size="sm">
        {isMe(one) ? `You will receive an e-mail${about}.` : `An e-mail goes to ${called(one)}${about}.`}
      </Text>
    )
  return (
    <>
      <Text size="sm" mb={4}>{`An e-mail goes to each of ${readers.length} people${about}:`}</Text>
      <ScrollList
        label="An e-mail goes to"
        items={readers.map((one) => (isMe(one) ? `You (${one.email})` : called(one)))}
      />
    </>
  )
}

const called = ({ name, email }: Reader) => (email === undefined ? name : `${name} (${email})`)
