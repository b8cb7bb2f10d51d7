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

/** The texts of each page of a PDF; where they begin, as shares of its width and of its height from the top. */
export const pdfTexts = (bytes: Uint8Array): Promise<{ text: string; x: number; y: number }[][]> =>
  read(bytes, async (document) => {
    const pages = []
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      const { items } = await page.getTextContent()
      pages.push(
        items.flatMap((item) =>
          'str' in item && item.str.trim() !== ''
            ? [{ text: item.str, x: item.transform[4] / width, y: 1 - item.transform[5] / height }]
            : [],
        ),
      )
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

/** A drawn page: RGBA, row by row from the top. */
interface Picture {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** Each page of a PDF drawn as on paper, with so many pixels a point. */
export const drawPdf = (bytes: Uint8Array, scale: number): Promise<Picture[]> =>
  read(bytes, async (document) => {
    const canvases = document.canvasFactory as {
      create(width: number, height: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D }
    }
    const pictures: Picture[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const viewport = page.getViewport({ scale })
      const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)]
      const { canvas, context } = canvases.create(width, height)
      await page.render({ canvas, canvasContext: context, viewport }).promise
      pictures.push({ width, height, data: context.getImageData(0, 0, width, height).data })
    }
    return pictures
  })
