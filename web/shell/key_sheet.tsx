import { Button, Group, Kbd, Text } from '@mantine/core'
import { Fragment, useEffect, useEffectEvent, useState } from 'react'
import { keysOnScreen } from '#web/lib/screen/keys.ts'
import { isTextEntry } from '#web/lib/screen/shortcuts.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import classes from './key_sheet.module.css'

/** Opens on `?` with all keys of the screen that is shown, as the screen itself declares them. */
export function KeySheet() {
  const [keys, setKeys] = useState<ReturnType<typeof keysOnScreen> | null>(null)
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTextEntry(event.target) || document.querySelector('[role=dialog]')) return
    event.preventDefault()
    setKeys(keysOnScreen())
  })
  useEffect(() => {
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  const close = () => setKeys(null)
  return (
    <Dialog open={keys !== null} onClose={close} message={<b>Keys on this screen</b>} size="lg">
      {keys && (
        <>
          <dl className={classes.keys}>
            <Line ways={[['?']]} does="Show this sheet" />
            {keys.keys.map(({ ways, does }) => (
              <Line key={`${ways.join(' ')} ${does}`} ways={ways} does={does} />
            ))}
          </dl>
          {keys.sentences.map(({ of, keys: sentence }) => (
            <Text key={`${of} ${sentence}`} size="sm" mt="sm">
              {of && <b>{`${of}: `}</b>}
              {sentence}
            </Text>
          ))}
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} data-autofocus>
          Close
        </Button>
      </Group>
    </Dialog>
  )
}

const Line = ({ ways, does }: { ways: readonly string[][]; does: string }) => (
  <div className={classes.line}>
    <dt>
      {ways.map((way, n) => (
        <Fragment key={way.join('+')}>
          {n > 0 && ' or '}
          {way.map((key, position) => (
            <Fragment key={key}>
              {position > 0 && '+'}
              <Kbd size="xs">{key}</Kbd>
            </Fragment>
          ))}
        </Fragment>
      ))}
    </dt>
    <dd>{does}</dd>
  </div>
)
