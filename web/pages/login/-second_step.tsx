import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { Fault } from '#domain/errors.ts'
import type { Method } from '#domain/session/second_factor.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { Unreachable } from '#web/lib/http/transport.ts'
import { showPasskey } from '#web/lib/session/passkeys.ts'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { failureText, type LoginReply, useSignedIn } from './-password_form.tsx'

const WRONG_PASSKEY = 'This passkey does not belong to your account. Please try another one.'
const NOT_SHOWN = 'No passkey was received. Please try again or use another method.'

interface PasskeyStepProps {
  /** Returns false if the second factor was wrong. */
  accept: (reply: LoginReply) => boolean
  onExpired: () => void
}

function PasskeyStep({ accept, onExpired }: PasskeyStepProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const [waiting, setWaiting] = useState(false)

  async function show() {
    setWaiting(true)
    try {
      const { options } = await api.session.loginPasskey()
      if (!options) return onExpired()
      const response = await showPasskey(options)
      if (!accept(await api.session.loginSecond({ body: { method: 'passkey', response } })))
        setFailure(WRONG_PASSKEY)
    } catch (error) {
      const isServerFailure = error instanceof Fault || error instanceof Unreachable
      setFailure(isServerFailure ? failureText(error) : NOT_SHOWN)
    } finally {
      setWaiting(false)
    }
  }
  return (
    <Stack gap="lg">
      <Text>Your browser will ask for your passkey: a fingerprint, face, PIN or security key.</Text>
      {failure && !waiting && <Note kind="bad">{failure}</Note>}
      <Button
        autoFocus
        fullWidth
        loading={waiting}
        leftSection={<IconFingerprint size={18} aria-hidden />}
        onClick={() => void show()}
      >
        USE A PASSKEY
      </Button>
    </Stack>
  )
}

const FIELDS = {
  totp: {
    label: 'Code',
    description: 'The six digits your authenticator app shows now',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  recovery: {
    label: 'Recovery code',
    description: 'One of the codes you saved when you set up the second factor; each works once',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const
const WRONG_CODE = {
  totp: 'This code is wrong or has already been used. Wait for the next one and try again.',
  recovery: 'This recovery code is wrong or has already been used.',
}

interface CodeFormProps {
  method: 'totp' | 'recovery'
  /** Returns false if the second factor was wrong. */
  accept: (reply: LoginReply) => boolean
}

function CodeForm({ method, accept }: CodeFormProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const form = useEndpointForm(api.session.loginSecond, {
    initial: { method, code: '' },
    success: false,
    invalid: false,
    handles: 'all',
    refresh: false,
    onDone: (reply) => {
      if (!accept(reply)) setFailure(WRONG_CODE[method])
    },
    onFault: (error) => setFailure(failureText(error)),
  })
  return (
    <EndpointForm form={form} guardsLeaving={false}>
      <Stack gap="lg">
        <TextInput
          autoFocus
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...FIELDS[method]}
          {...form.fields.getInputProps('code')}
        />
        {failure && !form.waiting && <Note kind="bad">{failure}</Note>}
        <Button type="submit" loading={form.waiting} fullWidth>
          CONTINUE
        </Button>
      </Stack>
    </EndpointForm>
  )
}

const METHOD_LINKS: Record<Method, string> = {
  passkey: 'Use a passkey',
  totp: 'Use a code from your authenticator app',
  recovery: 'Use a recovery code',
}
const EXPIRED = 'This sign-in took too long. Please sign in again.'

interface SecondStepProps {
  methods: Method[]
  /** Goes back to the password, with a reason to show. */
  restart: (why: string | null) => void
}

/** One second factor, with links to the others. */
export function SecondStep({ methods, restart }: SecondStepProps) {
  const signedIn = useSignedIn()
  const [method, setMethod] = useState(methods[0]!)
  const accept = (reply: LoginReply) => {
    if (reply.over) restart(EXPIRED)
    return signedIn(reply) || reply.over === true
  }
  return (
    <Stack gap="lg">
      <Title order={2}>Second step</Title>
      {method === 'passkey' ? (
        <PasskeyStep accept={accept} onExpired={() => restart(EXPIRED)} />
      ) : (
        <CodeForm key={method} method={method} accept={accept} />
      )}
      <Stack gap="xs" align="flex-start">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Anchor key={other} component="button" type="button" onClick={() => setMethod(other)}>
              {METHOD_LINKS[other]}
            </Anchor>
          ))}
        <Button variant="default" size="compact-sm" mt="xs" onClick={() => restart(null)}>
          Start again
        </Button>
      </Stack>
    </Stack>
  )
}
