import { useEffect, useState } from 'react'

/**
 * For what is shut at first, and is not made before it is opened: whether it stands, and whether it is open. It opens once
 * it stands, so that it comes in as it always does and knows where the focus was.
 */
export function useLazyMount(open: boolean): { mounted: boolean; open: boolean } {
  const [made, setMade] = useState(open)
  useEffect(() => {
    if (open) setMade(true)
  }, [open])
  return { mounted: open || made, open: open && made }
}
