import { useEffect, useEffectEvent } from 'react'

/** Whether what is pressed there goes into a text. */
export const isTextEntry = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])'))

/** Calls `act` when Alt and this letter are pressed, where nothing is typed and no dialog is open. */
export function useAltShortcut(letter: string, act: () => void) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
    // With Option a Mac says another character: there it is the key itself that counts.
    const said = /^[a-z]$/iu.test(event.key) ? event.key.toUpperCase() : event.code.replace('Key', '')
    if (said !== letter) return
    if (isTextEntry(event.target) || document.querySelector('[role=dialog]')) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}
