import { describe, expect, test } from 'vitest'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import type { Fault } from '#domain/errors.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aPdf, aSentFile, aSubmittedProposal } from '../builders/proposals.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import { pdfPages, pdfText } from '../testing/pdf.ts'
import { storedScores } from '../testing/reviews.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

const kindOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    ({ kind }: Fault) => kind,
  )

async function submitted({ ctx }: TestServer, input = {}) {
  await aTerm(ctx())
  const office = ctx(await aUser(ctx(), ['admin']))
  const proposer = await aSubmittedProposal(office, { input })
  return { office, ...proposer, params: { id: proposer.proposal_id } }
}

const bytesOf = async (call: Promise<unknown>) => Buffer.from((await call) as Uint8Array)

describe('the PDF of a proposal', () => {
  test('is the attachment with its own name for the proposer, and the export for staff', () =>
    withServer(async (world) => {
      const file = await aPdf('Our plan 計画')
      const { actor, params, office } = await submitted(world, {
        file: await aSentFile(world.ctx(), file),
        title: 'Über Wasser',
        samples: [
          { db_type: 2, type: 0, any: 1, weight: 0.7, dish: 3, number_of_samples: 2 },
          { db_type: 1, type: 1, any: 1, weight: 0.11 },
          { db_type: 1, type: 2, any: 1 },
        ],
        sample_description_2_2: 'Half of it would do.',
        conditions: [2],
      })
      const own = await world.as(actor)
      const reply = await own.request('GET', `/api/proposals/download_proposal/${params.id}`)
      expect(reply.rawPayload.equals(file.bytes)).toBe(true)
      expect(reply.headers['content-disposition']).toContain(encodeURIComponent('Our plan 計画.pdf'))
      const { api } = await world.as(office.actor)
      const text = await pdfText(await bytesOf(api.proposals.pdf({ params })))
      for (const part of [
        'Über Wasser',
        'Could a smaller amount serve, and what would be lost?',
        'Half of it would do.',
        'SEM-EDS',
        'Standard container OK',
        '0.8 mg',
      ])
        expect(text).toContain(part)
      const pages = await pdfPages(await bytesOf(api.proposals.pdfWithAttachment({ params })))
      expect(pages.at(-1)).toContain('This is Our plan 計画.')
      expect(pages[0]).toContain('Über Wasser')
    }))

  test('that is missing from the store is a 404 with a message, and the archive notes it instead of failing', () =>
    withServer(async (world) => {
      const file = await aSentFile(world.ctx(), await aPdf('Our plan'))
      const { actor, params, office } = await submitted(world, { file })
      const { file_key } = await world.db.selectFrom('proposals').select('file_key').executeTakeFirstOrThrow()
      await world.services.files.remove(file_key!)
      const lost = { kind: 'missing', message: expect.stringContaining('missing from the store') }
      const { api } = await world.as(office.actor)
      for (const call of [(await world.as(actor)).api.proposals.pdf, api.proposals.pdfWithAttachment])
        await expect(call({ params })).rejects.toMatchObject(lost)
      const zip = await bytesOf(api.staff.zip({ params }))
      for (const name of [`proposal_${params.id}.pdf`, 'MISSING.txt']) expect(zip.includes(name)).toBe(true)
    }))

  test('is missing for a proposer without one, and the export has no attachment', () =>
    withServer(async (world) => {
      const { actor, params, office } = await submitted(world)
      expect(await kindOf((await world.as(actor)).api.proposals.pdf({ params }))).toBe('missing')
      const { api } = await world.as(office.actor)
      const alone = await pdfPages(await bytesOf(api.proposals.pdf({ params })))
      expect(await pdfPages(await bytesOf(api.proposals.pdfWithAttachment({ params })))).toEqual(alone)
    }))

  test('is for reviewers who have accepted or submitted their report, and for no others', () =>
    withServer(async (world) => {
      const { params, proposal_id } = await submitted(world)
      const answers: Record<number, string[]> = {}
      for (const status of [0, 1, 2, 3, 9] as const) {
        const reviewer = await aUser(world.ctx(), ['reviewer'])
        await world.db
          .insertInto('reports')
          .values({ proposal_id, user_id: reviewer.id, ...storedScores(status) })
          .execute()
        const { api } = await world.as(reviewer)
        answers[status] = [
          await kindOf(api.proposals.pdf({ params })),
          await kindOf(api.proposals.pdfWithAttachment({ params })),
        ]
      }
      const [refused, answered] = [
        ['forbidden', 'forbidden'],
        ['answered', 'answered'],
      ]
      expect(answers).toEqual({ 0: refused, 1: refused, 2: answered, 3: answered, 9: refused })
      const stranger = await world.as(await aUser(world.ctx(), ['reviewer']))
      expect(await kindOf(stranger.api.proposals.pdf({ params }))).toBe('forbidden')
      expect(await kindOf(stranger.api.proposals.pdf({ params: { id: 999_999 } }))).toBe('missing')
    }))
})

test('a confirmed sample is shown to its proposer once the term is disabled', () =>
  withServer(async (world) => {
    const { actor, params, office, proposal_id } = await submitted(world)
    const [grain, other] = [await aSample(world.ctx()), await aSample(world.ctx())]
    const pairs = [grain, other].map(({ id }) => ({ sample_id: id, proposal_id }))
    await anAssignment(office, PARTICLE_GRID, pairs)
    await anAssignment(office, PARTICLE_GRID, [pairs[0]!], { confirmed: true })
    const { api } = await world.as(actor)
    expect((await api.proposals.edit({ params })).assigned_samples_status_true).toEqual([])
    await world.db.updateTable('terms').set({ disabled: true }).execute()
    const seen = await api.proposals.edit({ params })
    expect(seen.assigned_samples_status_true).toMatchObject([{ name: grain.name, status: 1 }])
    expect(JSON.stringify(seen)).not.toMatch(/global_score|reports|additional_notes|file_key/u)
  }))
