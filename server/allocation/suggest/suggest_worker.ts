import { parentPort } from 'node:worker_threads'
import type { Policy, Suggestion } from '#domain/allocation/suggest/contract.ts'
import type { Scene } from '#domain/allocation/suggest/scene.ts'
import { suggest } from '#domain/allocation/suggest/suggest.ts'
import { openSolver } from './highs.ts'

/** What the thread is asked: one suggestion; it is ended when that is told. */
export interface SuggestJob {
  scene: Scene
  policy: Policy
}

parentPort!.once('message', async ({ scene, policy }: SuggestJob) => {
  const suggestion: Suggestion = suggest(scene, policy, await openSolver())
  parentPort!.postMessage(suggestion)
})
