import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import type { DistinctScene } from '#server/testing/distinct/scene.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { type BrowserWindow, withBrowser } from '#web/testing.tsx'
import { settled, watchRequests } from './settled.ts'

export interface Screen extends BrowserWindow {
  requests: { pending: number }
}

export interface Stage {
  server: TestServer
  scene: DistinctScene
  /** Opens 'admin /proposals/detail/:open' with the ids of the scene, and waits until it is there. */
  open(screen: string, prepare?: () => void): Promise<Screen>
}

/** One scene for all tests of a file, because making it takes longer than most of them. What a test writes is undone. */
export function stageOf(create: (server: TestServer) => Promise<DistinctScene>): Stage {
  const stage = {} as Stage & { window: (actor?: Actor) => Promise<BrowserWindow> }
  let leave!: () => void
  let ended: Promise<void>

  beforeAll(async () => {
    const left = new Promise<void>((resolve) => (leave = resolve))
    await new Promise<void>((resolve, reject) => {
      ended = withBrowser(async (server, window) => {
        Object.assign(stage, { server, window, scene: await create(server) })
        resolve()
        await left
      })
      ended.catch(reject)
    })
  })
  beforeEach(async () => {
    localStorage.clear()
    sessionStorage.clear()
    await sql`savepoint test`.execute(stage.server.db)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await sql`rollback to savepoint test`.execute(stage.server.db)
  })
  afterAll(async () => {
    leave()
    await ended
  })

  stage.open = async (screen, prepare = () => {}) => {
    const { actors, ids } = stage.scene
    const [who, path] = screen.split(' ') as [string, string]
    const browser = await stage.window(actors[who as keyof typeof actors])
    const requests = watchRequests()
    prepare()
    browser.open(path.replace(/:(\w+)/gu, (_, name) => String(ids[name])))
    await settled(requests)
    return { ...browser, requests }
  }
  return stage
}
