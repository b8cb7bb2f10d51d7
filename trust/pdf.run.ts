/**
 * Damaged and hostile PDFs: `npm run trust -- pdf`, FILES=1000 SEED=1 by default. Good files of several tools and one with
 * every active part are harmed at random; each is refused with a sentence or accepted, none takes longer than the limit
 * or ends the process, and of each that is accepted nothing but what draws its pages stands in the export.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDF } from '@libpdf/core'
import { appendPdf, whyNotPdf } from '#server/platform/pdf/append.ts'
import { pdf } from '#server/platform/pdf/document.ts'
import { ACTIVE_TEXTS, activePdf } from '#server/testing/active_pdf.ts'
import { ACTIVE, readPdfObjects } from '#server/testing/pdf_objects.ts'
import { seededRandom } from '#server/testing/two_in_a_grid/tab.ts'

const { FILES = '1000', SEED = '1' } = process.env
const random = seededRandom(Number(SEED))
const below = (most: number) => Math.floor(random() * most)
/** The limits of reading one file and of appending it, with what collects garbage and starts threads beside, in ms of a core. */
const MAX_CPU_MS = 40_000

const active = activePdf()
const main = await pdf('Main', (page) => page.paragraph('the form'))
const plain = await pdf('Plain', (page) => page.table(['a', 'b'], Array(300).fill(['text', 'more'])))
const packed = Buffer.from(await (await PDF.load(active)).save({ useXRefStream: true }))
const good = [active, packed, plain]

/** What goes wrong on the way, or is made to. */
const DAMAGES: ((bytes: Buffer) => Buffer)[] = [
  (bytes) => bytes.subarray(0, below(bytes.length)),
  (bytes) => Buffer.concat([bytes.subarray(0, below(bytes.length)), Buffer.from('\nstartxref\n0\n%%EOF')]),
  (bytes) => {
    const harmed = Buffer.from(bytes)
    for (let i = 0; i < 1 + below(200); i++) harmed[below(harmed.length)] = below(256)
    return harmed
  },
  (bytes) => {
    const [at, to] = [below(bytes.length), below(bytes.length)]
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(to, to + below(4000)), bytes.subarray(at)])
  },
  (bytes) =>
    text(bytes, (it) => it.replace(/(\d+) 0 R/gu, (whole) => (random() < 0.1 ? `${below(40)} 0 R` : whole))),
  (bytes) => text(bytes, (it) => it.replace(/\/Length \d+/gu, () => `/Length ${below(10_000)}`)),
  (bytes) => text(bytes, (it) => it.replace(/endobj|endstream/gu, (word) => (random() < 0.3 ? '' : word))),
  (bytes) => text(bytes, (it) => it.replace(/<<|>>|\[|\]/gu, (mark) => (random() < 0.02 ? '' : mark))),
  (bytes) =>
    text(bytes, (it) =>
      it.replace(/\/Kids\s*\[[^\]]*\]/gu, () => `/Kids[${below(9)} 0 R 3 0 R ${below(40)} 0 R]`),
    ),
  (bytes) =>
    Buffer.concat([bytes, Buffer.from('1 0 obj\n<<'.repeat(below(20_000))), Buffer.from('startxref')]),
  (bytes) =>
    text(bytes, (it) =>
      it.replace(/\/(Pages|Page|Font|XObject|Form|Image)\b/gu, (name) => (random() < 0.1 ? '/X' : name)),
    ),
]
const text = (bytes: Buffer, change: (text: string) => string) =>
  Buffer.from(change(bytes.toString('latin1')), 'latin1')

const folder = mkdtempSync(join(tmpdir(), 'ao-pdf-'))
const path = join(folder, 'sent.pdf')
const { names: own } = await readPdfObjects(main)
const faults: string[] = []
const answers: Record<string, number> = {}
const took: number[] = []
let longest = 0

/** What an export holds that it must not. */
async function forbiddenContent(bytes: Uint8Array) {
  const { names, strings } = await readPdfObjects(bytes)
  const words = ACTIVE_TEXTS.filter((word) => strings.some((one) => one.includes(word)))
  return [...ACTIVE.filter((name) => names.has(name) && !own.has(name)), ...words]
}

try {
  for (let i = 0; i < Number(FILES); i++) {
    let file: Buffer = good[i % good.length]!
    for (let harms = 1 + below(2); harms > 0; harms--) file = DAMAGES[below(DAMAGES.length)]!(file)
    writeFileSync(path, file)
    const start = performance.now()
    const before = process.cpuUsage()
    try {
      const why = await whyNotPdf(path, 1)
      answers[why ?? 'accepted'] = (answers[why ?? 'accepted'] ?? 0) + 1
      if (why === null) {
        const found = await forbiddenContent(await appendPdf(main, async () => file, 1))
        if (found.length > 0) faults.push(`file ${i}: the export holds ${found.join(', ')}`)
      }
    } catch (error) {
      faults.push(`file ${i}: ${error}`)
    }
    took.push(performance.now() - start)
    const { user, system } = process.cpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    if ((i + 1) % 500 === 0) console.log(`${i + 1} files, ${faults.length} faults`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
took.sort((a, b) => a - b)
if (longest > MAX_CPU_MS) faults.push(`one took ${longest.toFixed(0)} ms of a core`)
console.log(`${FILES} files, SEED=${SEED}`, answers)
console.log(
  `p50 ${took[took.length >> 1]!.toFixed(0)} ms, p99 ${took[Math.floor(took.length * 0.99)]!.toFixed(0)} ms, longest ${took.at(-1)!.toFixed(0)} ms, of a core ${longest.toFixed(0)} ms`,
)
console.log(`${faults.length} faults`)
for (const fault of faults.slice(0, 20)) console.log(fault)
process.exit(faults.length > 0 ? 1 : 0)
