import { parentPort } from 'node:worker_threads'
import type { Suggestion } from '#domain/assign_reviewers/contract.ts'
import type { Snapshot } from '#domain/assign_reviewers/problem.ts'
import { suggestReviewers } from '#domain/assign_reviewers/suggest.ts'
import { openIntegerSolver } from '../allocation/suggest/highs.ts'
import type { SuggestMessage } from '../allocation/suggest/thread.ts'

const post = (message: SuggestMessage<Suggestion>) => parentPort!.postMessage(message)

parentPort!.on('message', async (snapshot: Snapshot) => {
  const start = performance.now()
  const solver = await openIntegerSolver()
  const suggestion = suggestReviewers(snapshot, solver, (text) => post({ progress: { text, share: null } }))
  const seconds = Math.round((performance.now() - start) / 100) / 10
  post({ suggestion: { ...suggestion, seconds } })
})
