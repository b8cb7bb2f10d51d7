/** A key of the screen, and what it does. */
export interface ScreenKey {
  /** The ways to press it, each the keys that are held together: [['/'], ['Ctrl', 'K']]. */
  ways: string[][]
  does: string
}

/** The keys of a part of the screen that have no control of their own, in a sentence. */
export interface KeySentence {
  of: string
  keys: string
}

const isMac = () => /mac|iphone|ipad/iu.test(navigator.platform)
const NAMES: Record<string, string> = { Control: 'Ctrl', Meta: '⌘' }

/** 'Control+K Meta+K' as the ways to press it on this device. */
function waysOf(shortcuts: string): string[][] {
  const ways = shortcuts.split(/\s+/u).map((way) => (way === '+' ? ['+'] : way.split('+')))
  const foreign = isMac() ? 'Control' : 'Meta'
  const native = ways.filter((way) => !way.includes(foreign))
  return (native.length > 0 ? native : ways).map((way) =>
    way.map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)),
  )
}

/** The accessible name, without keys that are written beside it. */
function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label')
  if (label) return label
  const copy = element.cloneNode(true) as Element
  for (const key of copy.querySelectorAll('kbd')) key.remove()
  return (copy.textContent || element.getAttribute('title') || '').replace(/\s+/gu, ' ').trim()
}

const isShown = (element: Element) => element.checkVisibility?.() ?? true

/**
 * The keys of the screen that is shown, from the screen itself: each control says its key in `aria-keyshortcuts`, and a
 * part with keys of its own says them in `data-keys`, under its `data-keys-of`.
 */
export function keysOnScreen(): { keys: ScreenKey[]; sentences: KeySentence[] } {
  const keys = new Map<string, ScreenKey>()
  for (const element of document.querySelectorAll('[aria-keyshortcuts]')) {
    if (!isShown(element)) continue
    const shortcuts = element.getAttribute('aria-keyshortcuts')!
    const does = nameOf(element)
    keys.set(`${shortcuts} ${does}`, { ways: waysOf(shortcuts), does })
  }
  const sentences = new Map<string, KeySentence>()
  for (const element of document.querySelectorAll('[data-keys]')) {
    const of = element.getAttribute('data-keys-of') ?? ''
    const text = element.getAttribute('data-keys') ?? ''
    if (isShown(element)) sentences.set(`${of} ${text}`, { of, keys: text })
  }
  return { keys: [...keys.values()], sentences: [...sentences.values()] }
}
