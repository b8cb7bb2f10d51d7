/**
 * What a form on the screen calls one of its fields: the `data-name` of the part that declares it in `data-holds`, its
 * label, or the legend or heading above it; null if the screen does not show it.
 */
export function fieldLabel(form: ParentNode, field: string): string | null {
  const part = form.querySelector<HTMLElement>(`[data-holds~="${field}"]`)
  if (part) return part.dataset.name ?? null
  const places = [...form.querySelectorAll<HTMLElement>('[data-path]')]
  const own = places.find(({ dataset }) => dataset.path === field)
  const place = own ?? places.find(({ dataset: { path = '' } }) => path.startsWith(`${field}.`))
  if (!place) return null
  return (own && labelOf(own)) ?? headingOver(place)
}

function labelOf(place: HTMLElement): string | null {
  const named = place.matches('[aria-label]') ? place : place.querySelector('[role=radiogroup][aria-label]')
  const group = place.querySelector('[role=group][aria-labelledby], [role=radiogroup][aria-labelledby]')
  const by = (group ?? place).getAttribute('aria-labelledby')
  const label =
    (place as Partial<HTMLInputElement>).labels?.[0] ??
    (by === null ? place.querySelector(':scope > label') : document.getElementById(by))
  return named?.getAttribute('aria-label') ?? (label ? wordsOf(label) : null)
}

function headingOver(place: HTMLElement): string | null {
  const heading = place.closest('fieldset, section')?.querySelector('legend, h2, h3')
  return heading ? wordsOf(heading) : null
}

/** The label's text without its asterisk. */
function wordsOf(label: Element): string {
  const words = label.cloneNode(true) as Element
  for (const mark of words.querySelectorAll('[aria-hidden]')) mark.remove()
  return words.textContent.trim()
}

// File inputs are hidden behind a button.
const CONTROLS = 'input:not([type=file]), textarea, select, button'

/** Focuses the first field that has one of these paths or lies under one; returns false if there is none. */
export function focusFirstField(paths: readonly string[]): boolean {
  const place = [...document.querySelectorAll<HTMLElement>('[data-path]')].find(
    ({ dataset: { path = '' } }) => paths.some((asked) => path === asked || path.startsWith(`${asked}.`)),
  )
  const control = place?.matches(CONTROLS) ? place : place?.querySelector<HTMLElement>(CONTROLS)
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
  return control instanceof HTMLElement
}
