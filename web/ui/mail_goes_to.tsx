import { List, ScrollArea, Text } from '@mantine/core'

interface MailGoesToProps {
  to: readonly { name: string; email: string }[]
  /** What it says, where its readers do not know it: 'a link that resets the password'. */
  saying?: string
}

/** Whom a mail reaches, by name, in a list that scrolls where they are many: said before it is sent. Nobody: that none is. */
export function MailGoesTo({ to, saying = '' }: MailGoesToProps) {
  const about = saying && `, with ${saying}`
  const [one] = to
  if (!one) return <Text size="sm">No mail is sent.</Text>
  if (to.length === 1) return <Text size="sm">{`A mail goes to ${one.name} (${one.email})${about}.`}</Text>
  return (
    <>
      <Text size="sm" mb={4}>{`A mail goes to each of ${to.length} people${about}:`}</Text>
      <ScrollArea.Autosize
        mah={200}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'A mail goes to' }}
      >
        <List size="sm">
          {to.map(({ name, email }) => (
            <List.Item key={email}>{`${name} (${email})`}</List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
    </>
  )
}
