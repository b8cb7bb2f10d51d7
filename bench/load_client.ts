import { Agent, request } from 'node:http'
import { quantile } from '../trust/figures.ts'
import type { Load, LoadRequest, LoadResult } from './load.ts'

/** The load generator's process: receives loads from its parent and sends back their results. */
let number = 0

process.on('message', (load: Load) => {
  run(load)
    .then((taken) => process.send!(taken))
    .catch((error: Error) => process.send!({ failed: error.message }))
})

async function run({ address, requests: calls, connections, seconds }: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let bytes = 0
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async (_, own) => {
      for (let at = own; performance.now() < end; at += connections) {
        const before = performance.now()
        bytes = Math.max(bytes, await sendOne(address, agent, calls[at % calls.length]!))
        times.push(performance.now() - before)
      }
    }),
  )
  const took = (performance.now() - start) / 1000
  agent.destroy()
  return { count: times.length, perSecond: times.length / took, p50: quantile(times, 0.5), bytes }
}

/** Sends a request and fetches the file it names; returns the bytes of the last reply. */
async function sendOne(address: string, agent: Agent, call: LoadRequest): Promise<number> {
  const body = call.body?.replaceAll('#n#', String(++number))
  const answer = await send(address, agent, call, body, call.fetches)
  if (!call.fetches) return answer.bytes
  const path = JSON.parse(answer.text) as string
  return (await send(address, agent, { method: 'GET', path, headers: call.headers ?? {} })).bytes
}

/** Throws unless the reply is 200 and not a refusal. */
function send(
  address: string,
  agent: Agent,
  { method, path, headers }: LoadRequest,
  body?: string,
  whole = false,
) {
  return new Promise<{ bytes: number; text: string }>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const sent = request(address + path, { agent, method, headers: { ...headers, ...length } }, (reply) => {
      const kept: Buffer[] = []
      let bytes = 0
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (whole || reply.statusCode !== 200 || bytes < 100) kept.push(chunk)
      })
      reply.on('error', reject)
      reply.on('end', () => {
        const text = Buffer.concat(kept).toString()
        if (reply.statusCode === 200 && !text.startsWith('{"result":0')) resolve({ bytes, text })
        else reject(new Error(`${method} ${path} was answered ${reply.statusCode} ${text.slice(0, 300)}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
