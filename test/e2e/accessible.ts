import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const options: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  // Beside the tags: what a control says is part of its name, and no heading leaves a level out.
  rules: { 'label-content-name-mismatch': { enabled: true }, 'heading-order': { enabled: true } },
  // Names every node of a violation, and spares itself the naming of all that are in order.
  resultTypes: ['violations'],
}

declare global {
  interface Window {
    axe?: { run(options: RunOptions): Promise<AxeResults> }
  }
}

/**
 * WCAG 2.2 AA on the screen as it is, and headings in order: no violation of any rule. Bars at the lower edge are measured at
 * their place below the content: what is half behind one scrolls out of it.
 */
export async function expectAccessible(page: Page) {
  if (await page.evaluate(() => !window.axe)) await page.evaluate(source)
  const found = await page.evaluate(async (options) => {
    const bars = [...document.querySelectorAll<HTMLElement>('[data-bar]')]
    for (const bar of bars) bar.style.position = 'static'
    const { violations } = await window.axe!.run(options)
    for (const bar of bars) bar.style.position = ''
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((n) => `${n.target} ${n.failureSummary}`).join('; ')}`,
    )
  }, options)
  expect(found, `on ${new URL(page.url()).pathname}`).toEqual([])
}
