import { useEffect } from 'react'

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'
/** The time that dialogs and navigations need to set the focus themselves. */
const PATIENCE_MS = 60
/** How many levels up to look for a neighbour of a removed control: row, list, card. */
const LEVELS = 6

/** A control's position: its ancestors, each with the index in it. */
type Trail = { parent: Element; position: number }[]
interface Place {
  control: HTMLElement
  trail: Trail
  /** The control that had the focus before this dialog or menu was opened. */
  behind: Place | null
}

const layerOf = (element: Element) => element.closest('[role=dialog], [role=menu]')

function trailOf(element: Element): Trail {
  const trail: Trail = []
  for (let at = element; at.parentElement && trail.length < LEVELS; at = at.parentElement) {
    if (at.id === 'content' || at === layerOf(element)) break
    trail.push({ parent: at.parentElement, position: [...at.parentElement.children].indexOf(at) })
  }
  return trail
}

const firstIn = (element: Element | undefined): HTMLElement | null => {
  if (!element) return null
  return element.matches(FOCUSABLE) ? (element as HTMLElement) : element.querySelector<HTMLElement>(FOCUSABLE)
}

/** The control that took the place of a removed one, or the nearest to it. */
function neighbour({ trail }: Place): HTMLElement | null {
  for (const { parent, position } of trail) {
    if (!parent.isConnected) continue
    const found = firstIn(parent.children[position]) ?? firstIn(parent.children[position - 1])
    if (found) return found
  }
  return null
}

const isUsable = (control: HTMLElement) => control.isConnected && !control.matches(':disabled')
const isWaiting = (control: HTMLElement) => control.isConnected && control.matches('[data-loading]:disabled')

/** Where the focus goes if its control is gone or disabled; null while the control is only loading. */
function wayOn(place: Place | null): HTMLElement | null {
  if (!place) return document.getElementById('heading')
  if (isUsable(place.control)) return place.control
  if (isWaiting(place.control)) return null
  return neighbour(place) ?? wayOn(place.behind)
}

const isLost = () => document.activeElement === null || document.activeElement === document.body

/**
 * Keeps the focus where the work is: when what had it vanishes or is disabled (a row that is done, the item of a menu, a
 * button while it waits), it goes back there, to what took its place, or to the heading. Who leaves it by hand is let go.
 */
export function useFocusKeeper() {
  useEffect(() => {
    let place: Place | null = null
    let timer: ReturnType<typeof setTimeout> | undefined

    const note = (control: HTMLElement) => {
      const layer = layerOf(control)
      const inside = place && layer && layerOf(place.control) === layer
      const behind = layer ? (inside ? place!.behind : place) : null
      place = { control, trail: trailOf(control), behind }
    }
    const focused = ({ target }: FocusEvent) => target instanceof HTMLElement && note(target)
    const pressed = ({ target }: PointerEvent) => {
      const control = target instanceof Element ? target.closest<HTMLElement>(FOCUSABLE) : null
      if (control) note(control)
      else place = null
    }
    const mend = () => {
      if (place && isLost()) wayOn(place)?.focus({ preventScroll: true })
    }
    const watch = new MutationObserver(() => {
      if (!place || !isLost()) return
      clearTimeout(timer)
      timer = setTimeout(mend, PATIENCE_MS)
    })

    document.addEventListener('focusin', focused)
    document.addEventListener('pointerdown', pressed, true)
    watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    return () => {
      clearTimeout(timer)
      watch.disconnect()
      document.removeEventListener('focusin', focused)
      document.removeEventListener('pointerdown', pressed, true)
    }
  }, [])
}
