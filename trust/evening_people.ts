import { TEXT_NAMES, TEXT_WORDS, TEXTS, type TextName } from '#domain/proposals/fields.ts'
import type { AssignedReport } from '#domain/reports/contract.ts'
import { isTakenOn, REPORT_ACCEPTED, REPORT_REQUESTED } from '#domain/reports/status.ts'
import { type GridContent, openTab } from '#server/testing/two_in_a_grid/tab.ts'
import { toFormData } from '#web/lib/http/body_formats.ts'
import type { RandomChoices, Send } from './evening_requests.ts'

/** All texts of a draft together, in bytes. */
const DRAFT = 20_000
/** One save in so many brings a PDF; one in so many is sent from a tab that is behind. */
const WITH_PDF = 1 / 10
const BEHIND = 1 / 50

const WORDS =
  'we ask what the grains say of water that altered olivine carbonate magnetite organics beam'.split(' ')

const LIMITED = TEXT_NAMES.filter((name) => TEXTS[name].words !== null)

/** So many words. */
const prose = (words: number, chance: RandomChoices) =>
  Array.from({ length: words }, () => chance.one(WORDS)).join(' ')

type Texts = Partial<Record<TextName, string>>

/** The texts of a draft, 20 kB in all: ten as long as may be, and the rest in Remarks. */
function textsOf(chance: RandomChoices): Texts {
  const texts: Texts = {}
  for (const name of LIMITED) texts[name] = prose(TEXT_WORDS, chance)
  const left = DRAFT - Object.values(texts).join('').length
  return {
    ...texts,
    properties: prose(left / 4, chance)
      .slice(0, left)
      .trim(),
  }
}

/** What the form sends, always whole; one of its long texts was rewritten since the last save. */
function draft(texts: Texts, version: number, chance: RandomChoices, pdf: Blob | null) {
  texts[chance.one(LIMITED)] = prose(TEXT_WORDS, chance)
  const samples = Array.from({ length: 5 }, (_, i) => ({ db_type: 1, type: i % 2, any: 1, size: 1 + i / 2 }))
  return {
    version,
    early_career: 1,
    check_organization: 1,
    check_collaborators: 1,
    title: `Hydrated silicates and organics, version ${Math.floor(chance.between(0, 1e9))}`,
    ...texts,
    proposal_collaborator: [1, 2, 3].map((n) => ({
      first_name: 'Mika',
      middle_name: '',
      last_name: `Abe${n}`,
      suffix: '',
      email: `mika${n}@example.org`,
      affiliation: 'Institute of Small Bodies',
    })),
    samples,
    keywords: [1, 2, 3],
    keywords_other: [{ name: 'Aqueous alteration' }],
    methods: [1, 2],
    conditions: [],
    file: pdf,
  }
}

/** Until the evening is over: saves every 5 to 20 s, then submits. Answers the title that was acknowledged last. */
export async function proposer(
  ask: Send,
  proposal_id: number,
  { chance, pdfs, over }: { chance: RandomChoices; pdfs: readonly File[]; over: AbortSignal },
) {
  const path = `/api/proposals/edit/${proposal_id}`
  const load = async () => ((await ask('load the form', 'GET', path)).json() as { version: number }).version
  await chance.think(0, 20)
  let version = await load()
  let title = ''
  const texts = textsOf(chance)
  const save = async (at = version, kind?: string) => {
    const pdf = !kind && chance.happens(WITH_PDF) ? chance.one(pdfs) : null
    const form = draft(texts, at, chance, pdf)
    const meant = kind ? [409] : [200]
    const { status, json } = await ask(
      kind ?? (pdf ? 'save a draft with a PDF' : 'save a draft'),
      'POST',
      path,
      toFormData(form),
      { meant },
    )
    if (status !== 200) return
    version = json().version
    title = form.title
  }
  // Who comes late saves once.
  do {
    if (chance.happens(BEHIND)) {
      await save(version - 1, 'save from a tab that is behind')
      version = await load()
    }
    await save()
    await chance.think(5, 20)
  } while (!over.aborted)
  await ask('check before submit', 'GET', `/api/proposals/check/${proposal_id}`)
  await ask('submit', 'PUT', `/api/proposals/submit/${proposal_id}`, {})
  return { proposal_id, title }
}

