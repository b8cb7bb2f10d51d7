/** Reads lines of JSON from the pieces in which they arrive: tells each as it comes, and keeps the last. */
export function lineReader(told: (line: unknown) => void) {
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
    /** The last line, be it ended or not; undefined when nothing came. */
    last: (): unknown => (text === '' ? last : JSON.parse(text)),
  }
}
