import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { drawPdf, pdfTexts } from './pdf.ts'

/** Pixels in a point: about what a phone sees of a label. */
const SCALE = 3
/** As labels lie on a sheet: 3 × 8, in points. */
const COLUMNS = 3
const ROWS = 8

const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer as ArrayBuffer } })

/** What a scanner and a reader find on each label of each sheet of a PDF, row by row. */
export async function readLabels(bytes: Uint8Array): Promise<{ code: string; text: string }[][]> {
  const pages = await pdfTexts(bytes)
  const pictures = await drawPdf(bytes, SCALE)
  const sheets = []
  for (const [page, { width, height, data }] of pictures.entries()) {
    const codes = await readBarcodes({ width, height, data, colorSpace: 'srgb' } as ImageData, {
      formats: ['QRCode'],
      maxNumberOfSymbols: 255,
      tryHarder: true,
    })
    const place = (x: number, y: number) => Math.floor(y * ROWS) * COLUMNS + Math.floor(x * COLUMNS)
    const labels = codes.map(({ text, position: { topLeft } }) => ({
      place: place(topLeft.x / width, topLeft.y / height),
      code: text,
    }))
    sheets.push(
      labels
        .sort((one, other) => one.place - other.place)
        .map(({ place: own, code }) => ({
          code,
          text: pages[page]!.filter(({ x, y }) => place(x, y) === own)
            .map(({ text }) => text)
            .join(' '),
        })),
    )
  }
  return sheets
}
