import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'

export type BannerColour = 'success' | 'alert' | 'warning' | 'error'
export interface Message {
  text: string
  colour: BannerColour
  /** Milliseconds until it goes by itself; null: never. */
  timeout: number | null
}

const TIMEOUT = 5000

/** The one message that the banner shows, with who wants to know of it. */
export function createBanner() {
  let message: Message | null = null
  const listeners = new Set<() => void>()
  const set = (next: Message | null) => {
    message = next
    for (const listener of listeners) listener()
  }
  return {
    /** Shows `text`; an error stays until it is closed, anything else goes after five seconds. */
    show: (colour: BannerColour, text: string, timeout = colour === 'error' ? null : TIMEOUT) =>
      set({ text, colour, timeout }),
    reset: () => set(null),
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

export const BannerProvider = ({ banner, children }: { banner: Banner; children: ReactNode }) => (
  <BannerContext value={banner}>{children}</BannerContext>
)

/** The banner: `show(colour, text)` and `reset()`. */
export function useBanner(): Banner {
  const banner = use(BannerContext)
  if (!banner) throw new Error('There is no banner around this part.')
  return banner
}

/** The message shown now, or null. */
export function useMessage(): Message | null {
  const banner = useBanner()
  return useSyncExternalStore(banner.subscribe, banner.current)
}
