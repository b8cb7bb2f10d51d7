import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createDistinctScene } from '#server/testing/distinct/scene.ts'
import { tracer } from '#server/testing/distinct/values.ts'
import { type BrowserWindow, withBrowser } from '#web/testing.tsx'
import { labelledTexts, partsOf } from './read_screen.ts'
import { settled, watchRequests } from './settled.ts'
import { SHOWN } from './shown_values.ts'

/** Shown where a value is missing or is a label; times that pass and texts of ours are not. */
const isPlain = (text: string) => text.length < 25 && !/day|·|\d{4}-/u.test(text)

/** 'proposer.name proposer.email' as 'proposer.name,email'. */
const shortened = (sources: readonly string[]) =>
  sources.reduce((text, source) => {
    const [object, column] = source.split('.')
    const last = text.split(' ').at(-1)!
    return last.startsWith(`${object}.`) ? `${text},${column}` : `${text} ${source}`.trim()
  }, '')

type Trace = ReturnType<typeof tracer>

/** A line for each label of the screen, with the columns whose values it shows, and the cells of a table's column. */
function shownValues(trace: Trace): string[] {
  const lines = new Map<string, string[]>()
  for (const { label, text, cell } of labelledTexts(document.querySelector('main')!)) {
    const found = shortened(trace(text)) || (cell && isPlain(text) ? `'${text}'` : '')
    const name = trace(label).some((one) => one.includes('.')) ? shortened(trace(label)) : label
    if (found !== '' && name !== '') lines.set(name, [...(lines.get(name) ?? []), found])
  }
  return [...lines].map(([label, found]) => `${label}: ${found.join(' / ')}`)
}

/** Opens what is folded: all details, and the preview of the first row. */
async function unfold({ user, path }: BrowserWindow, requests: { pending: number }) {
  const details = path().includes('tab=')
    ? undefined
    : [...document.querySelectorAll('button')].find((one) => one.textContent === 'All details')
  const peek = document.querySelector('[data-peeks]')
  for (const button of [details, peek]) if (button) await user.click(button)
  if (details || peek) await settled(requests)
}

/** The values in each row of the lists, as a table or as cards. */
const rowsShown = (trace: Trace) =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLElement>('main [data-row]')].map((row) => [
      row.dataset.row,
      // The labels of a card's facts are no values.
      trace(partsOf(row))
        .filter((source) => !source.endsWith(':'))
        .sort(),
    ]),
  )

/** The same screen as it is on a phone. */
function onPhone() {
  const media = window.matchMedia
  window.matchMedia = (query) => Object.assign(media(query), { matches: query.includes('max-width: 639') })
}

/** The lists, whose rows are cards on a phone. */
const LISTS = [
  'admin /proposers/applicant',
  'admin /proposers',
  'admin /proposers/collaborators',
  'admin /proposals',
  'colleague /proposals',
  'admin /proposals/reviewers',
  'admin /proposals/assigned_samples',
  'admin /users',
  'admin /reviewers',
  'colleague /reviewers',
  'admin /mail-log?state=failed',
  'admin /audit-log?object=applicant',
  'admin /group-mail',
  'admin /masters/keywords',
  'admin /samples',
  'admin /samples/assigned',
  'first /proposals/assigned_proposals',
  'admin /reviewers/detail/:asked_user',
  'proposer /proposals/myproposal?tab=tab-2',
  'admin /samples/history/:particle',
]

interface Seen {
  shown: Record<string, string[]>
  /** The rows of the lists, as tables and as cards. */
  tables: Record<string, Record<string, string[]>>
  cards: Record<string, Record<string, string[]>>
}

/** A list is there once it has rows. */
async function opened(screen: string, requests: { pending: number }) {
  if (LISTS.includes(screen))
    await waitFor(() => {
      if (!document.querySelector('main [data-row]')) throw new Error(`${screen} has no rows.`)
    })
  await settled(requests)
}

/** Opens each screen, and each list on a phone too. */
async function openScreens(): Promise<Seen> {
  const seen: Seen = { shown: {}, tables: {}, cards: {} }
  await withBrowser(async (server, window) => {
    const scene = await createDistinctScene(server)
    const trace = tracer(scene.sources)
    for (const screen of Object.keys(SHOWN)) {
      const [who, path] = screen.split(' ') as [keyof typeof scene.actors, string]
      const address = path.replace(/:(\w+)/gu, (_, name) => String(scene.ids[name]))
      const browser = await window(scene.actors[who])
      const requests = watchRequests()
      browser.open(address)
      await opened(screen, requests)
      if (LISTS.includes(screen)) seen.tables[screen] = rowsShown(trace)
      await unfold(browser, requests)
      seen.shown[screen] = shownValues(trace)
      if (!LISTS.includes(screen)) continue
      await window(scene.actors[who])
      const again = watchRequests()
      onPhone()
      browser.open(address)
      await opened(screen, again)
      seen.cards[screen] = rowsShown(trace)
    }
  })
  return seen
}

let all: Promise<Seen> | undefined
const seen = () => {
  all ??= openScreens()
  return all
}

test('every detail, cell and field shows the value of its label, and no other', async () => {
  const { shown } = await seen()
  for (const [screen, lines] of Object.entries(SHOWN))
    expect.soft(shown[screen], screen).toEqual(lines.trim().split(/\n */u))
}, 300_000)

test('a card on a phone shows what the row of the table shows', async () => {
  const { tables, cards } = await seen()
  for (const screen of LISTS) {
    expect.soft(Object.keys(tables[screen]!), screen).not.toEqual([])
    expect.soft(cards[screen], screen).toEqual(tables[screen])
  }
}, 300_000)
