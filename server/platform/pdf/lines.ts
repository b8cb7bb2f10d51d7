import { clusters, type Run, runsOf, type Weight } from './fonts.ts'

/** One line of laid text, and its width in points. */
export interface Line {
  runs: Run[]
  width: number
}
/** The width of runs in points, at the size that is being laid. */
export type Measure = (runs: Run[]) => number

const WIDE =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u3000-\\u303f\\uff00-\\uff9f]'
const NOT_FIRST = '[、。，．・：；？！」』）】］｝〉》〕ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々]'
const NOT_LAST = '[「『（【［｛〈《〔]'
/** Where a line may end: after spaces, after a hyphen inside a word, and around wide characters. */
const BREAK = new RegExp(
  `(?<= )(?! )|(?<=\\p{L}-)(?=\\p{L})|(?<=${WIDE})(?<!${NOT_LAST})(?! |${NOT_FIRST})|(?<!^|${NOT_LAST})(?!${NOT_FIRST})(?=${WIDE})`,
  'u',
)

/** Breaks `text` into lines of at most `width` points; a word that is wider than a line is cut. */
export function breakLines(text: string, weight: Weight, width: number, measure: Measure): Line[] {
  const paragraphs = text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', '    ')
    .replace(/[\u00ad\ufeff]/g, '')
    .trimEnd()
    .split('\n')
  const lay = (line: string) => {
    const runs = runsOf(line.replace(/ +$/, ''), weight)
    return { runs, width: measure(runs) }
  }
  const widthOf = (part: string) => measure(runsOf(part, weight))
  return paragraphs.flatMap((paragraph) => fill(paragraph, width, widthOf).map(lay))
}

function fill(paragraph: string, width: number, widthOf: (part: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  const take = (part: string, solid: number, full: number) => {
    if (line && used + solid > width) {
      lines.push(line)
      line = ''
      used = 0
    }
    line += part
    used += full
  }
  for (const piece of paragraph.split(BREAK)) {
    const word = piece.replace(/ +$/, '')
    const solid = widthOf(word)
    if (solid <= width) {
      take(piece, solid, solid + widthOf(piece.slice(word.length)))
      continue
    }
    for (const cluster of clusters(piece)) {
      const one = widthOf(cluster)
      take(cluster, cluster === ' ' ? 0 : one, one)
    }
  }
  return [...lines, line]
}
