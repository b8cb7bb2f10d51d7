import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type BannerColour, useBanner, useMessage } from '#web/lib/banner.tsx'
import classes from './frame.module.css'

const LOOK = {
  success: { color: 'green', icon: <IconCircleCheck aria-hidden /> },
  alert: { color: 'orange', icon: <IconInfoCircle aria-hidden /> },
  warning: { color: 'yellow', icon: <IconAlertTriangle aria-hidden /> },
  error: { color: 'red', icon: <IconCircleX aria-hidden /> },
} satisfies Record<BannerColour, object>

/** The message banner: goes by itself, unless it tells of an error or the pointer or focus rests on it. */
export function MessageBanner() {
  const banner = useBanner()
  const message = useMessage()
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
  const shown = message && (
    <Alert
      variant="light"
      color={LOOK[message.colour].color}
      icon={LOOK[message.colour].icon}
      role="presentation"
      className={classes.message}
      py="xs"
      withCloseButton
      closeButtonLabel="Close"
      onClose={banner.reset}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {message.text}
    </Alert>
  )
  // Both regions stand before there is anything to say, so that what comes into them is spoken.
  return (
    <div className={classes.banner}>
      <div role="status">{!urgent && shown}</div>
      <div role="alert">{urgent && shown}</div>
    </div>
  )
}
