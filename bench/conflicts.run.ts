import { performance } from 'node:perf_hooks'
import { aTerm, aUser, daysFrom } from '#server/builders/people.ts'
import { readFindings } from '#server/conflicts/findings.ts'
import { context } from '#server/platform/context.ts'
import { PLANTED, plantConflicts } from '#server/testing/planted_conflicts.ts'
import { printHead, report } from './report.ts'
import { withSystem } from './system.ts'

// A thousand planted conflicts of all kinds between a thousand reviewers and a thousand proposals, and what is found between
// people who have nothing in common; then the time at 200 people. Run: npm run bench -- conflicts
const kinds = Object.keys(PLANTED).length
const each = 1000 / kinds

const nothing = async () => {}
await withSystem(nothing, async ({ db, services }) => {
  const ctx = context(services, null)
  const now = ctx.now()
  await aTerm(ctx)
  await aTerm(ctx, {
    id: 6,
    is_current: false,
    disabled: true,
    noi_opens_at: daysFrom(now, -400),
    noi_closes_at: daysFrom(now, -380),
    proposals_open_at: daysFrom(now, -390),
    proposals_close_at: daysFrom(now, -370),
    reviews_due_at: daysFrom(now, -340),
  })
  const admin = await aUser(ctx, ['admin'])
  const terms = { term_id: 7, earlier_term_id: 6, declared_by: admin.id }
  const planted = await db.transaction().execute((tx) => plantConflicts(tx, terms, { each }))
  const read = () => readFindings(db, admin, { term_id: 7 })
  const { findings, blocked } = await read()
  const found = new Set([
    ...findings.map(({ proposal_id, user_id, kind }) => `${proposal_id} ${user_id} ${kind}`),
    ...blocked.map(({ proposal_id, user_id }) => `${proposal_id} ${user_id} blocked`),
  ])
  const missed = planted.filter((one) => !found.has(`${one.proposal_id} ${one.user_id} ${one.expected}`))
  const pairs = new Set(planted.map(({ proposal_id, user_id }) => `${proposal_id} ${user_id}`))
  const between = findings.filter(({ proposal_id, user_id }) => !pairs.has(`${proposal_id} ${user_id}`))
  const share = ((planted.length - missed.length) / planted.length) * 100
  printHead()
  report({
    what: `planted conflicts found, ${planted.length} in ${kinds} kinds`,
    ours: `${share.toFixed(1)} %`,
    goal: '99 %',
    met: share >= 99,
  })
  for (const kind of new Set(missed.map((one) => one.planted)))
    console.log(`  missed: ${missed.filter((one) => one.planted === kind).length} × ${kind}`)
  report({
    what: `findings between ${(planted.length * (planted.length - 1)).toLocaleString('en')} unrelated pairs`,
    ours: String(between.length),
    goal: 'none',
    met: null,
  })
  for (const { kind, summary, evidence } of between.slice(0, 5))
    console.log(`  ${kind}: ${summary}: ${evidence[0]!.text}`)

  const kept = planted.slice(0, 200).map(({ user_id }) => user_id)
  await db.updateTable('users').set({ is_reviewer: false }).where('id', 'not in', kept).execute()
  await read()
  const start = performance.now()
  await read()
  const seconds = (performance.now() - start) / 1000
  report({
    what: 'findings of 1,000 proposals and 200 people',
    ours: `${seconds.toFixed(2)} s`,
    goal: '2 s',
    met: seconds <= 2,
  })
})
process.exit(0)
