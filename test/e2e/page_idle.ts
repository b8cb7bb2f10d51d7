import { expect, type Page, type Request } from '@playwright/test'

/** What a page has asked of the network: how often ever, and what is not answered yet. */
interface Traffic {
  asked: number
  open: Set<Request>
  whenIdle: (() => void)[]
  /** What the page was refused by its own content security policy. */
  refused: string[]
}
const traffic = new WeakMap<Page, Traffic>()

/** Listens to a new page's requests, for `settled`. */
export function watchRequests(page: Page) {
  const seen: Traffic = { asked: 0, open: new Set(), whenIdle: [], refused: [] }
  const close = (request: Request) => {
    seen.open.delete(request)
    if (seen.open.size === 0) for (const resume of seen.whenIdle.splice(0)) resume()
  }
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) seen.refused.push(message.text())
  })
  page.on('request', (request) => {
    seen.asked += 1
    seen.open.add(request)
  })
  page.on('requestfinished', close)
  page.on('requestfailed', close)
  traffic.set(page, seen)
}

/**
 * The page is as it will stay: every request is answered, drawn, moved into place, and led to no other. Nothing of it was
 * refused by its content security policy.
 */
export async function waitUntilIdle(page: Page) {
  const seen = traffic.get(page)!
  let asked: number
  do {
    asked = seen.asked
    if (seen.open.size > 0) await new Promise<void>((resume) => seen.whenIdle.push(resume))
    await page.evaluate(drawn)
  } while (seen.open.size > 0 || seen.asked > asked)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect(seen.refused).toEqual([])
}

/** In the page: every movement that has an end is at it, what follows is drawn, and nothing is left to do. */
async function drawn() {
  const frame = () => new Promise((next) => requestAnimationFrame(next))
  const moving = () =>
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  do {
    await frame()
    for (const one of moving()) one.finish()
    await frame()
  } while (moving().length > 0)
  await new Promise((next) => requestIdleCallback(next, { timeout: 1000 }))
}
