import { Alert, Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { clock } from '#web/lib/format/format.ts'
import { useLostAt, usePing } from '#web/lib/http/connection.ts'
import { useBanner, useMessage } from '#web/lib/screen/banner.tsx'
import { MessageAlert, useMessagePlace } from '#web/ui/layout/message.tsx'
import classes from './notices.module.css'

/** Pixels above the lower edge of the window. */
const USUAL = 24

/** Messages over any screen, at the bottom right, clear of headings and bars; `children` are above the others. */
export function Notices({ children }: { children?: ReactNode }) {
  const notices = useRef<HTMLDivElement>(null)
  useClearOfBars(notices, USUAL)
  return (
    <div ref={notices} className={classes.banner}>
      <ConnectionLine />
      {children}
      <MessageBanner />
    </div>
  )
}

/**
 * The message banner. A message with a timeout goes by itself, but not while the pointer or the focus rests on it;
 * an Undo ends on time in any case. Messages that have a place on the screen are shown there instead.
 */
export function MessageBanner() {
  const banner = useBanner()
  const message = useMessage()
  const place = useMessagePlace()
  const [held, setHeld] = useState(false)

  // An element removed under the pointer fires no mouseleave.
  useEffect(() => {
    if (!message) setHeld(false)
  }, [message])

  useEffect(() => {
    if (!message?.timeout || (held && !message.undo)) return
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
  // Both live regions exist before they have content, so that screen readers announce it.
  return (
    <>
      <div role="status">{!urgent && shown}</div>
      <div role="alert">{urgent && shown}</div>
    </>
  )
}

const FIRST_MS = 2000
const LONGEST_MS = 30_000

/** Shown while the server does not answer; retries with growing pauses and when the network is back. */
function ConnectionLine() {
  const lostAt = useLostAt()
  const ask = usePing()
  const knock = useCallback(() => void ask(), [ask])

  useEffect(() => {
    // The browser's view of the network is only a hint; the server is asked.
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

/** The gap between a bar and the message above it. */
const GAP = 8

/** The distance from the bottom of the window that keeps clear of all bars; 0 without one. */
function clearance(height: number, usual: number): number {
  const tops = [...document.querySelectorAll('[data-bar]')]
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ top, bottom }) => top < window.innerHeight && bottom > window.innerHeight - usual - height)
    .map(({ top }) => window.innerHeight - top + GAP)
  return Math.max(0, ...tops)
}

/**
 * Keeps what lies over the screen, at its lower edge, off the bars with `data-bar`: their buttons are what it speaks of.
 * `usual` is its distance from the edge without a bar.
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
