import { Text } from '@mantine/core'
import { ScrollList } from '../text/long_lists.tsx'

interface Reader {
  name: string
  email?: string
}
interface MailRecipientsProps {
  to: readonly Reader[]
  /** What it holds or how many there are, where that is not plain: 'the ID and a generated password'. */
  saying?: string
}

/** Whom a mail reaches, by name; nobody: that none is sent. Said before it is. */
export function MailRecipients({ to, saying }: MailRecipientsProps) {
  const about = saying ? `, with ${saying}` : ''
  const [one] = to
  if (!one) return <Text size="sm">No mail is sent.</Text>
  if (to.length === 1) return <Text size="sm">{`A mail goes to ${called(one)}${about}.`}</Text>
  return (
    <>
      <Text size="sm" mb={4}>{`A mail goes to each of ${to.length} people${about}:`}</Text>
      <ScrollList label="A mail goes to" items={to.map(called)} />
    </>
  )
}

const called = ({ name, email }: Reader) => (email === undefined ? name : `${name} (${email})`)
