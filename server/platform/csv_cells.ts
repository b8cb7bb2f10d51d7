/** A comma, a quotation mark, and what one reader or another takes for the end of a line. */
const QUOTED = /[,"\r\n\u2028\u2029]/u

/** Text in which every line, and the cell itself, that a spreadsheet would take for a formula begins with an apostrophe. */
export const defused = (text: string) => text.replace(/^[=+\-@\t＝＋－＠]/gmu, "'$&").replace(/^\r/u, "'\r")

/** A cell as it stands in a file (RFC 4180); one with a line break of any kind is quoted. */
export function written(cell: string | number | null) {
  const said = String(cell ?? '')
  return QUOTED.test(said) ? `"${said.replaceAll('"', '""')}"` : said
}
