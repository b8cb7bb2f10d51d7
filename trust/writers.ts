import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { aProposer, aTerm, aUser } from '#server/builders/people.ts'
import { type Ctx, context, type Services } from '#server/platform/context.ts'
import { pdf } from '#server/platform/pdf/document.ts'
import type { OpenServices } from '#server/process.ts'
import { type Browser, openBrowser, sessionOf } from './browser.ts'

export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What is known of a value that is written again and again: acknowledged last, and sent since without an answer. */
class WrittenValue {
  #acknowledged: string | null
  #unanswered: string[] = []

  constructor(acknowledged: string | null) {
    this.#acknowledged = acknowledged
  }

  sent(value: string) {
    this.#unanswered.push(value)
  }

  acknowledge(value: string) {
    this.#acknowledged = value
    this.#unanswered = []
  }

  /** Whether it may stand so; from now on it is what stands. */
  accepts(value: string | null): boolean {
    const may = value === this.#acknowledged || (value !== null && this.#unanswered.includes(value))
    if (may) {
      this.#acknowledged = value
      this.#unanswered = []
    }
    return may
  }
}

/** A proposer of the run: the cookie of a session, the proposal, and what is known of its title and PDF. */
export interface Proposer {
  session: string
  proposal_id: number
  title: WrittenValue
  file: WrittenValue
}

/** People of a term that is open: a member of the office and so many proposers, each with a session. */
export async function fillPeople({ services }: OpenServices, proposers: number) {
  const nobody = context(services, null)
  await aTerm(nobody)
  const admin = await aUser(nobody, ['admin'])
  const made = await addProposers(services, context(services, admin), proposers)
  const { count } = await services.db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { office: await sessionOf(services.db, admin.id), proposers: made, mails: count }
}

/** So many proposers of the current term, each with a session. */
export async function addProposers(services: Services, office: Ctx, count: number): Promise<Proposer[]> {
  const made: Proposer[] = []
  for (let i = 0; i < count; i++) {
    const { actor, proposal_id } = await aProposer(office)
    const { title } = await services.db
      .selectFrom('proposals')
      .select('title')
      .where('id', '=', proposal_id)
      .executeTakeFirstOrThrow()
    const session = await sessionOf(services.db, actor.id)
    made.push({ session, proposal_id, title: new WrittenValue(title), file: new WrittenValue(null) })
  }
  return made
}

/** A few PDFs that differ, to be uploaded. */
export const createPdfs = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, i) => pdf(`Plan ${i}`, (page) => page.paragraph(`This is plan ${i}.`))),
  )

/** What was answered how often, and what of it nobody expects. */
export class Tally {
  readonly answers: Record<string, number> = {}
  readonly faults: string[] = []
  /** E-mails of Notices that were acknowledged. */
  readonly notices: string[] = []

  count(what: string) {
    this.answers[what] = (this.answers[what] ?? 0) + 1
  }
}

/** Pause between two actions of a person, in ms. */
const PAUSE = 10
/** So many of the saves bring a PDF. */
const UPLOADS = 0.1
/** The system says that it cannot write just now. */
const UNAVAILABLE = 503

interface WriterLoad {
  address: string
  proposers: readonly Proposer[]
  pdfs: readonly Buffer[]
  tally: Tally
  random: () => number
  /** Answers that are no fault here, beside 503. */
  expectedStatuses?: readonly number[]
}

/**
 * Proposers save drafts and upload PDFs, a visitor files Notices, until `end` is aborted. What is acknowledged is noted
 * down; what gets no answer may have been done or not.
 */
export async function runWriters(load: WriterLoad, end: AbortSignal) {
  await Promise.all([...load.proposers.map((one) => saveDrafts(load, one, end)), fileNotices(load, end)])
}

async function saveDrafts(
  { address, pdfs, tally, random, expectedStatuses = [] }: WriterLoad,
  proposer: Proposer,
  end: AbortSignal,
) {
  let browser: Browser | null = null
  while (!end.aborted) {
    await setTimeout(PAUSE)
    const form = new FormData()
    const title = `Water in grains, version ${Math.floor(random() * 1e9)}`
    form.set('title', title)
    const pdf = random() < UPLOADS ? pdfs[Math.floor(random() * pdfs.length)]! : null
    if (pdf) form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'plan.pdf')
    try {
      browser ??= await openBrowser(address, proposer.session)
      proposer.title.sent(title)
      if (pdf) proposer.file.sent(digestOf(pdf))
      const { status, json } = await browser('POST', `/api/proposals/edit/${proposer.proposal_id}`, form)
      tally.count(`save: ${status}`)
      if (status === 200 && json().result === 1) {
        proposer.title.acknowledge(title)
        if (pdf) proposer.file.acknowledge(digestOf(pdf))
      } else if (status !== UNAVAILABLE && !expectedStatuses.includes(status))
        tally.faults.push(`a save was answered ${status} ${JSON.stringify(json())}`)
    } catch {
      tally.count('save: no answer')
      browser = null
    }
  }
}

async function fileNotices({ address, tally, random, expectedStatuses = [] }: WriterLoad, end: AbortSignal) {
  let browser: Browser | null = null
  while (!end.aborted) {
    await setTimeout(PAUSE)
    const email = `visitor${Math.floor(random() * 1e12)}@example.org`
    const notice = {
      methods: 'add',
      first_name: 'Akari',
      middle_name: '',
      last_name: 'Sato',
      suffix: '',
      email,
      affiliation: 'Institute of Small Bodies',
      early_career: 0,
      proposal_title: 'Organic matter of small bodies',
      proposal_abstract: 'We ask what the grains say of the water they met.',
      collaborators: [],
    }
    try {
      browser ??= await openBrowser(address)
      const { status, json } = await browser('POST', '/api/applicants/create', notice)
      tally.count(`notice: ${status}`)
      if (status === 200 && json().result === 1) tally.notices.push(email)
      else if (status !== UNAVAILABLE && !expectedStatuses.includes(status))
        tally.faults.push(`a Notice was answered ${status} ${JSON.stringify(json())}`)
    } catch {
      tally.count('notice: no answer')
      browser = null
    }
  }
}

/** Holds every proposer's title and PDF, as a browser gets them, against what was acknowledged. */
export async function checkDrafts({ address, proposers, tally }: Omit<WriterLoad, 'pdfs' | 'random'>) {
  for (const { session, proposal_id, title, file } of proposers) {
    const browser = await openBrowser(address, session)
    const draft = await browser('GET', `/api/proposals/edit/${proposal_id}`)
    const stands = draft.status === 200 ? draft.json() : { title: `answered ${draft.status}` }
    if (!title.accepts(stands.title))
      tally.faults.push(`proposal ${proposal_id}: the title is '${stands.title}'`)
    const kept = await browser('GET', `/api/proposals/download_proposal/${proposal_id}`)
    const digest = kept.status === 200 ? digestOf(kept.bytes) : null
    if (!file.accepts(digest))
      tally.faults.push(`proposal ${proposal_id}: the PDF is another (${kept.status})`)
  }
}
