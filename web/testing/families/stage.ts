import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import type { Sources } from '#server/testing/distinct/values.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { type BrowserWindow, withBrowser } from '#web/testing.tsx'
import { settled, watchRequests } from './settled.ts'

export interface Screen extends BrowserWindow {
  requests: { pending: number }
}

export interface Scene {
  actors: Readonly<Record<string, Actor>>
  ids: Readonly<Record<string, number | string>>
  sources: Sources
}

export interface Stage {
  server: TestServer
  scene: Scene
  /** 'Peek :open' with the ids of the scene. */
  fill(text: string): string
  /** Opens 'admin /proposals/detail/:open' with the ids of the scene, and waits until it is there. */
  open(screen: string, prepare?: () => void): Promise<Screen>
}

/** One scene for all tests of a file, because making it takes longer than most of them. What a test writes is undone. */
export function stageOf(create: (server: TestServer) => Promise<Scene>): Stage {
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

  stage.fill = (text) => text.replace(/:([a-z]\w*)/gu, (_, name) => String(stage.scene.ids[name]))
  stage.open = async (screen, prepare = () => {}) => {
    const [who, path] = screen.split(' ') as [string, string]
    const browser = await stage.window(stage.scene.actors[who])
    const requests = watchRequests()
    prepare()
    browser.open(stage.fill(path))
    await settled(requests)
    return { ...browser, requests }
  }
  return stage
}
