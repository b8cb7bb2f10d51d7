import type { TestClient } from './test_server.ts'

/** Makes the book of a user and returns its bytes. */
export async function bookOf({ request }: TestClient, query = ''): Promise<Buffer> {
  const address = await request('GET', `/api/panel_book${query}`)
  if (address.statusCode !== 200) throw new Error(address.payload)
  const file = await request('GET', address.json())
  if (file.statusCode !== 200) throw new Error(file.payload)
  return file.rawPayload
}
