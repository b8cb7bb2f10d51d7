import { parentPort } from 'node:worker_threads'
import type { Suggestion, SuggestionProgress } from '#domain/allocation/suggest/contract.ts'
import type { Policy } from '#domain/allocation/suggest/policy.ts'
import type { GridSnapshot } from '#domain/allocation/suggest/problem.ts'
import { suggest } from '#domain/allocation/suggest/suggest.ts'
import { openSolver } from './highs.ts'

/** What the thread is asked: one suggestion at a time. */
export interface SuggestJob {
  scene: GridSnapshot
  policy: Policy
}

/** What the thread says: now and then how far it is, and last what is suggested. */
export type SuggestNews = { progress: SuggestionProgress } | { suggestion: Suggestion }

const say = (news: SuggestNews) => parentPort!.postMessage(news)
/** ms between two lines of progress: nobody reads faster. */
const PAUSE = 200

parentPort!.on('message', async ({ scene, policy }: SuggestJob) => {
  const solver = await openSolver()
  let last = 0
  const suggestion = suggest(scene, policy, solver, (progress) => {
    if (Date.now() - last < PAUSE) return
    last = Date.now()
    say({ progress })
  })
  say({ suggestion })
})
