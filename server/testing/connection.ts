import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { TestClient, TestServer } from './test_server.ts'

/** A raw connection to the server, to send what a browser never sends. */
export interface Connection {
  /** Sends the request line, the client's cookies and CSRF token, and these headers. */
  sendHead(method: string, path: string, headers: Record<string, string>): void
  /** Sends part of the body; false when the server has closed the connection. */
  send(bytes: Uint8Array | string): Promise<boolean>
  /** Waits for the response. */
  answer(): Promise<{ status: number; body: string }>
  /** Closes the socket at once. */
  disconnect(): void
}

/** Serves on a free port while `work` runs. */
export async function withConnections<T>(
  { app }: TestServer,
  work: (open: (visit: TestClient) => Promise<Connection>, port: number) => Promise<T>,
) {
  await app.ready()
  await once(app.server.listen(0, '127.0.0.1'), 'listening')
  const { port } = app.server.address() as AddressInfo
  try {
    return await work((visit) => connection(port, visit), port)
  } finally {
    app.server.closeAllConnections()
    await new Promise((closed) => app.server.close(closed))
  }
}

async function connection(port: number, { cookie, csrf }: TestClient): Promise<Connection> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let read = ''
  let told = () => {}
  let drained = () => {}
  socket.on('data', (data) => {
    read += data.toString()
    told()
  })
  socket.on('error', () => undefined)
  socket.on('drain', () => drained())
  socket.on('close', () => {
    told()
    drained()
  })
  return {
    sendHead(method, path, headers) {
      const all = { host: 'localhost', cookie, 'x-xsrf-token': csrf, ...headers }
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
    },
    async send(bytes) {
      if (!socket.writable) return false
      if (!socket.write(bytes))
        await new Promise<void>((resolve) => {
          drained = resolve
        })
      return socket.writable
    },
    async answer() {
      while (!/\r\n\r\n.*\S/su.test(read) && !socket.destroyed)
        await new Promise<void>((resolve) => {
          told = resolve
        })
      const [head = '', body = ''] = read.split('\r\n\r\n')
      return { status: Number(head.split(' ')[1]), body }
    },
    disconnect: () => socket.destroy(),
  }
}
