import { expect, test } from 'vitest'
import { aTerm, aUser, makeCurrent } from '../builders/people.ts'
import { aDraftedResult } from '../builders/results.ts'
import { findMails } from '../testing/reviews.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { answerResult, remindToAnswer } from './answers.ts'
import { correctResult } from './corrections.ts'
import { releaseResults } from './release.ts'

/** Sends every mail about a result to its proposer, in a call that is the current one or an earlier one. */
async function mailsOf(world: TestServer, { earlier }: { earlier: boolean }) {
  await aTerm(world.ctx())
  const office = world.ctx(await aUser(world.ctx(), ['admin']))
  const { proposal_id, actor, samples } = await aDraftedResult(office)
  if (earlier) {
    await aTerm(world.ctx(), { id: 8, is_current: false })
    await makeCurrent(world.ctx(), 8)
  }
  await releaseResults(office, [proposal_id])
  await remindToAnswer(office, [proposal_id])
  await answerResult(office.as(actor), proposal_id, {
    edition: 1,
    samples: samples.map(({ id }) => ({ sample_id: id, accepted: true })),
  })
  await correctResult(office, proposal_id, { correction: 'A slip.', remove: [], add: [] })
  await releaseResults(office, [proposal_id])
  const kinds = ['result_released', 'result_reminder', 'result_answered', 'result_corrected'] as const
  const links: (string | undefined)[] = []
  for (const kind of kinds) {
    const [mail] = await findMails(world, kind)
    links.push(/\/proposals\/\S+/u.exec(mail!.body)?.[0])
  }
  return { links: new Set(links), proposal_id, proposer: await world.as(actor) }
}

test('mails about a result of the current call link to the proposer’s proposal', () =>
  withServer(async (world) => {
    const { links } = await mailsOf(world, { earlier: false })
    expect(links).toEqual(new Set(['/proposals/myproposal']))
  }))

test('mails about an earlier call link to /proposals/oldProposal, which shows that proposal', () =>
  withServer(async (world) => {
    const { links, proposal_id, proposer } = await mailsOf(world, { earlier: true })
    expect(links).toEqual(new Set([`/proposals/oldProposal/${proposal_id}`]))
    expect(await proposer.api.proposals.edit({ params: { id: proposal_id } })).toMatchObject({
      id: proposal_id,
    })
  }))
