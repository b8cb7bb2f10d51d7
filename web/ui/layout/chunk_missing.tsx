import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { reloadOnceFor } from '#web/lib/http/chunk_errors.ts'
import { useLostAt, useOnReconnect, usePing } from '#web/lib/http/connection.ts'
import { NO_ANSWER } from '#web/lib/http/failures.ts'

export const NOT_SHOWN = 'This page could not be shown.'

export const reload = () => window.location.reload()

export const TryAgain = ({ again }: { again: () => void }) => (
  <p>
    <Button variant="default" onClick={again}>
      Try again
    </Button>
  </p>
)

/** Why a script failed to load: no connection, or a new release; reloads once when that can help. */
export function ChunkMissing({ error }: { error: Error }) {
  const away = useLostAt() !== null
  const knock = usePing()
  useEffect(() => void knock().then((answered) => answered && reloadOnceFor(error)), [knock, error])
  useOnReconnect(reload)
  return (
    <>
      <p>
        {away
          ? NO_ANSWER
          : 'The system has been renewed since this window was opened. Load it again to go on.'}
      </p>
      <TryAgain again={() => void knock().then((answered) => answered && reload())} />
    </>
  )
}
