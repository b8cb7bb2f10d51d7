import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react'
import type { Address } from '#domain/address.ts'

export type BannerColour = 'success' | 'alert' | 'warning' | 'error'
export interface Message {
  text: string
  colour: BannerColour
  /** Milliseconds until it disappears; null: never. */
  timeout: number | null
  /** The controls whose action caused it, innermost first; it is shown beside the first that is still in the document. */
  controls: readonly Element[]
  next: NextStep | null
  undo: Undo | null
}

/** A link to the next step: 'Next: 63'. */
export interface NextStep {
  label: string
  to: Address
}

/** Takes back what the message reports. The message, and the button with it, go when `seconds` have passed. */
export interface Undo {
  run: () => unknown
  /** How long it works; `UNDO_SECONDS` without it. */
  seconds?: number
}

export const UNDO_SECONDS = 30

interface MessageOptions {
  next?: NextStep | null
  undo?: Undo | null
  /** Milliseconds, in place of those that the colour and what is offered give. */
  timeout?: number | null
}

const TIMEOUT = 5000
/** Leaves time to follow the link. */
const STEP_TIMEOUT = 20_000

function timeoutOf(colour: BannerColour, { next, undo, timeout }: MessageOptions): number | null {
  if (timeout !== undefined) return timeout
  // 'alert' is the colour of refusals.
  if (colour === 'error' || colour === 'alert') return null
  if (undo) return (undo.seconds ?? UNDO_SECONDS) * 1000
  return next ? STEP_TIMEOUT : TIMEOUT
}

/** An observable store of the one message that is shown. */
export function createBanner() {
  let message: Message | null = null
  let pressed: readonly Element[] = []
  const listeners = new Set<() => void>()
  const set = (next: Message | null) => {
    message = next
    for (const listener of listeners) listener()
  }
  return {
    /**
     * Shows `text` in place of the present message. Errors and refusals ('alert') stay until they are closed; others
     * disappear after 5 seconds, after 20 with a `next` step, and with an `undo` as long as it works.
     *
     *     banner.show('success', '111: 4.50 saved', { undo: { run: () => save(111, 4) } })
     */
    show: (colour: BannerColour, text: string, options: MessageOptions = {}) =>
      set({
        text,
        colour,
        timeout: timeoutOf(colour, options),
        controls: [],
        next: options.next ?? null,
        undo: options.undo ?? null,
      }),
    reset: () => set(null),
    /** Records the control that was pressed. In a dialog, the one that opened the dialog is kept behind it. */
    press: (control: Element) => {
      const opener = control.closest('[role=dialog]') && pressed.find((one) => !one.closest('[role=dialog]'))
      pressed = opener ? [control, opener] : [control]
    },
    pressed: () => pressed,
    /**
     * Attaches the message to the controls that caused it. A warning is shown at its control only if a dialog covers
     * the banner.
     */
    answer: (controls: readonly Element[]) => {
      if (message?.colour === 'alert' || message?.colour === 'error') set({ ...message, controls })
      else if (message?.colour === 'warning' && controls[0]?.closest('[role=dialog]'))
        set({ ...message, controls })
    },
    /** The places where messages can be shown have changed. */
    rearrange: () => {
      if (message && message.controls.length > 0) set({ ...message })
    },
    current: () => message,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
export type Banner = ReturnType<typeof createBanner>

const BannerContext = createContext<Banner | null>(null)

export function BannerProvider({ banner, children }: { banner: Banner; children: ReactNode }) {
  useEffect(() => {
    const note = ({ target }: Event) => {
      const control =
        target instanceof Element && target.closest('button, a, input, [role=option], [role=menuitem]')
      if (control) banner.press(control)
    }
    document.addEventListener('click', note, true)
    return () => document.removeEventListener('click', note, true)
  }, [banner])
  return <BannerContext value={banner}>{children}</BannerContext>
}

export function useBanner(): Banner {
  const banner = use(BannerContext)
  if (!banner) throw new Error('There is no banner around this part.')
  return banner
}

export function useMessage(): Message | null {
  const banner = useBanner()
  return useSyncExternalStore(banner.subscribe, banner.current)
}
