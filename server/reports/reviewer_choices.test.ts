import { expect, test } from 'vitest'
import type { ReviewerChoice } from '#domain/reports/contract.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aKeyword, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { createReport } from '../testing/reviews.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

const PLAIN = {
  ...{ part: null, open: 0, assigned: 0, declined: 0 },
  ...{ own_keywords: [], reviewed_keywords: [], findings: [] },
}

/** A proposal with a keyword of the list and a free one, and reviewers with different relations to it. */
async function createCandidates(world: TestServer) {
  const { admin, office, proposal_id: plain } = await createReport(world)
  const volatiles = await aKeyword(world.ctx(), { name: 'Volatiles' })
  const on = (keywords: number[], ...others: string[]) => ({
    keywords,
    keywords_other: others.map((name) => ({ name })),
  })
  const { proposal_id } = await aSubmittedProposal(office, {
    input: {
      ...on([volatiles], 'Spinéls'),
      proposal_collaborator: [{ first_name: 'C', last_name: 'O', email: 'co@example.org', affiliation: 'X' }],
    },
  })
  const who = {
    busy: await aReviewer(world.ctx()),
    co: await aReviewer(world.ctx(), { email: 'Co@example.org' }),
    declared: await aReviewer(world.ctx()),
    author: await aReviewer(world.ctx(), { email: 'author@example.org' }),
  }
  const another = await aSubmittedProposal(office, {
    input: {
      ...on([volatiles], 'spinels', 'Metal'),
      proposal_collaborator: [
        { first_name: 'A', last_name: 'U', email: 'AUTHOR@example.org', affiliation: 'X' },
      ],
    },
  })
  const spinels = await aSubmittedProposal(office, { input: on([], 'SPINELS') })
  await aConflict(office, { proposal_id, user_id: who.declared.id })
  await aReport(office, { proposal_id: spinels.proposal_id, reviewer: who.busy, status: 3 })
  await aReport(office, { proposal_id: plain, reviewer: who.busy, status: 2 })
  await aReport(office, { proposal_id: another.proposal_id, reviewer: who.busy, status: 9 })
  await aReport(office, { proposal_id: plain, reviewer: who.author, status: 0 })
  return { admin, office, who, plain, proposal_id, spinels }
}

/** A reviewer's choice without name and address. */
const choiceOf = (choices: ReviewerChoice[], id: number) => {
  const { id: _, name: __, email: ___, affiliation: ____, ...facts } = choices.find((one) => one.id === id)!
  return facts
}

test('reviewer choices have load, declines, involvement and shared keywords', () =>
  withServer(async (world) => {
    const { admin, who, proposal_id } = await createCandidates(world)
    const choices = await (await world.as(admin)).api.reports.allReviewers({ query: { proposal_id } })
    expect(choiceOf(choices, who.busy.id)).toEqual({
      ...PLAIN,
      open: 1,
      assigned: 2,
      declined: 1,
      reviewed_keywords: ['Spinéls'],
    })
    expect(choiceOf(choices, who.co.id)).toEqual({ ...PLAIN, part: 'collaborator' })
    expect(choiceOf(choices, who.declared.id)).toEqual({ ...PLAIN, part: 'declared' })
    expect(choiceOf(choices, who.author.id)).toEqual({
      ...PLAIN,
      open: 1,
      assigned: 1,
      own_keywords: ['Volatiles', 'Spinéls'],
    })
  }))

test('reviewer choices without a proposal count only the current term', () =>
  withServer(async (world) => {
    const { admin, who } = await createCandidates(world)
    const { api } = await world.as(admin)
    expect(choiceOf(await api.reports.allReviewers(), who.author.id)).toEqual({
      ...PLAIN,
      open: 1,
      assigned: 1,
    })
    await world.db.updateTable('terms').set({ is_current: false }).execute()
    expect(choiceOf(await api.reports.allReviewers(), who.busy.id)).toEqual({ ...PLAIN, declined: 1 })
  }))

test('reviewer choices reveal nothing about a proposal with a conflict', () =>
  withServer(async (world) => {
    const { office, who, plain, proposal_id, spinels } = await createCandidates(world)
    const conflicted = await aUser(world.ctx(), ['panel'])
    for (const id of [plain, spinels.proposal_id, proposal_id])
      await aConflict(office, { proposal_id: id, user_id: conflicted.id })
    const choices = await (await world.as(conflicted)).api.reports.allReviewers({ query: { proposal_id } })
    expect(choiceOf(choices, who.busy.id)).toEqual({ ...PLAIN, declined: 1 })
    expect(choiceOf(choices, who.co.id)).toEqual(PLAIN)
    expect(choiceOf(choices, who.author.id)).toMatchObject({ open: 0, assigned: 0 })
  }))
