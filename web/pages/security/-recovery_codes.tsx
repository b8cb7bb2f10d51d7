import { Button, Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { RECOVERY_CODE_COUNT, whyNotMakeRecoveryCodes } from '#domain/session/second_factor.ts'
import { api } from '#web/lib/http/api.ts'
import { saveFile } from '#web/lib/http/download.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { PasswordDialog, type SecuritySectionProps } from './-password_dialog.tsx'

const LOW_CODE_COUNT = 3

export function RecoveryCodes({ of: { passkeys, totp, recovery_codes: left }, done }: SecuritySectionProps) {
  const [dialogOpen, setDialogOpen] = useState(false)
  const why = whyNotMakeRecoveryCodes({ passkeys: passkeys.length, totp: totp !== null })
  return (
    <Section title="Recovery codes" aside="If you lose your second factor">
      <Stack gap="sm" align="flex-start">
        <Text>
          {why ? 'You get them with your second factor.' : `${left} of ${RECOVERY_CODE_COUNT} are left.`}
        </Text>
        {!why && left < LOW_CODE_COUNT && <Note kind="warn">Make new ones before the last is used.</Note>}
        <ButtonWithReason variant="default" why={why} onClick={() => setDialogOpen(true)}>
          Make new codes
        </ButtonWithReason>
      </Stack>
      {dialogOpen && (
        <PasswordDialog
          call={api.security.makeCodes}
          title="Make new recovery codes"
          submit="Make"
          consequence="The old ones will no longer work."
          close={() => setDialogOpen(false)}
          onDone={(reply) => {
            setDialogOpen(false)
            void done(reply)
          }}
        />
      )}
    </Section>
  )
}

interface CodesDialogProps {
  codes: string[]
  done: () => void
}

/** Shows new recovery codes once; closes when the user confirms that they have kept them. */
export function CodesDialog({ codes, done }: CodesDialogProps) {
  const [kept, setKept] = useState(false)
  const [copied, setCopied] = useState(false)
  const text = `${codes.join('\n')}\n`
  const copy = () => void navigator.clipboard?.writeText(text).then(() => setCopied(true))
  const download = () =>
    saveFile({ name: 'recovery-codes.txt', content: new Blob([text], { type: 'text/plain' }) })
  return (
    <Dialog open message={<b>Your recovery codes</b>}>
      <Stack gap="md">
        <Note kind="warn" title="They are shown only once.">
          Each works once in place of a lost second factor. Keep them in a safe place, not on the device that
          they replace.
        </Note>
        <SimpleGrid cols={2} spacing="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {codes.map((code) => (
            <Text key={code} component="li" ff="monospace" fz="sm">
              {code}
            </Text>
          ))}
        </SimpleGrid>
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={copy}
            data-autofocus
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
            Download
          </Button>
        </Group>
        <Checkbox
          label="I have kept them"
          checked={kept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button disabled={!kept} onClick={done}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
