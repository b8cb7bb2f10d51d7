import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import { sessionOf } from '../trust/browser.ts'
import { type System, withServer } from './system.ts'

/** The built screens in a real browser. */
export interface Screens {
  address: string
  browser: Browser
  /** A browser in which the first user is signed in. */
  context: BrowserContext
  /** A new browser profile, signed in as the user unless null. */
  fresh(user_id: number | null): Promise<BrowserContext>
}

export const withScreens = <T>(ground: System, work: (screens: Screens) => Promise<T>) =>
  withServer(ground, async ({ address }) => {
    const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
    try {
      const fresh = async (user_id: number | null) => {
        const context = await browser.newContext({ viewport: { width: 1360, height: 900 } })
        if (user_id === null) return context
        const [name, value] = (await sessionOf(ground.db, user_id)).split('=') as [string, string]
        await context.addCookies([{ name, value, url: address }])
        return context
      }
      return await work({ address, browser, context: await fresh(1), fresh })
    } finally {
      await browser.close()
    }
  })
