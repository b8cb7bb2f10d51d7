import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'

/** A proxy that gives every call to the next of its servers, and to another where one takes no connection. */
export async function startRoundRobinProxy(addresses: readonly string[]) {
  const answered = addresses.map(() => 0)
  let turn = 0
  const pass = (call: IncomingMessage, reply: ServerResponse, tries: number) => {
    const at = turn++ % addresses.length
    const { hostname, port } = new URL(addresses[at]!)
    const onward: ClientRequest = request(
      { hostname, port, method: call.method, path: call.url, headers: call.headers, agent: false },
      (answer) => {
        answered[at]!++
        reply.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(reply)
        answer.once('error', () => reply.destroy())
      },
    )
    onward.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED' && tries > 1) pass(call, reply, tries - 1)
      else reply.destroy()
    })
    onward.once('socket', (socket) => socket.once('connect', () => call.pipe(onward)))
  }
  const server = createServer((call, reply) => pass(call, reply, addresses.length))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { address: `http://127.0.0.1:${port}`, answered, close }
}
