import { parentPort } from 'node:worker_threads'
import { planDocket, violationText } from '#domain/meetings/docket.ts'
import type { SuggestedDocket } from '#domain/meetings/docket_contract.ts'
import { suggestOrder } from '#domain/meetings/docket_order.ts'
import type { SuggestMessage } from '../allocation/suggest/thread.ts'
import type { DocketJob } from './docket.ts'

parentPort!.on('message', ({ docket, names }: DocketJob) => {
  const { order, leavings, bound, violations, fewest_violations } = suggestOrder(docket)
  const message: SuggestMessage<SuggestedDocket> = {
    suggestion: {
      result: 1,
      proposal_ids: order,
      leavings_now: planDocket(docket).leavings,
      leavings,
      bound,
      violations: violations.map((one) => violationText(one, (id) => names[id]!)),
      fewest_violations,
    },
  }
  parentPort!.postMessage(message)
})