/** Until the evening is over: opens one report after the other, sometimes its PDF, and saves it; then submits one. */
export async function reviewer(ask: Send, { chance, over }: { chance: RandomChoices; over: AbortSignal }) {
  const list = async () =>
    (
      (await ask('own list of a reviewer', 'GET', '/api/assigned_proposals')).json() as {
        data: AssignedReport[]
      }
    ).data
  await chance.think(0, 20, over)
  if ((await list()).some(({ status }) => status === REPORT_REQUESTED))
    await ask('accept all reviews', 'POST', '/api/reports/accept_all', {})
  while (!over.aborted) {
    const { id, proposal_id } = chance.one((await list()).filter(({ status }) => isTakenOn(status)))
    const opened = await ask('open a report', 'GET', `/api/assigned_proposals/${id}`)
    if (chance.happens(1 / 10))
      await ask('PDF of a proposal', 'GET', `/api/assigned_proposals/download_proposals/${proposal_id}`)
    await chance.think(5, 20, over)
    const score = () => Math.floor(chance.between(1, 6))
    await ask('save a report', 'PUT', `/api/reports/${id}`, {
      science_score: score(),
      technical_score: score(),
      science_comment_strength: prose(150, chance),
      science_comment_weakness: prose(150, chance),
      technical_comment_strength: prose(150, chance),
      technical_comment_weakness: prose(150, chance),
      version: (opened.json() as { version: number }).version,
    })
    await chance.think(5, 20, over)
  }
  const open = (await list()).find((one) => one.status === REPORT_ACCEPTED && one.science_score !== null)
  if (open) await ask('submit a report', 'PUT', `/api/reports/submit/${open.id}`, {})
}

/** What the office looks at, with the filters of an evening. */
const LISTS = [
  '/api/proposals?term_id=7&submitted=1&sort=title&dir=desc',
  '/api/proposals?term_id=7&not_submitted=1&abstract=grains&page=2',
  '/api/proposals?name=sato1&title=silicates',
  '/api/applicants?term_id=7&name=sato2&sort=created_at',
  '/api/proposers?term_id=7&collaborator_name=abe&not_submitted=1',
  '/api/people?term_id=7&affiliation=institute',
  '/api/reviewers?term_id=7&status=2',
  '/api/users?name=sato',
  '/api/mail_log',
  '/api/audit_log',
]
const FILES = [
  '/api/proposals/download?term_id=7',
  '/api/applicant/download?term_id=7',
  '/api/proposers/download?term_id=7',
  '/api/reviewers/download?term_id=7',
]

/** Until the evening is over: pages lists, opens details, takes a CSV, works in the grid. Answers its tab of the grid. */
export async function officer(
  ask: Send,
  {
    board,
    chance,
    random,
    over,
  }: { board: GridContent; chance: RandomChoices; random: () => number; over: AbortSignal },
) {
  const tab = openTab(
    async (method, path, body, headers) => {
      const save = method === 'POST' && path.startsWith('/api/samples/allocation')
      const kind = save ? 'save the grid' : path.includes('/changes/') ? 'look for changes in the grid' : null
      const {
        status,
        headers: got,
        json,
      } = await ask(
        kind ?? `grid: ${path.replace(/\?.*|\/\d+/gu, '')}`,
        method,
        path,
        body as object | undefined,
        { headers, meant: [200, ...(save ? [409] : [])] },
      )
      return { statusCode: status, headers: Object.fromEntries(got), json }
    },
    board,
    random,
  )
  await tab.load()
  while (!over.aborted) {
    const drawn = chance.between(0, 100)
    if (drawn < 45) {
      const path = chance.one(LISTS)
      await ask(`list ${path.replace(/\?.*/u, '')}`, 'GET', path)
    } else if (drawn < 65)
      await ask('details of a proposal', 'GET', `/api/proposals/${chance.one(board.proposals)}`)
    else if (drawn < 72) {
      const address = (await ask('ask for a CSV', 'GET', chance.one(FILES))).json() as string
      await ask('CSV', 'GET', address)
    } else if (drawn < 80) {
      await ask('grid: rows', 'GET', `/api/proposals/allocation/1?term_id=${board.term_id}`)
      await tab.load()
    } else for (let acts = 0; acts < 5; acts++) await tab.step()
    await chance.think(2, 8, over)
  }
  await tab.save()
  return tab
}
