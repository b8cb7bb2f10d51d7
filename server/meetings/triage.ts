import { done } from '#domain/endpoint.ts'
import type { AgreeTriageInput } from '#domain/meetings/discussion_contract.ts'
import { whyNotBringBack } from '#domain/meetings/rules.ts'
import { itemState } from '#domain/meetings/status.ts'
import type { Ctx } from '../platform/context.ts'
import { writeGlobalScore } from '../staff/service.ts'
import { alreadyDone } from './ballots.ts'
import { itemFor, lockForChair, lockOpen, outdated } from './current.ts'
import { agreedBy } from './discussion.ts'
import { changeItem } from './queries.ts'

const { WAITING, AGREED } = itemState.code

/** Brings a proposal back from triage: it is discussed, after all others. By anybody without a conflict. */
export const bringBack = (ctx: Ctx, id: number, proposal_id: number) =>
  ctx.write(async (tx) => {
    const facts = await lockOpen(tx, id)
    const item = itemFor(facts, tx.actor, proposal_id)
    const message = `${proposal_id} will be discussed.`
    if (item.track === 'discussed') return alreadyDone(tx, message)
    if (whyNotBringBack(item)) throw outdated(item)
    await changeItem(tx, id, proposal_id, {
      track: 'discussed',
      position: Math.max(...facts.items.map(({ position }) => position)) + 1,
      version: item.version + 1,
    })
    await tx.audit('proposal.bring_back', { id: proposal_id }, { track: 'discussed' }, { track: 'triage' })
    return done(message)
  })

/** Agrees on the scores of proposals in triage, all or none. */
export const agreeTriage = (ctx: Ctx, id: number, { scores, tell_reviewers }: AgreeTriageInput) =>
  ctx.write(async (tx) => {
    const facts = await lockForChair(tx, id, 'proposals')
    const inOrder = scores.toSorted((a, b) => a.proposal_id - b.proposal_id)
    let agreed = 0
    for (const { proposal_id, version, global_score, rank, score_version } of inOrder) {
      const item = itemFor(facts, tx.actor, proposal_id)
      if (item.state === AGREED && item.version === version + 1 && item.agreed_score === global_score)
        continue
      if (item.state !== WAITING || item.track !== 'triage' || item.version !== version) throw outdated(item)
      await writeGlobalScore(tx, proposal_id, { global_score, rank, version: score_version, tell_reviewers })
      await changeItem(tx, id, proposal_id, { ...agreedBy(tx, global_score), version: version + 1 })
      await tx.audit('proposal.agree', { id: proposal_id }, { global_score })
      agreed += 1
    }
    const message = scores.length === 1 ? '1 score agreed.' : `${scores.length} scores agreed.`
    return agreed === 0 ? alreadyDone(tx, message) : done(message)
  })
