import { parentPort } from 'node:worker_threads'
import type { Suggestion } from '#domain/allocation/suggest/contract.ts'
import type { Policy } from '#domain/allocation/suggest/policy.ts'
import type { GridSnapshot } from '#domain/allocation/suggest/problem.ts'
import { suggest } from '#domain/allocation/suggest/suggest.ts'
import { openSolver } from './highs.ts'
import type { SuggestMessage } from './thread.ts'

export interface SuggestJob {
  snapshot: GridSnapshot
  policy: Policy
}

const post = (message: SuggestMessage<Suggestion>) => parentPort!.postMessage(message)
const PROGRESS_INTERVAL_MS = 200

parentPort!.on('message', async ({ snapshot, policy }: SuggestJob) => {
  const solver = await openSolver()
  let last = 0
  const suggestion = suggest(snapshot, policy, solver, (progress) => {
    if (Date.now() - last < PROGRESS_INTERVAL_MS) return
    last = Date.now()
    post({ progress })
  })
  post({ suggestion })
})
