import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { SecretOnce } from '#web/ui/text/secret_once.tsx'

/** Shows the secret of a web hook once; closes when the user confirms that it is kept. */
export function SecretDialog({ name, secret, done }: { name: string; secret: string; done: () => void }) {
  const [kept, setKept] = useState(false)
  return (
    <Dialog open size="lg" message={<b>{`The secret of ${name}`}</b>}>
      <Stack gap="md">
        <SecretOnce
          label="Secret"
          value={secret}
          note="The receiver checks with it that an event comes from here. Give it to those who run the receiver, over a secure channel."
        />
        <Checkbox
          label="I have kept it"
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
