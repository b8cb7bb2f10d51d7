import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream } from '@libpdf/core'
import { bareStream, Copier, type CopyRule, type Objects, plain } from './copier.ts'
import { drawing, form, group, resources } from './copy_rules.ts'

/** A page with the entries that it inherits from the page tree. */
interface SourcePage {
  page: PdfDict
  inherited: Readonly<Record<string, PdfObject>>
}

const INHERITED_FIELDS: Readonly<Record<string, CopyRule>> = {
  Resources: resources,
  MediaBox: plain,
  CropBox: plain,
  Rotate: plain,
}
const PAGE_FIELDS: Readonly<Record<string, CopyRule>> = { UserUnit: plain, Group: group }
/** In points: A4. */
const DEFAULT_MEDIA_BOX = [0, 0, 595, 842]

/** The pages of a document in order, or null when its page tree is damaged. */
export function pagesOf(objects: Objects): SourcePage[] | null {
  const seen = new Set<PdfObject>()
  const leaves: SourcePage[] = []
  const { resolve } = new Copier(objects, objects)
  const open: { value: PdfObject | undefined; inherited: SourcePage['inherited'] }[] = [
    { value: objects.catalog.getDict().get('Pages'), inherited: {} },
  ]
  for (let next = open.pop(); next; next = open.pop()) {
    const node = resolve(next.value)
    if (!(node instanceof PdfDict) || seen.has(node)) return null
    seen.add(node)
    const inherited = { ...next.inherited, ...inheritableEntries(node) }
    const kids = resolve(node.get('Kids'))
    const type = resolve(node.get('Type'))
    const kind = type instanceof PdfName ? type.value : kids ? 'Pages' : 'Page'
    if (kind === 'Page' && hasContent(node, resolve)) leaves.push({ page: node, inherited })
    else if (kind === 'Pages' && kids instanceof PdfArray)
      open.push(...[...kids].reverse().map((value) => ({ value, inherited })))
    else return null
  }
  return leaves
}

type Resolve = Copier['resolve']

const inheritableEntries = (node: PdfDict) =>
  Object.fromEntries(
    Object.keys(INHERITED_FIELDS).flatMap((key) => {
      const value = node.get(key)
      return value ? [[key, value]] : []
    }),
  )

/** Whether all content streams of a page exist; an empty page has none. */
function hasContent(page: PdfDict, resolve: Resolve): boolean {
  const named = page.get('Contents')
  return !named || contentsOf(named, resolve).every((part) => resolve(part) instanceof PdfStream)
}

function contentsOf(named: PdfObject, resolve: Resolve): PdfObject[] {
  const contents = resolve(named)
  return contents instanceof PdfArray ? [...contents] : [named]
}

/** Copies what is drawn of a page, without actions and personal data. */
export function copyPage({ page, inherited }: SourcePage, copier: Copier): PdfDict {
  const copy = PdfDict.of({
    Type: PdfName.of('Page'),
    MediaBox: new PdfArray(DEFAULT_MEDIA_BOX.map((n) => PdfNumber.of(n))),
  })
  const keep = (key: string, value: PdfObject | undefined, rule: CopyRule) => {
    const copied = copier.copy(value, rule)
    if (copied) copy.set(key, copied)
  }
  for (const [key, rule] of Object.entries(INHERITED_FIELDS)) keep(key, inherited[key], rule)
  for (const [key, rule] of Object.entries(PAGE_FIELDS)) keep(key, page.get(key), rule)
  const named = page.get('Contents')
  const contents = named ? contentsOf(named, copier.resolve) : []
  copy.set('Contents', new PdfArray(contents.flatMap((part) => copier.copy(part, bareStream) ?? [])))
  drawAppearances(page, copy, inherited.Resources, copier)
  return copy
}

/** Annotations without an appearance of their own. */
const UNDRAWN_SUBTYPES = ['Link', 'Popup']
/** Annotation flags Hidden and NoView. */
const HIDDEN_FLAGS = 2 | 32
const APPEARANCE_PREFIX = 'Appearance'

/**
 * Flattens annotations (filled fields, stamps, notes) into the page's content: they look the same and are no longer
 * active.
 */
