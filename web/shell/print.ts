import { useEffect } from 'react'
import './print.css'

const SCHEME = 'data-mantine-color-scheme'

/** Prints in light colours, whichever the screen has. */
export function usePrintInLight() {
  useEffect(() => {
    let before: string | null = null
    const begin = () => {
      before = document.documentElement.getAttribute(SCHEME)
      document.documentElement.setAttribute(SCHEME, 'light')
    }
    const end = () => {
      if (before !== null) document.documentElement.setAttribute(SCHEME, before)
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
}
