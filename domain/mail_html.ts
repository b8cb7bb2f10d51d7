/** A piece of a line: text, or an address that is a link. */
export interface Piece {
  text: string
  href: string | null
}
/** Lines of text, or the items of a list, each of several lines. */
export type MailBlock = { kind: 'lines'; lines: Piece[][] } | { kind: 'list'; items: Piece[][][] }

/** An address of the web, without the punctuation that ends the sentence. */
const WEB_ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}']/giu

const isBelow = (url: string, baseUrl: string) => url === baseUrl || url.startsWith(`${baseUrl}/`)

/** A line cut at its web addresses; only those below `baseUrl` are links, or all where it is null. */
function piecesOf(line: string, baseUrl: string | null): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  const addText = (until: number) => {
    if (until > end) pieces.push({ text: line.slice(end, until), href: null })
  }
  for (const { 0: url, index } of line.matchAll(WEB_ADDRESS)) {
    if (baseUrl !== null && !isBelow(url, baseUrl)) continue
    addText(index)
    pieces.push({ text: url, href: url })
    end = index + url.length
  }
  addText(line.length)
  return pieces
}

const ITEM = /^- /u
const CONTINUED = /^ {2,}/u

/** A paragraph of a plain text: lines that begin with '- ' are items, indented ones after them belong to the item. */
function blocksOf(paragraph: string, baseUrl: string | null): MailBlock[] {
  const blocks: MailBlock[] = []
  for (const line of paragraph.split('\n')) {
    const last = blocks.at(-1)
    if (ITEM.test(line)) {
      const item = [piecesOf(line.replace(ITEM, ''), baseUrl)]
      if (last?.kind === 'list') last.items.push(item)
      else blocks.push({ kind: 'list', items: [item] })
    } else if (last?.kind === 'list' && CONTINUED.test(line))
      last.items.at(-1)!.push(piecesOf(line.trim(), baseUrl))
    else if (last?.kind === 'lines') last.lines.push(piecesOf(line, baseUrl))
    else blocks.push({ kind: 'lines', lines: [piecesOf(line, baseUrl)] })
  }
  return blocks
}

/**
 * The paragraphs of a plain text, each of blocks. Addresses below `baseUrl` are links, as they are written; all of the web
 * where it is null.
 */
export const mailParagraphs = (text: string, baseUrl: string | null): MailBlock[][] =>
  text
    .trimEnd()
    .split(/\n(?:[^\S\n]*\n)+/u)
    .map((paragraph) => blocksOf(paragraph, baseUrl))

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/gu, (character) => ESCAPES[character]!)

const pieceHtml = ({ text, href }: Piece) =>
  href === null ? escapeHtml(text) : `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`
const linesHtml = (lines: Piece[][]) => lines.map((line) => line.map(pieceHtml).join('')).join('<br>\n')

/** `dir="auto"`: names and titles may be in a script that is written from right to left. */
const blockHtml = (block: MailBlock) =>
  block.kind === 'lines'
    ? `<p dir="auto">${linesHtml(block.lines)}</p>`
    : `<ul>\n${block.items.map((item) => `<li dir="auto">${linesHtml(item)}</li>`).join('\n')}\n</ul>`

/** One column that needs no picture; programs that drop the style sheet show plain black on white. */
const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; padding: 16px; background: #ffffff; color: #131a25; font: 15px/1.5 'IBM Plex Sans', -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; overflow-wrap: anywhere; }
main { max-width: 600px; margin: 0 auto; }
p { margin: 0 0 16px; }
ul { margin: 0 0 16px; padding: 0 20px; }
li { margin: 0 0 8px; }
a { color: #20468f; }
@media (prefers-color-scheme: dark) {
  body { background: #151b24; color: #e4e9f0; }
  a { color: #9fbef6; }
}`

/** The HTML part of a mail, made from its plain text and saying the same. `baseUrl`: as for mailParagraphs. */
export const mailHtml = (subject: string, text: string, baseUrl: string | null): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
${STYLE}
</style>
</head>
<body>
<main>
${mailParagraphs(text, baseUrl)
  .flatMap((blocks) => blocks.map(blockHtml))
  .join('\n')}
</main>
</body>
</html>
`
