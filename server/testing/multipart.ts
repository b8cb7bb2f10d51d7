import type { TestClient } from './test_server.ts'

const BOUNDARY = 'ao-boundary'

/** Sends a multipart form with a file, repeated `times` times. */
export function sendForm(
  { request }: TestClient,
  path: string,
  file: { name: string; bytes: Uint8Array | string; field?: string },
  fields: Record<string, string> = {},
  times = 1,
) {
  const part = (head: string, content: Uint8Array | string) =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ])
  const body = Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value)),
    ...Array.from({ length: times }, () =>
      part(`name="${file.field ?? 'file'}"; filename="${file.name}"\r\nContent-Type: text/csv`, file.bytes),
    ),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
  return request('POST', path, body, { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` })
}
