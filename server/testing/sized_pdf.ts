import { randomBytes } from 'node:crypto'

/** A PDF of one page and exactly `size` bytes, mostly an incompressible stream. */
export function pdfOfSize(size: number): Buffer {
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>']
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</XObject<</A 4 0 R>>>>>>'
  const head = `%PDF-1.7\n${[...objects, page].map((o, i) => `${i + 1} 0 obj\n${o}\nendobj\n`).join('')}`
  const tail = '\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n'
  // Always eight digits, so that the total size is exact.
  const dict = (n: number) =>
    `4 0 obj\n<</Type/XObject/Subtype/Form/Length ${String(n).padStart(8, '0')}>>\nstream\n`
  const length = size - head.length - tail.length - dict(0).length
  return Buffer.concat([Buffer.from(head + dict(length)), randomBytes(length), Buffer.from(tail)])
}
