import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ask, bringUp, type Cluster } from './cluster.ts'
import { fileOf, socketFolder, urlOf } from './socket_folder.ts'

/** Between two attempts to bring a dead server up, and two looks at its socket, in ms. */
const AGAIN = 2_000

/**
 * Holds a connection to the server, and brings it up again when it dies or its socket is deleted, which lets nobody new
 * in. Answers how to let go of it.
 */
export function guardServer(cluster: Cluster): () => Promise<void> {
  const letGo = new AbortController()
  const { signal } = letGo
  const watch = async () => {
    while (!signal.aborted) {
      await untilLost(cluster, signal)
      if (signal.aborted || (await ask(cluster)) === 'ready') continue
      cluster.log('PostgreSQL has gone; bringing it up again.')
      await again(cluster, signal).catch((error: Error) => cluster.log(error.message))
      await delay(AGAIN, null, { signal }).catch(() => {})
    }
  }
  const ended = watch()
  return () => {
    letGo.abort()
    return ended
  }
}

/** The folder of the socket may have been cleaned away with it. */
async function again(cluster: Cluster, signal: AbortSignal) {
  socketFolder(cluster.base, cluster.runner)
  await bringUp(cluster, signal)
}

/** Until a connection of its own ends, there is none to be had, or nobody finds the way to one any more. */
async function untilLost({ socket }: Cluster, signal: AbortSignal) {
  const client = new pg.Client({ connectionString: urlOf(socket, 'postgres'), application_name: 'guard' })
  client.on('error', () => {})
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  const leave = () => void client.end().catch(() => {})
  const look = setInterval(() => existsSync(fileOf(socket)) || leave(), AGAIN)
  try {
    await client.connect()
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave)
    await ended
  } catch {
  } finally {
    clearInterval(look)
    signal.removeEventListener('abort', leave)
  }
}
