import { Anchor, Button, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import type { Method } from '#domain/session/second_factor.ts'
import { CodeForm } from './-code_form.tsx'
import type { LoginReply } from './-entered.ts'
import { useEntered } from './-entered.ts'
import { PasskeyStep } from './-passkey_step.tsx'

const INSTEAD: Record<Method, string> = {
  passkey: 'Use a passkey',
  totp: 'Use a code of your authenticator app',
  recovery: 'Use a recovery code',
}
const OVER = 'This sign-in took too long. Please sign in again.'

interface SecondStepProps {
  methods: Method[]
  /** Back to the password; with the reason, where there is one. */
  again: (why: string | null) => void
}

/** What is shown beside the password: one way, and below it the others. */
export function SecondStep({ methods, again }: SecondStepProps) {
  const entered = useEntered()
  const [method, setMethod] = useState(methods[0]!)
  /** Whether that was it; a sign-in that is over begins again. */
  const take = (reply: LoginReply) => {
    if (reply.over) again(OVER)
    return entered(reply) || reply.over === true
  }
  return (
    <Stack gap="lg">
      <Title order={2}>Second step</Title>
      {method === 'passkey' ? (
        <PasskeyStep take={take} over={() => again(OVER)} />
      ) : (
        <CodeForm key={method} method={method} take={take} />
      )}
      <Stack gap="xs" align="flex-start">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Anchor key={other} component="button" type="button" onClick={() => setMethod(other)}>
              {INSTEAD[other]}
            </Anchor>
          ))}
        <Button variant="default" size="compact-sm" mt="xs" onClick={() => again(null)}>
          Start again
        </Button>
      </Stack>
    </Stack>
  )
}
