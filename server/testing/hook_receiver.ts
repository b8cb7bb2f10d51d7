import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server, type ServerOptions } from 'node:https'
import { AUTHORITY, certificate } from './certificates/index.ts'

/** What a receiver answers to the n-th request, from 1: a status, or what it does with the answer. */
export type Answer = (n: number, request: IncomingMessage, response: ServerResponse) => number | null

export interface Received {
  id: string
  headers: Record<string, string>
  body: string
  /** The status of the answer. */
  status: number | null
}

/**
 * The settings with which web hooks may go to this machine, and trust the receiver's certificate. Where the
 * system knows localhost by two addresses, Node would give up the receiver's after a quarter of a second.
 */
export const TO_RECEIVER = {
  networks: ['127.0.0.1', '::1'],
  authorities: AUTHORITY,
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
}

/** A receiver of web hooks at https://localhost, which keeps what it was sent. */
export async function aReceiver(answer: Answer = () => 204, options: ServerOptions = certificate('trusted')) {
  const received: Received[] = []
  let count = 0
  const server: Server = createServer(options, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      count++
      const status = answer(count, request, response)
      received.push({
        id: String(request.headers['webhook-id']),
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
        status,
      })
      if (status !== null) response.writeHead(status).end()
    })
  })
  server.on('clientError', (_, socket) => socket.destroy()).on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    received,
    url: `https://localhost:${port}/hook`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
