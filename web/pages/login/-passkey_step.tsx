import { Button, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { Fault } from '#domain/errors.ts'
import { api } from '#web/lib/http/api.ts'
import { Unreachable } from '#web/lib/http/transport.ts'
import { showPasskey } from '#web/lib/session/passkeys.ts'
import { Note } from '#web/ui/text/note.tsx'
import { type LoginReply, wordsOf } from './-entered.ts'

const WRONG = 'This passkey is none of yours. Please try again with another one.'
const NOT_SHOWN = 'No passkey was shown. Please try again, or use another way.'

interface PasskeyStepProps {
  take: (reply: LoginReply) => boolean
  over: () => void
}

/** A passkey that the browser shows once it is asked. */
export function PasskeyStep({ take, over }: PasskeyStepProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const [waiting, setWaiting] = useState(false)

  async function show() {
    setWaiting(true)
    try {
      const { options } = await api.session.loginPasskey()
      if (!options) return over()
      const response = await showPasskey(options)
      if (!take(await api.session.loginSecond({ body: { method: 'passkey', response } }))) setFailure(WRONG)
    } catch (error) {
      const ours = error instanceof Fault || error instanceof Unreachable
      setFailure(ours ? wordsOf(error) : NOT_SHOWN)
    } finally {
      setWaiting(false)
    }
  }
  return (
    <Stack gap="lg">
      <Text>Your browser asks for the passkey: a fingerprint, a face, a PIN or a security key.</Text>
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
