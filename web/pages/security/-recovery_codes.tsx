import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { RECOVERY_CODES, whyNotCodes } from '#domain/session/second_factor.ts'
import { api } from '#web/lib/http/api.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Note } from '#web/ui/text/note.tsx'
import type { PartProps } from './-part.ts'
import { PasswordDialog } from './-password_dialog.tsx'

const FEW = 3

/** How many recovery codes are left, and a new set in their place. */
export function RecoveryCodes({ of: { passkeys, totp, recovery_codes: left }, done }: PartProps) {
  const [asking, setAsking] = useState(false)
  const why = whyNotCodes({ passkeys: passkeys.length, totp: totp !== null })
  return (
    <Section title="Recovery codes" aside="For when the second factor is lost">
      <Stack gap="sm" align="flex-start">
        <Text>
          {why ? 'You get them with your second factor.' : `${left} of ${RECOVERY_CODES} are left.`}
        </Text>
        {!why && left < FEW && <Note kind="warn">Make new ones before the last is used.</Note>}
        <ButtonWithReason variant="default" why={why} onClick={() => setAsking(true)}>
          Make new codes
        </ButtonWithReason>
      </Stack>
      {asking && (
        <PasswordDialog
          call={api.security.makeCodes}
          title="Make new recovery codes"
          submit="Make"
          says="Then the old ones are worth nothing any more."
          close={() => setAsking(false)}
          onDone={(reply) => {
            setAsking(false)
            void done(reply)
          }}
        />
      )}
    </Section>
  )
}
