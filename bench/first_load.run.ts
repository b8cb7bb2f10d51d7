/**
 * The built screens in a real browser over 1,000 proposals: what is transferred (weigh), how long until rows can be used
 * (load), and how long it takes to go on from there (walk). Run one: node --import tsx bench/first_load.run.ts load
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { SCREENS } from '#domain/screens.ts'
import { buildBarePage } from './bare_page.ts'
import { type Ground, onGround, peered } from './ground.ts'
import { figure, head, median, tell } from './report.ts'
import { type Screens, withScreens } from './screens.ts'
import { DRAFTS, OFFICE, REVIEWERS, stock } from './stock.ts'

const SIZE = { terms: 2, proposals: 1_000 }
const LOADS = 9
const STEPS = 6
/** Screens that are weighed at once: bytes take no time. */
const AT_ONCE = 4
/** At most: script and style of /login, what a screen adds to what all have, in kB; a cold load and a step, in ms. */
const LOGIN = 120
const ROUTE = 60
const COLD = 350
const STEP = 100
/** A new tab starts processes of its own; what a page takes is looked at once they are there, in ms. */
const TAB = 400
/** HotCRP's cold load of its list, of record, in ms and kB. */
const HOTCRP = { ms: 664, kB: 322 }
const ROW = 'tr[data-row]'

/** Of each proposer one proposal; the last ones are drafts of the current term. */
const FIRST_PROPOSER = OFFICE + REVIEWERS + 1
const LAST = SIZE.terms * SIZE.proposals + DRAFTS
const WHO = { reviewer: OFFICE + 1, proposer: FIRST_PROPOSER + LAST - 1, past: FIRST_PROPOSER }
const IDS: Record<string, number> = { '/proposals/edit/$id': LAST, '/proposals/oldProposal/$id': 1 }
const SOME_ID = { proposal: SIZE.proposals + 7, other: 2 }

const asked = process.argv.slice(2)
await onGround(
  (db) => stock(db, SIZE),
  (ground) =>
    withScreens(ground, async (screens) => {
      head()
      for (const [name, part] of Object.entries({ weigh, load, walk }))
        if (asked.length === 0 || asked.includes(name)) await part(screens, ground)
    }),
)

/** Who opens a screen, and at which address. */
function visitOf({ path, access }: (typeof SCREENS)[number]): [user: number | null, address: string] {
  const id = IDS[path] ?? (/^.(proposals|reports)/u.test(path) ? SOME_ID.proposal : SOME_ID.other)
  const address = path.replace('$id', String(id)).replace('$token', 'x'.repeat(43))
  if (access === 'public') return [null, address]
  if ((access as readonly string[]).includes('admin')) return [1, address]
  if (path === '/proposals/oldProposal/$id') return [WHO.past, address]
  return [WHO[access[0] as 'reviewer' | 'proposer'], address]
}

/** Scripts and styles that a cold load of an address asks for before its heading stands: bytes by file. What comes in a pause after is none. */
async function filesOf(context: BrowserContext, address: string): Promise<Map<string, number>> {
  const page = await context.newPage()
  await page.addInitScript(note, 'h1')
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const files = await page.evaluate(async () => {
    while (performance.getEntriesByName('h1').length === 0)
      await new Promise((resolve) => window.setTimeout(resolve, 10))
    const stood = performance.getEntriesByName('h1')[0]!.startTime
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return all
      .filter(({ name, startTime }) => /\.(js|css)$/u.test(name) && startTime <= stood)
      .map(({ name, encodedBodySize }) => [name, encodedBodySize] as const)
  })
  await context.close()
  return new Map(files)
}

function kB(files: Iterable<number>) {
  return [...files].reduce((sum, size) => sum + size, 0) / 1000
}

/** What /login transfers, and what each screen adds to what every screen of its kind has. */
async function weigh({ address, fresh }: Screens) {
  const visits: { screen: (typeof SCREENS)[number]; files: Map<string, number> }[] = []
  const left = [...SCREENS]
  const visit = async () => {
    for (let screen = left.shift(); screen; screen = left.shift()) {
      const [user, path] = visitOf(screen)
      visits.push({ screen, files: await filesOf(await fresh(user), address + path) })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visit))
  const login = kB(visits.find(({ screen }) => screen.path === '/login')!.files.values())
  tell({
    what: '/login, script and style, kB',
    ours: figure(login),
    goal: `<= ${LOGIN} kB`,
    met: login <= LOGIN,
  })
  const added: { path: string; kB: number }[] = []
  for (const isPublic of [true, false]) {
    const group = visits.filter(
      ({ screen: { path, access } }) => path !== '/login' && (access === 'public') === isPublic,
    )
    const all = [...group[0]!.files.keys()].filter((file) => group.every(({ files }) => files.has(file)))
    for (const { screen, files } of group) {
      const own = [...files].filter(([file]) => !all.includes(file))
      added.push({ path: screen.path, kB: kB(own.map(([, size]) => size)) })
    }
    tell({
      what: `what every ${isPublic ? 'public' : 'signed-in'} screen has, kB`,
      ours: figure(kB(all.map((file) => group[0]!.files.get(file)!))),
      goal: '',
      met: null,
    })
  }
  added.sort((a, b) => b.kB - a.kB)
  const heavy = added.filter(({ kB }) => kB > ROUTE)
  tell({
    what: `what a screen adds, kB, the most of ${added.length}`,
    ours: figure(added[0]!.kB),
    goal: `<= ${ROUTE} kB: ${heavy.length} are not`,
    met: heavy.length === 0,
  })
  for (const { path, kB } of added.slice(0, 5)) console.log(`  ${figure(kB).padStart(6)} kB  ${path}`)
}

