/** A place of a screen with a label, and the text that is shown in it. */
export interface LabelledText {
  label: string
  text: string
  /** A cell of a table or a detail, with nothing to press: it shows one thing. */
  cell: boolean
}

const HEADINGS = 'h1, h2, h3, h4, legend'
const HIDDEN = '[aria-hidden=true], svg, script, style, search'

const squeezed = (text: string) => text.replace(/\s+/gu, ' ').trim()

/** The head of a table's cell, with all its lines. */
function headOf(cell: HTMLTableCellElement) {
  const row = cell.parentElement as HTMLTableRowElement
  const heads = cell.closest('table')!.tHead?.rows[0]
  const before = [...row.cells].slice(0, row.cells.length > 1 ? cell.cellIndex : 0)
  const place = before.reduce((sum, { colSpan }) => sum + colSpan, 0)
  const head = heads?.cells[place]
  return head ? partsOf(head) : ''
}

/** The texts of an element, those of different elements apart. */
export function partsOf(element: Element) {
  let text = ''
  let last: Element | null = null
  for (const node of textsIn(element)) {
    if (text !== '' && node.owner !== last) text += ' '
    text += node.text
    last = node.owner
  }
  return squeezed(text)
}

/** What is read of an element: its texts, the names of its images, what its fields hold. */
function* textsIn(element: Element): Generator<{ text: string; owner: Element }> {
  if (element.matches(HIDDEN) && element.getAttribute('role') !== 'img') return
  if (element.tagName === 'BR') yield { text: ' ', owner: element }
  const name = element.getAttribute('role') === 'img' && element.getAttribute('aria-label')
  if (name) yield { text: name, owner: element }
  else if (element instanceof HTMLSelectElement)
    yield { text: element.selectedOptions[0]?.text ?? '', owner: element }
  else if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) {
    if (!['hidden', 'checkbox', 'radio'].includes(element.type)) yield { text: element.value, owner: element }
  } else
    for (const child of element.childNodes) {
      if (child instanceof Text) yield { text: child.data, owner: element }
      else if (child instanceof Element) yield* textsIn(child)
    }
}

const nameOfField = (field: Element) => {
  const label = field.getAttribute('aria-label') ?? (field as HTMLInputElement).labels?.[0]?.textContent
  return label?.replace(/[\s*]+$/u, '')
}

/** The label of what an element shows, by its dt, its column, its field's label or the heading above it. */
function labelOf(element: Element, heading: string): string {
  const field = element.matches('input, textarea, select') && nameOfField(element)
  if (field) return field
  const place = element.closest('dd, td, th')
  if (place instanceof HTMLTableCellElement) {
    const table = place.closest('table')!.getAttribute('aria-label')
    if (place.matches('thead *')) return ''
    return `${table}, ${place.scope === 'rowgroup' ? 'group' : headOf(place)}`
  }
  if (place) return partsOf(place.parentElement!.querySelector('dt')!)
  return heading
}

/** The labelled texts of a part of a screen, in their order. */
export function labelledTexts(root: Element): LabelledText[] {
  const found: LabelledText[] = []
  let heading = ''
  let above: Element | null = null
  let last: Element | null = null
  let lastPlace: Element | null = null
  for (const { text, owner } of textsIn(root)) {
    if (text.trim() === '') {
      last = null
      continue
    }
    const own = owner.closest(HEADINGS)
    if (own && own !== above) {
      above = own
      heading = partsOf(own)
    }
    const place = owner.closest('dd, td, th, dt')
    const label = labelOf(owner, heading)
    const before = found.at(-1)
    if (before && before.label === label && place === lastPlace)
      before.text += owner === last ? text : ` ${text}`
    else
      found.push({
        label,
        text,
        cell: place !== null && !place.matches('dt') && !place.querySelector('a, button, input, select'),
      })
    last = owner
    lastPlace = place
  }
  return found.map((one) => ({ ...one, text: squeezed(one.text) }))
}
