import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { screenAt } from '#domain/screens.ts'

const SYSTEM = 'AO system'
const LONGEST = 40

/** The document title: '63: Soluble organics · Proposal Detail · AO system'. */
export function tabTitle(pathname: string, object?: string): string {
  const screen = screenAt(pathname)?.title ?? 'Not Found'
  // The title of the first screen is already the full name of the system.
  if (screen.endsWith('AO System')) return screen
  // A heading may add to the title of its screen.
  const names = object?.startsWith(screen) ? [object] : object ? [shortened(object), screen] : [screen]
  return [...names, SYSTEM].join(' · ')
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

/** Sets the document title from the screen and the object it shows, if any. */
export function useTabTitle(object: () => string | undefined = () => undefined) {
  const { pathname } = useLocation()
  // After every render, because the heading is only known once it is rendered.
  useEffect(() => {
    document.title = tabTitle(pathname, object())
  })
}
