import { performance } from 'node:perf_hooks'
import type { Docket } from '#domain/meetings/docket.ts'
import { suggestOrder } from '#domain/meetings/docket_order.ts'
import { figure, median, printHead, report } from './report.ts'
import { randomFrom } from './simulated_call.ts'

// The order of discussion of 100 proposals: how far above its proved bound, and how long it takes.
// Run: npm run bench -- docket
const PROPOSALS = 100
const MEMBERS = 10
const MEETINGS = 10
const DAY = 24 * 60
const SESSIONS = [0, DAY].flatMap((day) => [
  { from: day + 540, to: day + 720 },
  { from: day + 780, to: day + 1080 },
])
/** Hours of members who do not stay the whole meeting. */
const PART_TIME = [
  [{ from: 0, to: DAY + 720 }],
  [{ from: 780, to: 2 * DAY }],
  [{ from: 0, to: DAY }],
  [{ from: DAY, to: 2 * DAY }],
]

function meetingOf(seed: number, share: number, partTime: number): Docket {
  const random = randomFrom(seed)
  const ids = Array.from({ length: PROPOSALS }, (_, at) => at + 1)
  const members = Array.from({ length: MEMBERS }, (_, at) => ({
    id: at + 1,
    votes: true,
    conflicts: ids.filter(() => random() < share),
    hours: at < partTime ? PART_TIME[Math.floor(random() * PART_TIME.length)]! : [],
  }))
  const mayLead = (id: number) => members.filter(({ conflicts }) => !conflicts.includes(id))
  return {
    sessions: SESSIONS,
    quorum: 4,
    members,
    items: ids.map((id) => {
      const able = mayLead(id)
      const leads = able.length > 0 ? [able[Math.floor(random() * able.length)]!.id] : []
      return { id, minutes: 10, leads }
    }),
  }
}

printHead()
const CASES = [
  { what: '3 % in conflict', share: 0.03, partTime: 0 },
  { what: '10 % in conflict', share: 0.1, partTime: 0 },
  { what: '30 % in conflict', share: 0.3, partTime: 0 },
  { what: '30 % in conflict, one member with hours', share: 0.3, partTime: 1 },
  { what: '30 % in conflict, three members with hours', share: 0.3, partTime: 3 },
]
for (const { what, share, partTime } of CASES) {
  const gaps: number[] = []
  const seconds: number[] = []
  let [leavings, bounds, violations] = [0, 0, 0]
  for (let seed = 1; seed <= MEETINGS; seed++) {
    const docket = meetingOf(seed, share, partTime)
    const start = performance.now()
    const found = suggestOrder(docket)
    seconds.push((performance.now() - start) / 1000)
    gaps.push(found.bound === 0 ? 0 : 100 * (found.leavings / found.bound - 1))
    leavings += found.leavings
    bounds += found.bound
    violations += found.violations.length
  }
  const worst = Math.max(...gaps)
  report({
    what: `${what}, % above the bound`,
    ours: `${figure(median(gaps))}, worst ${figure(worst)}`,
    goal: partTime === 0 ? '5' : '',
    met: partTime === 0 ? worst <= 5 : null,
  })
  report({
    what: `${what}, seconds`,
    ours: `${figure(median(seconds))}, worst ${figure(Math.max(...seconds))}`,
    goal: '2 s',
    met: median(seconds) <= 2,
  })
  console.log(
    `  ${MEETINGS} meetings: ${leavings} leavings, bounds ${bounds}, ${violations} leads or quorums missing`,
  )
}
