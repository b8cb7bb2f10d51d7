import { describe, expect, test } from 'vitest'
import type { AuditAction } from '#domain/audit_actions.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { anAllocatedProposal, anAnsweredResult } from '../builders/results.ts'
import { answersTo, differing } from '../testing/every_answer.ts'
import { sharedServer, type TestServer } from '../testing/test_server.ts'
import { pressed } from '../testing/undo.ts'
import { answerOnBehalf, answerResult, markResultRead, remindToAnswer, takeNote } from './answers.ts'
import { checkResults, saveResult } from './checking.ts'
import { correctResult } from './corrections.ts'
import { downloadResult } from './document.ts'
import { draftResults } from './drafting.ts'
import { releaseResults } from './release.ts'

/**
 * Samples are confirmed for a proposal that the watcher of the office has a conflict with, and for another whose result is
 * answered, so that there is something to count and compare.
 */
async function scene(world: TestServer) {
  world.at(world.services.clock())
  const { id: term_id } = await aTerm(world.ctx())
  const office = world.ctx(await aUser(world.ctx(), ['admin']))
  const watcher = await aUser(world.ctx(), ['admin', 'panel'])
  const open = await anAnsweredResult(office, { declined: [0] })
  const secret = await anAllocatedProposal(office)
  await aConflict(office, { proposal_id: secret.proposal_id, user_id: watcher.id })
  return {
    ...{ term_id, office, open, secret, proposal_id: secret.proposal_id },
    proposer: office.as(secret.actor),
    asOffice: await world.as(office.actor),
    asWatcher: await world.as(watcher),
  }
}
type Scene = Awaited<ReturnType<typeof scene>> & { world: TestServer }

const ROLES = ['admin', 'panel'] as const
const lookAs = ({ asWatcher, world, secret, open }: Scene) =>
  answersTo(asWatcher, [...ROLES], world, {
    proposals: [secret.proposal_id, open.proposal_id],
    proposers: [secret.actor.id, open.actor.id],
  })

const draft = ({ office, term_id }: Scene) => draftResults(office, term_id)
async function release(scene: Scene) {
  await draft(scene)
  await releaseResults(scene.office, [scene.proposal_id])
}
const answered = ({ secret }: Scene, ...declined: number[]) => ({
  edition: 1,
  samples: secret.samples.map(({ id }, i) => ({ sample_id: id, accepted: !declined.includes(i) })),
})
async function answer(scene: Scene, ...declined: number[]) {
  await release(scene)
  await answerResult(scene.proposer, scene.proposal_id, answered(scene, ...declined))
}
async function correct(scene: Scene, samples: { remove: number[]; add: number[] }) {
  await release(scene)
  await correctResult(scene.office, scene.proposal_id, { correction: 'A slip.', ...samples })
}
const words = { text: 'Well done.', correction: '', reasons: [], version: undefined }

type Acts = Record<string, (scene: Scene) => Promise<unknown>>

/** What is done with the result of the secret proposal. */
const RESULT_ACTS: Acts = {
  'drafting it': draft,
  'saving it': async (scene) => {
    await draft(scene)
    await saveResult(scene.office, scene.proposal_id, words)
  },
  'a finding in it': async (scene) => {
    await draft(scene)
    await saveResult(scene.office, scene.proposal_id, { ...words, text: 'Your rank is 12.' })
  },
  'checking it': async (scene) => {
    await draft(scene)
    await checkResults(scene.office, [scene.proposal_id])
  },
  'downloading it': async (scene) => {
    await draft(scene)
    await downloadResult(scene.office, scene.proposal_id)
  },
  'a release that can be undone': async (scene) => {
    await draft(scene)
    await pressed(scene.asOffice, 'PUT', '/api/results/release', { proposal_ids: [scene.proposal_id] })
  },
  'releasing it, with its samples': release,
  'its proposer reading it': async (scene) => {
    await release(scene)
    await markResultRead(scene.proposer, scene.proposal_id)
  },
  'a reminder to answer it': async (scene) => {
    await release(scene)
    await remindToAnswer(scene.office, [scene.proposal_id])
  },
  'accepting its samples': (scene) => answer(scene),
  'declining one of its samples': (scene) => answer(scene, 0),
  'an answer by the office': async (scene) => {
    await release(scene)
    await answerOnBehalf(scene.office, scene.proposal_id, answered(scene, 1))
  },
  'a correction that is drafted': async (scene) =>
    correct(scene, { remove: [scene.secret.samples[0]!.id], add: [] }),
  'a correction of its words that is released': async (scene) => {
    await correct(scene, { remove: [], add: [] })
    await releaseResults(scene.office, [scene.proposal_id])
  },
}

/** Where everyone of the office sees what is lent, and what is promised. */
const LENT = /^\/api\/(loans|pieces|publications\/pieces|call_state|audit_log)\b/u
const PROMISED = /^\/api\/(samples|proposals|call_state|audit_log)\b/u

/** What follows for pieces and samples, where they are, whom they are promised to, on which loan; and the entry that says so. */
const CUSTODY_ACTS: Record<string, { act: Acts[string]; shows: RegExp; leaves: AuditAction }> = {
  'a loan that is made of it': {
    act: async (scene) => {
      await answer(scene)
      await takeNote(scene.office, [scene.proposal_id])
    },
    shows: LENT,
    leaves: 'loan.add',
  },
  'declined samples that are free again': {
    act: async (scene) => {
      await answer(scene, 0, 1)
      await takeNote(scene.office, [scene.proposal_id])
    },
    shows: PROMISED,
    leaves: 'allocation.end',
  },
  'a correction that takes a sample back': {
    act: async (scene) => {
      await correct(scene, { remove: [scene.secret.samples[0]!.id], add: [] })
      const reasons = [{ priority: 1, reason: 'not_selected' as const }]
      await saveResult(scene.office, scene.proposal_id, { ...words, correction: 'A slip.', reasons })
      await releaseResults(scene.office, [scene.proposal_id])
    },
    shows: PROMISED,
    leaves: 'allocation.end',
  },
}

describe('of a result with whose proposal a member of the office has a conflict', () => {
  const { scene: made, alsoSetUp } = sharedServer(scene)
  const answers = alsoSetUp(async (made) => ({ before: await lookAs(made) }))

  test.each(Object.keys(RESULT_ACTS))('nothing that they count or compare tells of %s', async (act) => {
    await RESULT_ACTS[act]!(made)
    expect(differing(answers.before, await lookAs(made))).toEqual([])
  })

  test.each(Object.keys(CUSTODY_ACTS))('they learn from facts of custody alone of %s', async (name) => {
    const { act, shows, leaves } = CUSTODY_ACTS[name]!
    await act(made)
    const changed = differing(answers.before, await lookAs(made))
    expect(changed.map(({ at }) => at).filter((at) => !shows.test(at))).toEqual([])
    const entries = async ({ api }: Scene['asOffice']) =>
      (await api.audit.list({ query: { per_page: 100 } })).data
    const all = await entries(made.asOffice)
    const seen = new Set((await entries(made.asWatcher)).map(({ id }) => id))
    const hidden = all.filter(({ id }) => !seen.has(id))
    expect(new Set(hidden.map(({ object_type }) => object_type))).toEqual(new Set(['conflict', 'result']))
    const shown = all.filter(({ id }) => seen.has(id))
    const ofResults = shown.filter(({ object_type }) => object_type === 'result')
    expect(new Set(ofResults.map(({ object_id }) => object_id))).toEqual(new Set([made.open.proposal_id]))
    expect(shown.map(({ action }) => action)).toContain(leaves)
  })
})
