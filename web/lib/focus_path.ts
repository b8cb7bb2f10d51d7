// The browser's own control for files is hidden behind a button.
const CONTROLS = 'input:not([type=file]), textarea, select, button'

/** Puts the focus on the first field of the screen that has one of these paths, or lies under one; true when there is such a field. */
export function focusPath(paths: readonly string[]): boolean {
  const place = [...document.querySelectorAll<HTMLElement>('[data-path]')].find(
    ({ dataset: { path = '' } }) => paths.some((asked) => path === asked || path.startsWith(`${asked}.`)),
  )
  const control = place?.matches(CONTROLS) ? place : place?.querySelector<HTMLElement>(CONTROLS)
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
  return control instanceof HTMLElement
}
