import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ask, bringUp, type Cluster } from './cluster.ts'
import { urlOf } from './socket_folder.ts'

/** Between two attempts to bring a dead server up, in ms. */
const AGAIN = 2_000

/** Holds a connection to the server, and brings it up again when it dies. Answers how to let go of it. */
export function guardServer(cluster: Cluster): () => Promise<void> {
  const letGo = new AbortController()
  const { signal } = letGo
  const watch = async () => {
    while (!signal.aborted) {
      await untilLost(cluster, signal)
      if (signal.aborted || (await ask(cluster)) === 'ready') continue
      cluster.log('PostgreSQL has gone; bringing it up again.')
      await bringUp(cluster).catch((error: Error) => cluster.log(error.message))
      await delay(AGAIN, null, { signal }).catch(() => {})
    }
  }
  const ended = watch()
  return () => {
    letGo.abort()
    return ended
  }
}

/** Until a connection of its own ends, or there is none to be had. */
async function untilLost({ socket }: Cluster, signal: AbortSignal) {
  const client = new pg.Client({ connectionString: urlOf(socket, 'postgres'), application_name: 'guard' })
  client.on('error', () => {})
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  const leave = () => void client.end().catch(() => {})
  try {
    await client.connect()
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave)
    await ended
  } catch {
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
