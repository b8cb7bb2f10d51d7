/** A value as multipart fields named `a[0][b]`; null and undefined are left out. */
export function toFormData(value: object): FormData {
  const data = new FormData()
  for (const [name, item] of Object.entries(value)) add(data, name, item)
  return data
}

function add(data: FormData, name: string, value: unknown) {
  if (value === undefined || value === null) return
  if (value instanceof Blob) data.append(name, value)
  else if (typeof value === 'object')
    for (const [key, item] of Object.entries(value)) add(data, `${name}[${key}]`, item)
  else data.append(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value))
}

/** Parses lines of JSON from the chunks of a response: calls back for each line and keeps the last. */
export function jsonLineReader(told: (line: unknown) => void) {
  const decoder = new TextDecoder()
  let text = ''
  let last: unknown
  return {
    read(piece: Uint8Array) {
      const lines = (text + decoder.decode(piece, { stream: true })).split('\n')
      text = lines.pop()!
      for (const line of lines) {
        last = JSON.parse(line)
        told(last)
      }
    },
    /** The last line, with or without a line end; undefined if there was none. */
    last: (): unknown => (text === '' ? last : JSON.parse(text)),
  }
}
