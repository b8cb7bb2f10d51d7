import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { processorSeconds } from '../trust/figures.ts'

/** A request; '#n#' in its body is replaced by another number each time. */
export interface LoadRequest {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string
  /** The reply is the address of a file, which is fetched too. */
  fetches?: boolean
}

/** Requests sent in sequence on each connection for some seconds. */
export interface Load {
  address: string
  requests: readonly LoadRequest[]
  connections: number
  seconds: number
}

export interface LoadResult {
  /** Answered requests. */
  count: number
  perSecond: number
  /** In ms. */
  p50: number
  /** The longest answer in bytes. */
  bytes: number
}

const CLIENT = fileURLToPath(new URL('load_client.ts', import.meta.url))

/** Starts the load generator in its own process, so that it does not slow down the server. */
export function startLoadClient() {
  const child: ChildProcess = fork(CLIENT, { execArgv: ['--import', 'tsx'] })
  return {
    async run(load: Load): Promise<LoadResult> {
      child.send(load)
      const [answer] = (await once(child, 'message')) as [LoadResult | { failed: string }]
      if ('failed' in answer) throw new Error(answer.failed)
      return answer
    },
    close: () => void child.kill(),
  }
}

/** Runs a load; besides its result, the processor's time of these processes a request, in ms. */
export async function measureLoad(
  client: ReturnType<typeof startLoadClient>,
  load: Load,
  pids: () => number[],
): Promise<LoadResult & { cpu: number }> {
  const before = processorSeconds(pids())
  const result = await client.run(load)
  return { ...result, cpu: ((processorSeconds(pids()) - before) * 1000) / result.count }
}
