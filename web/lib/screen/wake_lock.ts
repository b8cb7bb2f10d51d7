import { useEffect } from 'react'

/** Keeps the screen from going dark while this is mounted and visible, where the browser can. */
export function useWakeLock() {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isGone = false
    // The browser lets go of it whenever the page is hidden.
    const request = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      const next = await navigator.wakeLock?.request('screen').catch(() => null)
      if (isGone) void next?.release()
      else lock = next ?? null
    }
    void request()
    document.addEventListener('visibilitychange', request)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', request)
      void lock?.release()
    }
  }, [])
}
