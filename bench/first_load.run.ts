/**
 * The built screens in a real browser over 1,000 proposals: transferred bytes (size), time until rows are usable (load), and
 * navigation between screens (navigation). Run one: node --import tsx bench/first_load.run.ts load
 */
import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { SCREENS } from '#domain/screens.ts'
import { DRAFTS, fillDatabase, OFFICE, REVIEWERS } from './fixtures.ts'
import { figure, median, printHead, report } from './report.ts'
import { type Screens, withScreens } from './screens.ts'
import { withSystem } from './system.ts'

const SIZE = { terms: 2, proposals: 1_000 }
const LOADS = 9
const STEPS = 6
/** Screens measured in parallel: their size does not depend on time. */
const CONCURRENCY = 4
/** Goals: script and style of /login and what a screen adds to the common files, in kB; a warm step, in ms. */
const LOGIN = 120
const ROUTE = 60
const STEP = 100
/** Time for a new tab to start its processes before the measurement, in ms. */
const TAB_START_MS = 400
/** HotCRP's cold list to its first row in fresh profiles, in ms, and our goals: the same in ms, and files until then. */
const HOTCRP_FIRST_ROW = [350, 381] as const
const COLD = 300
const FILES = [
  ['scripts', /\.js$/u, 3],
  ['style sheets', /\.css$/u, 1],
  ['fonts', /\.woff2?$/u, 2],
] as const
const ROW = 'tr[data-row]'

/** Each proposer has one proposal; the last ones are drafts of the current term. */
const FIRST_PROPOSER = OFFICE + REVIEWERS + 1
const LAST = SIZE.terms * SIZE.proposals + DRAFTS
const USER_IDS = { reviewer: OFFICE + 1, proposer: FIRST_PROPOSER + LAST - 1, past: FIRST_PROPOSER }
const IDS: Record<string, number> = { '/proposals/edit/$id': LAST, '/proposals/oldProposal/$id': 1 }
const SOME_ID = { proposal: SIZE.proposals + 7, other: 2 }

const asked = process.argv.slice(2)
await withSystem(
  (db) => fillDatabase(db, SIZE),
  (ground) =>
    withScreens(ground, async (screens) => {
      printHead()
      for (const [name, part] of Object.entries({
        weigh: measureSizes,
        load: measureColdLoads,
        walk: measureNavigation,
      }))
        if (asked.length === 0 || asked.includes(name)) await part(screens)
    }),
)

/** The user who opens a screen, and its address. */
function visitOf({ path, access }: (typeof SCREENS)[number]): [user: number | null, address: string] {
  const id = IDS[path] ?? (/^.(proposals|reports)/u.test(path) ? SOME_ID.proposal : SOME_ID.other)
  const address = path.replace('$id', String(id)).replace('$token', 'x'.repeat(43))
  if (access === 'public') return [null, address]
  if ((access as readonly string[]).includes('admin')) return [1, address]
  if (path === '/proposals/oldProposal/$id') return [USER_IDS.past, address]
  return [USER_IDS[access[0] as 'reviewer' | 'proposer'], address]
}

/** Bytes by file of the scripts and styles that a cold load requests before its heading is shown. */
async function filesOf(context: BrowserContext, address: string): Promise<Map<string, number>> {
  const page = await context.newPage()
  await page.addInitScript(markFirst, 'h1')
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

/** The size of /login, and what each screen adds to the files shared by all screens of its kind. */
async function measureSizes({ address, fresh }: Screens) {
  const visits: { screen: (typeof SCREENS)[number]; files: Map<string, number> }[] = []
  const left = [...SCREENS]
  const visit = async () => {
    for (let screen = left.shift(); screen; screen = left.shift()) {
      const [user, path] = visitOf(screen)
      visits.push({ screen, files: await filesOf(await fresh(user), address + path) })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, visit))
  const login = kB(visits.find(({ screen }) => screen.path === '/login')!.files.values())
  report({
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
    report({
      what: `what every ${isPublic ? 'public' : 'signed-in'} screen has, kB`,
      ours: figure(kB(all.map((file) => group[0]!.files.get(file)!))),
      goal: '',
      met: null,
    })
  }
  added.sort((a, b) => b.kB - a.kB)
  const heavy = added.filter(({ kB }) => kB > ROUTE)
  report({
    what: `what a screen adds, kB, the most of ${added.length}`,
    ours: figure(added[0]!.kB),
    goal: `<= ${ROUTE} kB: ${heavy.length} are not`,
    met: heavy.length === 0,
  })
  for (const { path, kB } of added.slice(0, 5)) console.log(`  ${figure(kB).padStart(6)} kB  ${path}`)
}

/** Loads an address with an empty cache, until rows are painted. */
async function coldLoad(context: BrowserContext, address: string) {
  const page = await context.newPage()
  await page.addInitScript(markFirst, ROW)
  await setTimeout(TAB_START_MS)
  await page.goto(address, { waitUntil: 'commit' })
  const seen = await page.evaluate(readLoad, ROW)
  await context.close()
  return seen
}

async function measureColdLoads({ address, fresh }: Screens) {
  const loads: Awaited<ReturnType<typeof coldLoad>>[] = []
  for (let i = 0; i < LOADS; i++) loads.push(await coldLoad(await fresh(1), `${address}/proposals`))
  const ms = median(loads.map(({ rows }) => rows))
  const { bytes, files, steps } = loads.at(-1)!
  report({
    what: 'cold list to its first row, ms',
    ours: figure(ms),
    hotcrp: `${HOTCRP_FIRST_ROW[0]} to ${HOTCRP_FIRST_ROW[1]}`,
    goal: `<= ${COLD} ms`,
    met: ms <= COLD,
  })
  report({ what: '  kB until then', ours: figure(bytes / 1000), goal: '', met: null })
  report({ what: '  requests until then', ours: String(files.length), hotcrp: '5', goal: '', met: null })
  for (const [kind, ending, most] of FILES) {
    const count = files.filter((name) => ending.test(name)).length
    report({ what: `  ${kind} of them`, ours: String(count), goal: `<= ${most}`, met: count <= most })
  }
  report({ what: '  of them one after another', ours: String(steps), goal: '', met: null })
}

/** Marks the time at which the first element of `selector` is painted, under the selector's name. */
function markFirst(selector: string) {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return
    observer.disconnect()
    requestAnimationFrame(() => window.setTimeout(() => performance.mark(selector)))
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** When rows were painted, what was received by then, and the longest chain of dependent requests. */
async function readLoad(selector: string) {
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
  return { rows, bytes, files: all.map(({ name }) => name), steps }

  /** The last response received before this request was sent. */
  function before({ startTime }: PerformanceResourceTiming) {
    const earlier = all.filter(({ responseEnd, startTime: began }) => {
      return began < startTime && responseEnd <= startTime
    })
    return earlier.sort((a, b) => b.responseEnd - a.responseEnd)[0]
  }
}

/** Navigation between screens whose code is loaded; their data is requested again. */
async function measureNavigation({ address, fresh }: Screens) {
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
    report({ what: `${name}, warm, ms`, ours: figure(ms), goal: `< ${STEP} ms`, met: ms < STEP })
  }
}

/** Time from a click on a link to the frame in which the next screen shows `sign`, in ms. */
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
