import { Button, Checkbox, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { durationText } from '#domain/session/durations.ts'
import type { WebHook } from '#domain/web_hooks/contract.ts'
import { webHookState } from '#domain/web_hooks/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { HOME } from '../-breadcrumbs.ts'
import { SecretDialog } from '../-secret_dialog.tsx'

/** Switch on or off, test, replace the secret, delete. */
export function HookActions({ of: hook }: { of: WebHook }) {
  const go = useGo()
  const ask = useConfirm()
  const params = { id: hook.id }
  const [rotating, setRotating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const switchTo = useAction(api.webHooks.switchTo)
  const test = useAction(api.webHooks.test)
  const remove = useAction(api.webHooks.remove, { refresh: false, onDone: () => void go(HOME) })
  const isOn = hook.state === webHookState.code.ON
  const switchItOn = () => switchTo.run({ params, body: { on: true } })
  const switchOn = () =>
    hook.waiting === 0
      ? switchItOn()
      : ask({
          question: `Switch ${hook.name} on?`,
          details: (
            <Text size="sm">
              {hook.waiting === 1
                ? 'The waiting event is sent now.'
                : `The ${hook.waiting} waiting events are sent now.`}
            </Text>
          ),
          act: switchItOn,
        })
  const switchOff = () =>
    ask({
      question: `Switch ${hook.name} off?`,
      details: (
        <Text size="sm">
          {`Waiting events are kept for ${durationText('web_hook_delivery')} and sent once it is on again. Events that happen while it is off are not sent.`}
        </Text>
      ),
      act: () => switchTo.run({ params, body: { on: false } }),
    })
  const removeIt = () =>
    ask({
      question: `Delete ${hook.name}?`,
      details: (
        <Text size="sm">
          {`Its secret and its deliveries are deleted with it${hook.waiting > 0 ? `, and ${hook.waiting === 1 ? 'one event that waits is' : `${hook.waiting} events that wait are`} not sent` : ''}.`}
        </Text>
      ),
      act: () => remove.run({ params }),
    })
  return (
    <Group gap="sm">
      <WriteButton variant="default" loading={test.pending} onClick={() => void test.run({ params })}>
        Send a test event
      </WriteButton>
      {isOn ? (
        <WriteButton variant="default" onClick={() => void switchOff()}>
          Switch off
        </WriteButton>
      ) : (
        <WriteButton variant="default" loading={switchTo.pending} onClick={() => void switchOn()}>
          Switch on
        </WriteButton>
      )}
      <WriteButton variant="default" onClick={() => setRotating(true)}>
        Replace the secret
      </WriteButton>
      <WriteButton variant="default" color="red" onClick={() => void removeIt()}>
        Delete
      </WriteButton>
      {rotating && (
        <RotateDialog
          of={hook}
          close={() => setRotating(false)}
          onSecret={(made) => {
            setRotating(false)
            setSecret(made)
          }}
        />
      )}
      {secret !== null && <SecretDialog name={hook.name} secret={secret} done={() => setSecret(null)} />}
    </Group>
  )
}

interface RotateDialogProps {
  of: WebHook
  close: () => void
  onSecret: (secret: string) => void
}

function RotateDialog({ of: hook, close, onSecret }: RotateDialogProps) {
  const [atOnce, setAtOnce] = useState(false)
  const rotate = useAction(api.webHooks.rotate, {
    onDone: ({ secret }) => {
      if (secret !== undefined) onSecret(secret)
    },
  })
  return (
    <Dialog open message={`Replace the secret of ${hook.name}?`} onClose={close}>
      <Text size="sm" mb="md">
        {`The new secret is shown once. The old secret also signs for another ${durationText('web_hook_secret')}, so that the receiver has time to switch.${hook.previous_until === null ? '' : ' The secret before that stops signing now.'}`}
      </Text>
      <Checkbox
        label="Stop signing with the old secret at once"
        description="If it may be known to others. Until the receiver has the new one, it refuses events; they are tried again."
        checked={atOnce}
        onChange={(event) => setAtOnce(event.currentTarget.checked)}
        mb="lg"
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <WriteButton
          loading={rotate.pending}
          onClick={() => void rotate.run({ params: { id: hook.id }, body: { at_once: atOnce } })}
        >
          Replace
        </WriteButton>
      </Group>
    </Dialog>
  )
}
