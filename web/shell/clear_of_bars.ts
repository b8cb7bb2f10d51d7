import { type RefObject, useEffect } from 'react'

/** The space between a bar and what is said above it. */
const GAP = 8

/** How far above the lower edge of the window something stays clear of each bar that stands there; 0 without one. */
function roomFor(height: number, usual: number): number {
  const tops = [...document.querySelectorAll('[data-bar]')]
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ top, bottom }) => top < window.innerHeight && bottom > window.innerHeight - usual - height)
    .map(({ top }) => window.innerHeight - top + GAP)
  return Math.max(0, ...tops)
}

/**
 * Keeps what lies over the screen, at its lower edge, off the bars with `data-bar`: their buttons are what it speaks of.
 * `usual` is how far above the edge it stands else.
 */
export function useClearOfBars(over: RefObject<HTMLElement | null>, usual: number) {
  useEffect(() => {
    const element = over.current
    if (!element) return
    let frame = 0
    const place = () => {
      frame = 0
      if (element.textContent === '') return
      element.style.bottom = `${Math.max(usual, roomFor(element.offsetHeight, usual))}px`
    }
    const later = () => {
      frame ||= requestAnimationFrame(place)
    }
    const watch = new MutationObserver(later)
    watch.observe(document.body, { subtree: true, childList: true, characterData: true })
    window.addEventListener('scroll', later, { passive: true })
    window.addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(frame)
      watch.disconnect()
      window.removeEventListener('scroll', later)
      window.removeEventListener('resize', later)
    }
  }, [over, usual])
}
