import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream } from '@libpdf/core'
import { drawAppearances } from './appearances.ts'
import { bare, Copier, type Objects, plain, type Shape } from './copier.ts'
import { group, resources } from './shapes.ts'

/** A page of a source, with what it inherits from the tree. */
interface Leaf {
  page: PdfDict
  inherited: Readonly<Record<string, PdfObject>>
}

/** What a page has from the nodes above it where it has none of its own. */
const INHERITED: Readonly<Record<string, Shape>> = {
  Resources: resources,
  MediaBox: plain,
  CropBox: plain,
  Rotate: plain,
}
const OWN: Readonly<Record<string, Shape>> = { UserUnit: plain, Group: group }
/** A page that does not say how large it is, in points. */
const A4 = [0, 0, 595, 842]

/** The pages of a document in their order, or null where its tree is none. */
export function leavesOf(objects: Objects): Leaf[] | null {
  const seen = new Set<PdfObject>()
  const leaves: Leaf[] = []
  const { look } = new Copier(objects, objects)
  const open: { value: PdfObject | undefined; inherited: Leaf['inherited'] }[] = [
    { value: objects.catalog.getDict().get('Pages'), inherited: {} },
  ]
  for (let next = open.pop(); next; next = open.pop()) {
    const node = look(next.value)
    if (!(node instanceof PdfDict) || seen.has(node)) return null
    seen.add(node)
    const inherited = { ...next.inherited, ...own(node) }
    const kids = look(node.get('Kids'))
    const type = look(node.get('Type'))
    const kind = type instanceof PdfName ? type.value : kids ? 'Pages' : 'Page'
    if (kind === 'Page' && hasContent(node, look)) leaves.push({ page: node, inherited })
    else if (kind === 'Pages' && kids instanceof PdfArray)
      open.push(...[...kids].reverse().map((value) => ({ value, inherited })))
    else return null
  }
  return leaves
}

type Look = Copier['look']

const own = (node: PdfDict) =>
  Object.fromEntries(
    Object.keys(INHERITED).flatMap((key) => {
      const value = node.get(key)
      return value ? [[key, value]] : []
    }),
  )

/** Whether the streams that draw a page are there; an empty page names none. */
function hasContent(page: PdfDict, look: Look): boolean {
  const named = page.get('Contents')
  return !named || contentsOf(named, look).every((part) => look(part) instanceof PdfStream)
}

function contentsOf(named: PdfObject, look: Look): PdfObject[] {
  const contents = look(named)
  return contents instanceof PdfArray ? [...contents] : [named]
}

/** A page in another document: what draws it, and nothing that a program does or that tells of somebody. */
export function copyPage({ page, inherited }: Leaf, copier: Copier): PdfDict {
  const copy = PdfDict.of({
    Type: PdfName.of('Page'),
    MediaBox: new PdfArray(A4.map((n) => PdfNumber.of(n))),
  })
  const keep = (key: string, value: PdfObject | undefined, shape: Shape) => {
    const kept = copier.copy(value, shape)
    if (kept) copy.set(key, kept)
  }
  for (const [key, shape] of Object.entries(INHERITED)) keep(key, inherited[key], shape)
  for (const [key, shape] of Object.entries(OWN)) keep(key, page.get(key), shape)
  const named = page.get('Contents')
  const contents = named ? contentsOf(named, copier.look) : []
  copy.set('Contents', new PdfArray(contents.flatMap((part) => copier.copy(part, bare) ?? [])))
  drawAppearances(page, copy, inherited.Resources, copier)
  return copy
}
