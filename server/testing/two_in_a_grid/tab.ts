import type { GridChanges } from '#domain/allocation/contract.ts'

type Assignment = GridChanges['assignments'][number]
type Change = GridChanges['changed'][number]['change']
/** A change acknowledged to a tab; `priority` of an assigned or moved sample. */
export interface Acknowledged {
  change: Change
  sample_id: number
  proposal_id: number
  priority: number | null
}

interface Reply {
  statusCode: number
  headers: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: an answer of whatever call
  json(): any
}
export type Request = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>

/** Samples of one grid, proposals, and the priorities of their requests. */
export interface GridContent {
  term_id: number
  samples: readonly number[]
  proposals: readonly number[]
  priorities: readonly number[]
}

type Pending = { kind: 'tick' | 'move'; priority: number | null } | { kind: 'untick' }

/**
 * A particle grid in a browser tab, behaving as the screen does: changes are collected, kept when others save, and sent
 * with the version they were made on. Changes that are already done or conflict with a confirmation are dropped.
 */
export function openTab(request: Request, board: GridContent, random: () => number) {
  const { term_id, samples, proposals, priorities } = board
  const acknowledged: Acknowledged[] = []
  const answers: Record<string, number> = {}
  const pending = new Map<string, Pending>()
  let standing = new Map<string, Assignment>()
  let etag = ''

  const among = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const key = (pair: { sample_id: number; proposal_id: number }) => `${pair.sample_id} ${pair.proposal_id}`
  const pairOf = (one: string) => {
    const [sample_id, proposal_id] = one.split(' ').map(Number) as [number, number]
    return { sample_id, proposal_id }
  }
  const confirmed = ({ sample_id }: { sample_id: number }) =>
    [...standing.values()].some((one) => one.sample_id === sample_id && one.status === 1)
  const open = () => [...standing.values()].filter(({ status }) => status === 0)
  const priority = () => among([null, ...priorities]) ?? null

  const see = (state: { assignments: Assignment[]; etag: string }) => {
    standing = new Map(state.assignments.map((one) => [key(one), one]))
    etag = state.etag
    for (const [one, change] of pending) if (isMoot(one, change)) pending.delete(one)
  }
  /** The change is already done, has lost its assignment, or conflicts with a confirmation. */
  const isMoot = (one: string, change: Pending) => {
    const stands = standing.get(one)
    if (change.kind === 'tick') return stands !== undefined || confirmed(pairOf(one))
    if (stands?.status !== 0) return true
    return change.kind === 'move' && (stands.priority === change.priority || confirmed(pairOf(one)))
  }
  const count = (what: string) => {
    answers[what] = (answers[what] ?? 0) + 1
  }
  const query = `?term_id=${term_id}`

  async function load() {
    const reply = await request('GET', `/api/samples/allocation/1${query}`)
    const assignments = (reply.json() as { id: number; assigned_sample: Assignment[] }[]).flatMap(
      ({ id, assigned_sample }) => assigned_sample.map((one) => ({ ...one, sample_id: id })),
    )
    see({ assignments, etag: String(reply.headers.etag) })
  }

  async function look() {
    const path = `/api/samples/allocation/changes/1${query}&etag=${encodeURIComponent(etag)}`
    const news = (await request('GET', path)).json() as GridChanges
    count(news.changed.length > 0 ? 'look: told' : 'look: nothing new')
    see(news)
  }

  function tick() {
    const [sample_id, proposal_id] = [among(samples)!, among(proposals)!]
    const one = key({ sample_id, proposal_id })
    const stands = standing.get(one)
    if (pending.has(one)) pending.delete(one)
    else if (stands?.status === 0) pending.set(one, { kind: 'untick' })
    else if (!stands && !confirmed({ sample_id })) pending.set(one, { kind: 'tick', priority: priority() })
  }

  function untick() {
    const one = among(open())
    if (one) pending.set(key(one), { kind: 'untick' })
  }

  function move() {
    const one = among(open())
    const to = priority()
    if (one && one.priority !== to && !confirmed(one)) pending.set(key(one), { kind: 'move', priority: to })
  }

  /** The open assignments with the pending changes applied. */
  const wanted = () => [
    ...open()
      .filter((one) => !confirmed(one) && pending.get(key(one))?.kind !== 'untick')
      .map(({ sample_id, proposal_id, priority }) => {
        const moved = pending.get(key({ sample_id, proposal_id }))
        return { sample_id, proposal_id, priority: moved?.kind === 'move' ? moved.priority : priority }
      }),
    ...[...pending].flatMap(([one, change]) =>
      change.kind === 'tick' ? [{ ...pairOf(one), priority: change.priority }] : [],
    ),
  ]

  async function save() {
    for (let tries = 0; pending.size > 0; tries++) {
      // Assignments of samples that were confirmed for another proposal are removed with the save.
      for (const one of open().filter(confirmed)) pending.set(key(one), { kind: 'untick' })
      const sent = [...pending]
      const reply = await request('POST', `/api/samples/allocation${query}`, wanted(), { 'if-match': etag })
      count(`save: ${reply.statusCode}`)
      if (reply.statusCode === 409 && reply.json().etag && tries < 50) {
        see(reply.json())
        continue
      }
      if (reply.statusCode !== 200 || reply.json().result !== 1)
        throw new Error(`A save was answered ${reply.statusCode}: ${JSON.stringify(reply.json())}`)
      for (const [one, change] of sent)
        acknowledged.push({
          ...pairOf(one),
          change: ({ tick: 'assigned', untick: 'removed', move: 'moved' } as const)[change.kind],
          priority: change.kind === 'untick' ? null : change.priority,
        })
      pending.clear()
      await load()
    }
  }

  async function confirm() {
    const one = among(open())
    if (!one) return
    const { sample_id, proposal_id } = one
    const reply = await request('POST', `/api/samples/assign${query}`, [{ sample_id, proposal_id }])
    const done = reply.statusCode === 200 && reply.json().result === 1
    count(done ? 'confirm: done' : 'confirm: refused')
    if (done) acknowledged.push({ sample_id, proposal_id, change: 'confirmed', priority: null })
    await look()
  }

  async function cancel() {
    const one = among([...standing.values()].filter(({ status }) => status === 1))
    if (!one) return
    const { main_key, sample_id, proposal_id } = one
    const reply = await request('PUT', `/api/samples/cancel_assign/${main_key}`, {})
    const done = reply.statusCode === 200 && reply.json().result === 1
    count(done ? 'cancel: done' : 'cancel: refused')
    if (done) acknowledged.push({ sample_id, proposal_id, change: 'returned', priority: null })
    await look()
  }

  /** Actions with their probability in percent. */
  const habits: [number, () => void | Promise<void>][] = [
    [45, tick],
    [10, untick],
    [12, move],
    [8, look],
    [17, save],
    [5, confirm],
    [3, cancel],
  ]

  async function step() {
    let drawn = random() * 100
    for (const [often, act] of habits) {
      drawn -= often
      if (drawn < 0) return act()
    }
  }

  return { acknowledged, answers, load, step, save, look, shown: () => [...standing.values()] }
}

/** Seeded pseudo-random numbers in [0, 1) (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
