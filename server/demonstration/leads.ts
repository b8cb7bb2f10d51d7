import { saveLeads, showLeads } from '../panel/leads.ts'
import { savePanelLine } from '../terms/service.ts'
import type { DemonstrationContext } from './context.ts'

/** Places above the line: about seven proposals cannot be told apart by their reviews. */
const LINE = 9
/** One of so many proposals still lacks its second speaker. */
const UNNAMED = 9

/** Speakers of most proposals of the current call, and the line of its ranking. */
export async function nameSpeakers({ office }: DemonstrationContext, term_id: number) {
  await savePanelLine(office, term_id, { line: LINE, version: undefined })
  const { proposals, members, blocked, unjudged } = await showLeads(office, term_id)
  const never = [...blocked, ...unjudged]
  const leads = proposals.map(({ proposal_id }, n) => {
    const able = members.filter(
      ({ id }) => !never.some((pair) => pair.proposal_id === proposal_id && pair.user_id === id),
    )
    const at = (turn: number) => able[turn % able.length]?.id ?? null
    const [first, second] = [at(n), at(n + 1 + (n % (able.length - 1)))]
    return { proposal_id, first, second: n % UNNAMED === UNNAMED - 1 ? null : second, acknowledged: false }
  })
  await saveLeads(office, { leads })
}
