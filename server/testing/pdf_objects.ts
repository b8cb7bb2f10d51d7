import { PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from '@libpdf/core'

/** A PDF of these objects, numbered from 1; the first is the catalog. */
export function pdfFromObjects(...objects: (string | Buffer)[]): Buffer {
  const parts = objects.flatMap((object, i) => [
    Buffer.from(`${i + 1} 0 obj\n`),
    Buffer.from(object),
    Buffer.from('\nendobj\n'),
  ])
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...parts,
    Buffer.from('trailer\n<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n'),
  ])
}

/** A stream object with these entries. */
export const pdfStream = (entries: string, data: string | Buffer = '') =>
  Buffer.concat([
    Buffer.from(`<<${entries}/Length ${data.length}>>stream\n`),
    Buffer.from(data),
    Buffer.from('\nendstream'),
  ])

/** Active and identifying names, none of which is needed to draw a page. */
export const ACTIVE = [
  ...[
    'A',
    'AA',
    'OpenAction',
    'JS',
    'JavaScript',
    'Launch',
    'SubmitForm',
    'ImportData',
    'ResetForm',
    'Named',
  ],
  ...[
    'GoTo',
    'GoToR',
    'GoToE',
    'GoTo3DView',
    'Thread',
    'URI',
    'Hide',
    'SetOCGState',
    'Rendition',
    'Trans',
    'Dests',
  ],
  ...['AcroForm', 'XFA', 'Annots', 'Annot', 'Widget', 'Link', 'FileAttachment', 'Sound', 'Movie', 'Screen'],
  ...['RichMedia', '3D', 'U3D', 'Names', 'EmbeddedFiles', 'EmbeddedFile', 'Filespec', 'EF', 'AF', 'FFilter'],
  ...['PieceInfo', 'LastModified', 'Thumb', 'OCProperties', 'OC', 'OCG', 'OCMD', 'Usage', 'OPI', 'PS', 'Ref'],
  ...['Alternates', 'StructTreeRoot', 'StructParents', 'StructParent', 'Perms', 'DSS', 'Legal', 'Collection'],
  ...['Requirements', 'URLS', 'SpiderInfo', 'PresSteps', 'B', 'DPart', 'Outlines', 'XML'],
]

/** All names and strings in a PDF's objects, unreachable ones included. */
export async function readPdfObjects(bytes: Uint8Array): Promise<{ names: Set<string>; strings: string[] }> {
  const { context } = await PDF.load(Uint8Array.from(bytes))
  const names = new Set<string>()
  const strings: string[] = []
  const read = (value: PdfObject | null | undefined) => {
    if (value instanceof PdfName) names.add(value.value)
    else if (value instanceof PdfString) strings.push(value.asString())
    else if (value instanceof PdfArray) for (const item of value) read(item)
    else if (value instanceof PdfDict)
      for (const [key, item] of value) {
        names.add(key.value)
        read(item)
      }
  }
  for (let number = 1; number < context.registry.nextObjectNumber; number++)
    read(context.resolve(PdfRef.of(number, 0)))
  return { names, strings }
}