/** A load of an address in a browser that has seen nothing, to rows that are painted. */
async function coldLoad(context: BrowserContext, address: string) {
  const page = await context.newPage()
  await page.addInitScript(note, ROW)
  await setTimeout(TAB)
  await page.goto(address, { waitUntil: 'commit' })
  const seen = await page.evaluate(whatCame, ROW)
  await context.close()
  return seen
}

/** Cold loads of the proposals list and, in turn, of a bare page of the same libraries and rows. */
async function load({ address, fresh }: Screens, ground: Ground) {
  const ours: Awaited<ReturnType<typeof coldLoad>>[] = []
  const bare: typeof ours = []
  const folder = mkdtempSync(join(tmpdir(), 'ao-bare-page-'))
  const inTurn = async (peer: string) => {
    for (let i = 0; i < LOADS; i++) {
      ours.push(await coldLoad(await fresh(1), `${address}/proposals`))
      bare.push(await coldLoad(await fresh(null), `${peer}/?user=1&term_id=${SIZE.terms}`))
    }
  }
  try {
    await buildBarePage(folder)
    await peered(ground, (peer) => inTurn(peer.address), folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
  const [ms, floor] = [ours, bare].map((loads) => median(loads.map(({ rows }) => rows))) as [number, number]
  const { bytes, steps } = ours.at(-1)!
  const what = `cold load to rows, ms (${LOADS}), ${figure(bytes / 1000)} kB`
  const peer = `${figure(floor)}, ${figure(bare.at(-1)!.bytes / 1000)} kB`
  const of = `${HOTCRP.ms}, ${HOTCRP.kB} kB`
  const line = { what, ours: figure(ms), peer }
  tell({ ...line, goal: `< ${COLD} ms`, met: ms < COLD })
  tell({ ...line, hotcrp: of, goal: `< half of HotCRP's ${HOTCRP.ms} ms`, met: ms < HOTCRP.ms / 2 })
  tell({ what: '  serial steps to the rows', ours: String(steps), goal: '', met: null })
}

/** Marks, by its selector, when the first of something is painted. */
function note(selector: string) {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return
    observer.disconnect()
    requestAnimationFrame(() => window.setTimeout(() => performance.mark(selector)))
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** When the rows were painted, what came until then, and how many requests had to wait for one another. */
async function whatCame(selector: string) {
  while (performance.getEntriesByName(selector).length === 0)
    await new Promise((resolve) => window.setTimeout(resolve, 10))
  const rows = performance.getEntriesByName(selector)[0]!.startTime
  const page = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming
  const all = [page, ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[])].filter(
    ({ responseEnd }) => responseEnd <= rows,
  )
  const bytes = all.reduce((sum, { transferSize }) => sum + transferSize, 0)
  let steps = 0
  for (
    let last = all.find(({ name }) => name.includes('/api/proposals?'));
    last;
    steps++, last = before(last)
  );
  return { rows, bytes, steps }

  /** Of what had come when it was asked for, what came last. */
  function before({ startTime }: PerformanceResourceTiming) {
    const earlier = all.filter(({ responseEnd, startTime: began }) => {
      return began < startTime && responseEnd <= startTime
    })
    return earlier.sort((a, b) => b.responseEnd - a.responseEnd)[0]
  }
}

/** Steps from screen to screen whose parts are there already; the data of each is asked for anew. */
async function walk({ address, fresh }: Screens) {
  const page = await (await fresh(1)).newPage()
  await page.goto(`${address}/proposals`)
  await page.locator(ROW).first().waitFor()
  const taken: Record<string, number[]> = {
    'list to detail': [],
    'detail to list': [],
    'list to another list': [],
  }
  for (let i = 0; i <= STEPS; i++) {
    const ways: [keyof typeof taken, string, string][] = [
      ['list to detail', `${ROW}:nth-of-type(${i + 2}) a[href*="/proposals/detail/"]`, '[role=tabpanel]'],
      ['detail to list', 'nav[aria-label="Main menu"] a[href^="/proposals"]', ROW],
      ['list to another list', 'nav[aria-label="Main menu"] a[href^="/reviewers"]', ROW],
    ]
    for (const [name, link, sign] of ways) {
      const ms = await step(page, link, sign)
      if (i > 0) taken[name]!.push(ms)
    }
    await step(page, 'nav[aria-label="Main menu"] a[href^="/proposals"]', ROW)
  }
  for (const [name, times] of Object.entries(taken)) {
    const ms = median(times)
    tell({ what: `${name}, warm, ms`, ours: figure(ms), goal: `< ${STEP} ms`, met: ms < STEP })
  }
}

/** From a press of a link to the frame in which the next screen shows the sign that it can be used. */
async function step(page: Page, link: string, sign: string): Promise<number> {
  await page.locator(link).first().waitFor()
  await page.waitForTimeout(300)
  return page.evaluate(
    async ({ link, sign }) => {
      const was = location.pathname
      const before = performance.now()
      document.querySelector<HTMLElement>(link)!.click()
      while (
        location.pathname === was ||
        document.querySelector(`main ${sign}`) === null ||
        document.querySelector('main .mantine-Skeleton-root') !== null
      )
        await new Promise(requestAnimationFrame)
      await new Promise((resolve) => window.setTimeout(resolve))
      return performance.now() - before
    },
    { link, sign },
  )
}
