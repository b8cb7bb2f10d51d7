import { useEffect, useState } from 'react'
import { useBanner, useMessage } from '#web/lib/screen/banner.tsx'
import { MessageAlert, usePlace } from '#web/ui/layout/message.tsx'
import classes from './notices.module.css'

/**
 * The message banner. It goes by itself, unless it tells of an error or a
 * refusal, or the pointer or focus rests on it. What was refused at a place that is in sight stands there instead.
 */
export function MessageBanner() {
  const banner = useBanner()
  const message = useMessage()
  const place = usePlace()
  const [held, setHeld] = useState(false)

  // What is closed under the pointer tells nothing of the pointer leaving it.
  useEffect(() => {
    if (!message) setHeld(false)
  }, [message])

  useEffect(() => {
    if (!message?.timeout || held) return
    const timer = setTimeout(banner.reset, message.timeout)
    return () => clearTimeout(timer)
  }, [message, held, banner])

  const urgent = message?.colour === 'alert' || message?.colour === 'error'
  const shown = message && place === null && (
    <MessageAlert
      message={message}
      className={classes.message}
      close={banner.reset}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    />
  )
  // Both regions stand before there is anything to say, so that what comes into them is spoken.
  return (
    <>
      <div role="status">{!urgent && shown}</div>
      <div role="alert">{urgent && shown}</div>
    </>
  )
}
