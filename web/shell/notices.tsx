import { Alert, Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { clock } from '#web/lib/format/format.ts'
import { useLostAt, usePing } from '#web/lib/http/connection.ts'
import { useBanner, useMessage } from '#web/lib/screen/banner.tsx'
import { MessageAlert, useMessagePlace } from '#web/ui/layout/message.tsx'
import classes from './notices.module.css'

/** Pixels above the lower edge of the window. */
const USUAL = 24

/** What is said to whichever screen is there, below at the right where it hides no heading and no bar. */
export function Notices() {
  const notices = useRef<HTMLDivElement>(null)
  useClearOfBars(notices, USUAL)
  return (
    <div ref={notices} className={classes.banner}>
      <ConnectionLine />
      <MessageBanner />
    </div>
  )
}

/**
 * The message banner. It goes by itself, unless it tells of an error or a
 * refusal, or the pointer or focus rests on it. What was refused at a place that is in sight stands there instead.
 */
export function MessageBanner() {
  const banner = useBanner()
  const message = useMessage()
  const place = useMessagePlace()
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

const FIRST_MS = 2000
const LONGEST_MS = 30_000

/** Says that the server does not answer while it does not, and asks again: seldomer and seldomer, and when the network comes back. */
function ConnectionLine() {
  const lostAt = useLostAt()
  const ask = usePing()
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

/** The space between a bar and what is said above it. */
const GAP = 8

/** How far above the lower edge of the window something stays clear of each bar that stands there; 0 without one. */
function clearance(height: number, usual: number): number {
  const tops = [...document.querySelectorAll('[data-bar]')]
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ top, bottom }) => top < window.innerHeight && bottom > window.innerHeight - usual - height)
    .map(({ top }) => window.innerHeight - top + GAP)
  return Math.max(0, ...tops)
}

/**
 * Keeps what lies over the screen, at its lower edge, off the bars with `data-bar`: their buttons are what it speaks of.
 * `usual` is how far above the edge it stands else.
 */
export function useClearOfBars(over: RefObject<HTMLElement | null>, usual: number) {
  useEffect(() => {
    const element = over.current
    if (!element) return
    let frame = 0
    const place = () => {
      frame = 0
      if (element.textContent === '') return
      element.style.bottom = `${Math.max(usual, clearance(element.offsetHeight, usual))}px`
    }
    const later = () => {
      frame ||= requestAnimationFrame(place)
    }
    const watch = new MutationObserver(later)
    watch.observe(document.body, { subtree: true, childList: true, characterData: true })
    window.addEventListener('scroll', later, { passive: true })
    window.addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(frame)
      watch.disconnect()
      window.removeEventListener('scroll', later)
      window.removeEventListener('resize', later)
    }
  }, [over, usual])
}
