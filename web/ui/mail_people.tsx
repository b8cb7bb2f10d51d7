import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { address } from '#domain/address.ts'
import { useGo } from '#web/lib/routing/navigation.ts'

/** Begins a group mail to the people of ticked rows; who they are stands there before anything is written. */
export function MailPeople({ people }: { people: readonly { email: string }[] }) {
  const go = useGo()
  const mailTo = [...new Set(people.map(({ email }) => email))]
  return (
    <Button
      leftSection={<IconMail size={16} aria-hidden />}
      onClick={() => void go(address('/group-mail/add'), { state: { mailTo } })}
    >
      {`Mail ${mailTo.length} ${mailTo.length === 1 ? 'person' : 'people'}`}
    </Button>
  )
}
