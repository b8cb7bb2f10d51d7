import { useEffect, useState } from 'react'

/**
 * Mounts on first open, then stays mounted. `open` follows one render later, so that the opening transition runs and the
 * focus is remembered.
 */
export function useLazyMount(open: boolean): { mounted: boolean; open: boolean } {
  const [mounted, setMounted] = useState(open)
  useEffect(() => {
    if (open) setMounted(true)
  }, [open])
  return { mounted: open || mounted, open: open && mounted }
}
