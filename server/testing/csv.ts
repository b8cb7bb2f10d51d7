const BOM = '\ufeff'

/** A comma or an unquoted line break ends a field; an unquoted field contains neither, nor a quote. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n\u2028\u2029]*))(,|\r\n)/uy

/** Parses CSV strictly by RFC 4180; throws on any deviation. */
function records(file: string): string[][] {
  const all: string[][] = []
  let record: string[] = []
  for (let at = 0; at < file.length; at = FIELD.lastIndex) {
    FIELD.lastIndex = at
    const [, quoted, bare, end] = FIELD.exec(file) ?? []
    if (end === undefined) throw new Error(`This is not CSV: ${JSON.stringify(file.slice(at, at + 80))}`)
    record.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    if (end === ',') continue
    all.push(record)
    record = []
  }
  if (record.length > 0) throw new Error('The last line has no end.')
  return all
}

/** The rows of an export by header. Throws without a BOM, on duplicate headers and on rows of another length. */
export function readCsv(file: string): Record<string, string>[] {
  if (!file.startsWith(BOM)) throw new Error('There is no BOM.')
  const [headers = [], ...rows] = records(file.slice(BOM.length))
  if (new Set(headers).size < headers.length) throw new Error(`A header stands twice: ${headers.join(', ')}`)
  return rows.map((row) => {
    if (row.length !== headers.length) throw new Error(`A row has ${row.length} cells: ${row.join(', ')}`)
    return Object.fromEntries(headers.map((header, i) => [header, row[i]!]))
  })
}