function drawAppearances(page: PdfDict, copy: PdfDict, used: PdfObject | undefined, copier: Copier) {
  const annotations = copier.resolve(page.get('Annots'))
  if (!(annotations instanceof PdfArray)) return
  const shown = [...annotations].flatMap((one) => appearanceOf(one, copier) ?? [])
  const contents = copy.get('Contents')
  if (shown.length === 0 || !(contents instanceof PdfArray)) return
  const { of, drawings } = ownResources(used, copier)
  const steps = shown.map(({ drawn, matrix }, i) => {
    drawings.set(`${APPEARANCE_PREFIX}${i}`, drawn)
    return `q ${matrix.map((n) => n.toFixed(4)).join(' ')} cm /${APPEARANCE_PREFIX}${i} Do Q`
  })
  copy.set('Resources', of)
  contents.insert(0, copier.add(content('q')))
  contents.push(copier.add(content(`Q\n${steps.join('\n')}`)))
}

const content = (text: string) => new PdfStream([], Buffer.from(`${text}\n`))

/** A copy of the page's resources to which XObjects can be added. */
function ownResources(used: PdfObject | undefined, copier: Copier) {
  const source = copier.resolve(used)
  const of = (source && resources(source, copier)) ?? new PdfDict()
  const named = source instanceof PdfDict ? copier.resolve(source.get('XObject')) : null
  const drawings = new PdfDict()
  if (named instanceof PdfDict)
    for (const [name, value] of named) {
      const copied = copier.copy(value, drawing)
      if (copied) drawings.set(name, copied)
    }
  if (of instanceof PdfDict) of.set('XObject', drawings)
  return { of, drawings }
}

/** The appearance and placement of an annotation; null when it is not visible. */
function appearanceOf(value: PdfObject, copier: Copier) {
  const annotation = copier.resolve(value)
  if (!(annotation instanceof PdfDict)) return null
  const subtype = copier.resolve(annotation.get('Subtype'))
  const flags = copier.resolve(annotation.get('F'))
  if (subtype instanceof PdfName && UNDRAWN_SUBTYPES.includes(subtype.value)) return null
  if (flags instanceof PdfNumber && flags.value & HIDDEN_FLAGS) return null
  const normal = normalAppearanceOf(annotation, copier)
  const source = copier.resolve(normal)
  const rect = numbers(annotation.get('Rect'), 4, copier)
  const box = source instanceof PdfStream ? numbers(source.get('BBox'), 4, copier) : null
  if (!(source instanceof PdfStream) || !rect || !box) return null
  const matrix = placementMatrix(box, numbers(source.get('Matrix'), 6, copier) ?? [1, 0, 0, 1, 0, 0], rect)
  const drawn = copier.copy(normal, asForm)
  return matrix && drawn && { drawn, matrix }
}

const asForm: typeof form = (value, copier) => {
  const drawn = form(value, copier)
  if (drawn instanceof PdfStream) drawn.set('Subtype', PdfName.of('Form'))
  return drawn
}

/** The normal appearance: one stream, or the one of the annotation's current state. */
function normalAppearanceOf(annotation: PdfDict, copier: Copier): PdfObject | undefined {
  const appearances = copier.resolve(annotation.get('AP'))
  if (!(appearances instanceof PdfDict)) return undefined
  const normal = appearances.get('N')
  const states = copier.resolve(normal)
  if (!(states instanceof PdfDict) || states instanceof PdfStream) return normal
  const state = copier.resolve(annotation.get('AS'))
  return state instanceof PdfName ? states.get(state) : undefined
}

function numbers(value: PdfObject | undefined, count: number, copier: Copier): number[] | null {
  const items = copier.resolve(value)
  if (!(items instanceof PdfArray) || items.length < count) return null
  const values = [...items].slice(0, count).map((item) => copier.resolve(item))
  return values.every((item) => item instanceof PdfNumber && Number.isFinite(item.value))
    ? values.map((item) => (item as PdfNumber).value)
    : null
}

/** The matrix that maps a form's box, transformed by the form's own matrix, onto a rectangle (ISO 32000-2, 12.5.5). */
function placementMatrix(box: number[], turn: number[], rect: number[]): number[] | null {
  const [a, b, c, d, e, f] = turn as [number, number, number, number, number, number]
  const [left, bottom, right, top] = box as [number, number, number, number]
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ] as const
  const [x, width] = span(corners.map(([px, py]) => a * px + c * py + e))
  const [y, height] = span(corners.map(([px, py]) => b * px + d * py + f))
  const [toX, toWidth] = span([rect[0]!, rect[2]!])
  const [toY, toHeight] = span([rect[1]!, rect[3]!])
  if (!width || !height) return null
  const [across, up] = [toWidth / width, toHeight / height]
  return [across, 0, 0, up, toX - x * across, toY - y * up]
}

/** The minimum and the extent of values. */
function span(values: number[]): [number, number] {
  const least = Math.min(...values)
  return [least, Math.max(...values) - least]
}
