import { groupBy } from '#domain/group_by.ts'
import { time } from '#web/lib/format/format.ts'
import type { News } from './news.ts'

/** What is done to a sample, counted, and in a sentence before the number of the proposal. */
const DONE: Record<News['change'], readonly [counted: string, said: string]> = {
  assigned: ['assigned', 'assigned to'],
  removed: ['taken away', 'taken away from'],
  moved: ['moved to another request', 'moved to another request of'],
  confirmed: ['confirmed', 'confirmed for'],
  returned: ['returned to unconfirmed', 'returned to unconfirmed for'],
}

/** 'A0042 was assigned to proposal 12 by Mika Aalto, 2027-02-04 10:12'. */
export const newsLine = ({ name, proposal_id, change, by, at }: News): string =>
  `${name} was ${DONE[change][1]} proposal ${proposal_id} by ${by}, ${time(at)}`

/** What others did, in short: 'Mika Aalto: 3 assigned, 1 confirmed'. */
export const newsText = (news: readonly News[]): string =>
  [...groupBy(news, ({ by }) => by)]
    .map(([by, own]) => {
      const counts = [...groupBy(own, ({ change }) => change)]
      return `${by}: ${counts.map(([change, all]) => `${all.length} ${DONE[change][0]}`).join(', ')}`
    })
    .join('; ')
