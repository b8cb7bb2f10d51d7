import { setTimeout } from 'node:timers/promises'
import { openBrowser } from './browser.ts'
import { quantile, residentMb } from './figures.ts'
import type { Proposer } from './writers.ts'

const PAUSE_MS = 20

interface Watched {
  address: string
  proposer: Pick<Proposer, 'session' | 'proposal_id'>
  pid: number
}

/** What others waited for, in ms, and the server's memory before and at most, in MB. */
interface Waits {
  p50: number
  longest: number
  before: number
  peak: number
}

/** Asks for a server's pulse and for the form of a proposal, again and again, while `work` goes on. */
export async function watchBystanders<T>(
  { address, proposer, pid }: Watched,
  work: () => Promise<T>,
): Promise<{ result: T; seconds: number; waits: Waits }> {
  const browser = await openBrowser(address, proposer.session)
  const times: number[] = []
  const before = residentMb(pid)
  let peak = before
  let over = false
  const repeat = async (call: () => Promise<{ status: number }>) => {
    while (!over) {
      const start = performance.now()
      const { status } = await call()
      if (status !== 200) throw new Error(`Someone else was answered ${status}.`)
      times.push(performance.now() - start)
      peak = Math.max(peak, residentMb(pid))
      await setTimeout(PAUSE_MS)
    }
  }
  const pulse = async () => {
    const reply = await fetch(`${address}/healthz`)
    await reply.arrayBuffer()
    return reply
  }
  const watching = Promise.all([
    repeat(pulse),
    repeat(() => browser('GET', `/api/proposals/edit/${proposer.proposal_id}`)),
  ])
  watching.catch(() => {})
  const start = performance.now()
  const result = await work().finally(() => {
    over = true
  })
  const seconds = (performance.now() - start) / 1000
  await watching
  return { result, seconds, waits: { p50: quantile(times, 0.5), longest: Math.max(...times), before, peak } }
}

/** 'others waited 3 ms (p50), at most 120 ms; memory 180 to 210 MB' */
export const describeWaits = ({ p50, longest, before, peak }: Waits) =>
  `others waited ${p50.toFixed(0)} ms (p50), at most ${longest.toFixed(0)} ms; memory ${before.toFixed(0)} to ${peak.toFixed(0)} MB`
