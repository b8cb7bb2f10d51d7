import { aConflict } from '#server/builders/conflicts.ts'
import { aTerm, aUser, daysFrom } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReviewer, aSubmittedReport } from '#server/builders/reports.ts'
import { context } from '#server/platform/context.ts'
import type { OpenServices } from '#server/process.ts'
import { hashPassword } from '#server/session/password_hash.ts'
import { PASSWORD } from './journey.ts'

/** Family names of the ten members of the panel; the first is the chair, the seventh the deputy. */
const NAMES = [
  'Chairova',
  'Sokolov',
  '田中',
  'O’Hara',
  'Núñez',
  'Ferreira',
  'Deputova',
  'Weiß',
  'Kim',
  'Ångström',
]
const CHAIR = 0
const DEPUTY = 6

interface Person {
  name: string
  email: string
  /** Ids of the proposals that they have a conflict of interest with. */
  conflicts: Set<number>
}

export interface Ground {
  office: Person
  members: Person[]
  chair: Person
  deputy: Person
  /** The titles of the proposals by their ids. */
  titles: Map<number, string>
}

/** A word that only the report on a proposal holds, and what the panel writes of it. */
export const secretOf = (id: number) => `canary${id}x`

/**
 * Each member has a conflict with three of ten proposals, each proposal with three of ten members: of the first ten the
 * third has the deputy in the chair, the sixth the office, the tenth the deputy.
 */
const hasConflict = (member: number, proposal: number) => (3 * proposal + 7 * member + 5) % 10 < 3

/** A call whose proposals are reviewed, an office and a panel of ten, in an empty database. */
export async function fillForMeeting({ services }: OpenServices, proposals: number): Promise<Ground> {
  const password_hash = await hashPassword(PASSWORD)
  const nobody = context(services, null)
  await aTerm(nobody, { panel_meets_at: daysFrom(nobody.now(), 90) })
  const user = (role: 'admin' | 'panel', last_name: string, email: string) =>
    aUser(nobody, [role], { first_name: 'Bo', last_name, email, password_hash })
  const host = await user('admin', 'Office', 'host@example.org')
  const office = context(services, host)
  const actors = []
  for (const [i, name] of NAMES.entries()) actors.push(await user('panel', name, `member${i}@example.org`))
  const toPerson = ({ name, email }: typeof host): Person => ({ name, email, conflicts: new Set() })
  const members = actors.map(toPerson)
  const titles = new Map<number, string>()
  const reviewer = await aReviewer(nobody)
  for (let i = 0; i < proposals; i++) {
    const title = `Title ${i} of the panel`
    const { proposal_id } = await aSubmittedProposal(office, { input: { title } })
    titles.set(proposal_id, title)
    await aSubmittedReport(office, {
      ...{ proposal_id, reviewer },
      review: { science_comment_strength: secretOf(proposal_id) },
    })
    for (const [at, member] of members.entries())
      if (hasConflict(at, i)) {
        await aConflict(office.as(actors[at]!), { proposal_id })
        member.conflicts.add(proposal_id)
      }
  }
  return { office: toPerson(host), members, chair: members[CHAIR]!, deputy: members[DEPUTY]!, titles }
}
