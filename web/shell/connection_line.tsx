import { Alert, Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { clock } from '#web/lib/format/format.ts'
import { useKnock, useLostAt } from '#web/lib/http/connection.ts'
import classes from './notices.module.css'

const FIRST_MS = 2000
const LONGEST_MS = 30_000

/** Says that the server does not answer while it does not, and asks again: seldomer and seldomer, and when the network comes back. */
export function ConnectionLine() {
  const lostAt = useLostAt()
  const ask = useKnock()
  const knock = useCallback(() => void ask(), [ask])

  useEffect(() => {
    // Cut off or back again, as the browser has it; only the server knows.
    window.addEventListener('offline', knock)
    window.addEventListener('online', knock)
    return () => {
      window.removeEventListener('offline', knock)
      window.removeEventListener('online', knock)
    }
  }, [knock])

  const lost = lostAt !== null
  const [closed, close] = useState<Date | null>(null)
  useEffect(() => {
    if (!lost) return
    let pause = FIRST_MS
    const again = () => {
      knock()
      pause = Math.min(pause * 2, LONGEST_MS)
      timer = setTimeout(again, pause)
    }
    let timer = setTimeout(again, pause)
    return () => clearTimeout(timer)
  }, [lost, knock])

  return (
    <div role="status">
      {lostAt && lostAt !== closed && (
        <Alert
          className={classes.message}
          color="yellow"
          variant="light"
          role="presentation"
          withCloseButton
          closeButtonLabel="Close"
          onClose={() => close(lostAt)}
          py="xs"
          mb={8}
          icon={<IconPlugConnectedX aria-hidden />}
        >
          {`There is no connection to the server since ${clock(lostAt.toISOString())}. Nothing can be saved until it is back; what is shown is then read again by itself.`}
          <Button variant="default" size="compact-sm" ml="sm" onClick={knock}>
            Try again
          </Button>
        </Alert>
      )}
    </div>
  )
}
