import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Opens a PDF as a reader's program does. */
async function read<T>(bytes: Uint8Array, look: (document: PDFDocumentProxy) => Promise<T>): Promise<T> {
  const loading = getDocument({
    data: Uint8Array.from(bytes),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    isEvalSupported: false,
  })
  try {
    return await look(await loading.promise)
  } finally {
    await loading.destroy()
  }
}

/** The text of each page of a PDF, with its line breaks. */
export const pdfPages = (bytes: Uint8Array): Promise<string[]> =>
  read(bytes, async (document) => {
    const pages: string[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent()
      pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
    }
    return pages
  })

/** The title in the metadata of a PDF. */
export const pdfTitle = (bytes: Uint8Array): Promise<unknown> =>
  read(bytes, async (document) => ((await document.getMetadata()).info as { Title?: unknown }).Title)

/** The text of a PDF, its pages one after the other. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  return (await pdfPages(bytes)).join('\n')
}
