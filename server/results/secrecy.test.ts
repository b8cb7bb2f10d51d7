import { describe, expect, test } from 'vitest'
import { aConflict } from '../builders/conflicts.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aDraftedResult, anAnsweredResult, aReleasedResult } from '../builders/results.ts'
import { resultScene } from '../testing/result_scene.ts'
import { sharedServer, type TestServer, withServer } from '../testing/test_server.ts'
import { carryOutAfter, pressed, UNDO_SECONDS } from '../testing/undo.ts'

const EVERYWHERE = [
  '/api/results',
  '/api/results?term_id=7',
  '/api/undo',
  '/api/call_state',
  '/api/audit_log?per_page=100',
  '/api/mail_log?per_page=100',
]

/** Office, and a colleague and a panel member with a conflict with each proposal that `conflict` names. */
async function people(world: TestServer) {
  await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const hidden = await aUser(world.ctx(), ['admin'])
  const panel = await aUser(world.ctx(), ['panel'])
  return { office: world.ctx(admin), asOffice: await world.as(admin), hidden, panel }
}

test('nothing of a result shows to who has a conflict with its proposal: lists, counts, files, to-dos, undo, logs', () =>
  withServer(async (world) => {
    const { office, asOffice, hidden, panel } = await people(world)
    const { proposal_id, actor, samples, term_id } = await aDraftedResult(office)
    for (const user of [hidden, panel]) await aConflict(office, { proposal_id, user_id: user.id })
    const colleague = await world.as(hidden)
    const member = await world.as(panel)
    const secrets = [samples[0]!.name, actor.name]
    const look = async () => {
      for (const client of [colleague, member]) {
        for (const path of EVERYWHERE) {
          const { payload, statusCode } = await client.request('GET', path)
          if (statusCode !== 200) continue
          // The logs have entries of the samples and users themselves.
          for (const secret of path.includes('_log') ? [] : secrets)
            expect([path, payload]).not.toEqual([path, expect.stringContaining(secret)])
          if (path.startsWith('/api/results'))
            expect(JSON.parse(payload)).toMatchObject({ total: 0, data: [] })
          if (path.startsWith('/api/audit_log')) expect(payload).not.toContain('"result.')
          if (path.startsWith('/api/mail_log')) expect(payload).not.toContain('result_')
        }
        const counts = await client.api.results.counts({ query: { term_id } })
        expect(Object.values(counts).every((count) => count === 0)).toBe(true)
        for (const path of [`detail/${proposal_id}`, `pdf/${proposal_id}`])
          expect((await client.request('GET', `/api/results/${path}`)).statusCode).toBe(404)
        const file = await client.api.results.download({ query: {} })
        expect((await client.request('GET', file)).payload).not.toContain(secrets[1])
      }
      const body = { proposal_ids: [proposal_id] }
      for (const act of ['check', 'release', 'remind', 'take_note'])
        expect([act, (await colleague.request('PUT', `/api/results/${act}`, body)).statusCode]).toEqual([
          act,
          404,
        ])
      expect((await colleague.request('POST', '/api/results/preview', body)).statusCode).toBe(404)
      for (const act of ['renew', 'cancel_correction'])
        expect((await colleague.request('PUT', `/api/results/${act}/${proposal_id}`)).statusCode).toBe(404)
    }
    await look()
    await pressed(asOffice, 'PUT', '/api/results/release', { proposal_ids: [proposal_id] })
    await look()
    await carryOutAfter(world, UNDO_SECONDS)
    await look()
    const mine = (await world.as(actor)).api.results
    await mine.answer({
      params: { id: proposal_id },
      body: { edition: 1, samples: samples.map(({ id }, i) => ({ sample_id: id, accepted: i === 0 })) },
    })
    await look()
  }))

test('an office that acts as the proposer reads the result, which stays unread and unanswered', () =>
  withServer(async (world) => {
    const { office, asOffice } = await people(world)
    const { proposal_id, actor, samples } = await aReleasedResult(office)
    await asOffice.request('POST', `/api/act_as/${actor.id}`, {})
    expect(await asOffice.api.results.mine()).toMatchObject([{ proposal_id, read_at: null }])
    const path = `/api/results/mine/${proposal_id}`
    expect((await asOffice.request('PUT', `${path}/read`)).statusCode).toBe(403)
    const body = { edition: 1, samples: samples.map(({ id }) => ({ sample_id: id, accepted: false })) }
    expect((await asOffice.request('PUT', `${path}/answer`, body)).statusCode).toBe(403)
    expect(await (await world.as(actor)).api.results.mine()).toMatchObject([
      { read_at: null, answered: null },
    ])
  }))

describe('a member of the office with a conflict of interest', () => {
  const { scene: s } = sharedServer(async (world) => {
    const made = await resultScene(world)
    const secret = await anAnsweredResult(made.office, { declined: [0] })
    const watcher = await aUser(world.ctx(), ['admin', 'panel'])
    await aConflict(world.ctx(watcher), { proposal_id: secret.proposal_id })
    return { ...made, secret, watcher, asWatcher: await world.as(watcher) }
  })

  test('finds no row, no count, and 404 everywhere', async () => {
    const { proposal_id } = s.secret
    const { results } = s.asWatcher.api
    expect((await results.list()).data).toEqual([])
    const counts = await results.counts({ query: { term_id: s.term.id } })
    expect(Object.values(counts).every((count) => count === 0)).toBe(true)
    const body = { proposal_ids: [proposal_id] }
    for (const [method, path, sent] of [
      ['GET', `detail/${proposal_id}`],
      ['GET', `pdf/${proposal_id}`],
      ['PUT', `save/${proposal_id}`, { text: '', reasons: [] }],
      ['PUT', `renew/${proposal_id}`],
      ['PUT', `allow/${proposal_id}`, { fingerprint: 'x', reason: 'x' }],
      ['PUT', 'check', body],
      ['PUT', 'release', body],
      ['PUT', 'remind', body],
      ['PUT', 'take_note', body],
      ['POST', 'preview', body],
      ['POST', `correct/${proposal_id}`, { correction: 'x', remove: [], add: [] }],
      ['PUT', `cancel_correction/${proposal_id}`],
      ['PUT', `answer_on_behalf/${proposal_id}`, { edition: 1, samples: [{ sample_id: 1, accepted: true }] }],
    ] as const) {
      const answer = await s.asWatcher.request(method, `/api/results/${path}`, sent)
      expect.soft([path, answer.statusCode]).toEqual([path, 404])
    }
  })
})
