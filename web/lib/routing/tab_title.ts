import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { screenAt } from '#domain/screens.ts'

const SYSTEM = 'AO system'
const LONGEST = 40

/** The name of a browser tab: '63: Soluble organics · Proposal Detail · AO system'. */
export function tabTitle(pathname: string, object?: string): string {
  const screen = screenAt(pathname)?.title ?? 'Not Found'
  const own = object && object !== screen ? [shortened(object)] : []
  // The first screen is called by the whole name of the system.
  return screen.endsWith('AO System') ? screen : [...own, screen, SYSTEM].join(' · ')
}

const shortened = (text: string) => {
  const letters = [...text]
  return letters.length <= LONGEST
    ? text
    : `${letters
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`
}

/** Names the browser's tab by the screen and the object that it shows, if it shows one. */
export function useTabTitle(object: () => string | undefined = () => undefined) {
  const { pathname } = useLocation()
  // After each change of the screen: a heading is known when it stands there.
  useEffect(() => {
    document.title = tabTitle(pathname, object())
  })
}
