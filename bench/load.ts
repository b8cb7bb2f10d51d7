import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** One call as it goes over the wire; '#n#' in its body is another number each time. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string
  /** It answers the address of a file, which is fetched too. */
  fetches?: boolean
}

/** Calls for a while, each connection its own share of them, one after the other. */
export interface Load {
  address: string
  calls: readonly Call[]
  connections: number
  seconds: number
}

export interface Taken {
  perSecond: number
  /** In ms. */
  p50: number
  /** The longest answer in bytes. */
  bytes: number
}

const CLIENT = fileURLToPath(new URL('load_client.ts', import.meta.url))

/** A process that asks, so that who asks and who measures take no turn from who answers. */
export function openClient() {
  const child: ChildProcess = fork(CLIENT, { execArgv: ['--import', 'tsx'] })
  return {
    async run(load: Load): Promise<Taken> {
      child.send(load)
      const [answer] = (await once(child, 'message')) as [Taken | { failed: string }]
      if ('failed' in answer) throw new Error(answer.failed)
      return answer
    },
    close: () => void child.kill(),
  }
}
