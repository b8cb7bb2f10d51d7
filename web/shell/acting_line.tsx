import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { clock } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { loadAnew } from '#web/lib/session/session.ts'
import classes from './frame.module.css'

/** When the clocks of browser and server differ, it is asked again after so long, in ms. */
const ASK_AGAIN = 60_000

/** Says on every screen that an administrator looks at it as somebody else, until when, and ends it. */
export function ActingLine({ name, until }: { name: string; until: string }) {
  const stop = useAction(api.acting.stop, { success: false, onDone: () => void loadAnew(), refresh: false })
  useEffect(() => {
    const left = Date.parse(until) - Date.now()
    const timer = setTimeout(() => void loadAnew(), left > 0 ? left : ASK_AGAIN)
    return () => clearTimeout(timer)
  }, [until])
  return (
    <div role="status" className={classes.acting}>
      <span>
        You look at the product as <b title={name}>{name}</b>. Reading only, until {clock(until)}.
      </span>
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        loading={stop.pending}
        onClick={() => void stop.run()}
      >
        Stop
      </Button>
    </div>
  )
}
