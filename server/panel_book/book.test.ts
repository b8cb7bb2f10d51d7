import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aPdf, aSentFile, aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReview, aReviewer, aSubmittedReport } from '../builders/reports.ts'
import { anAssignment, aSample } from '../builders/samples.ts'
import type { Ctx } from '../platform/context.ts'
import { declineReport } from '../reports/assignment.ts'
import { submitReport } from '../reports/service.ts'
import { saveGlobalScore, saveNote } from '../staff/service.ts'
import { withConnections } from '../testing/connection.ts'
import { bookOf } from '../testing/panel_book.ts'
import { pdfPages, pdfText } from '../testing/pdf.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

const NOW = '2026-11-23T09:30:00.000Z'

async function aCall(world: TestServer) {
  world.at(NOW)
  await aTerm(world.ctx())
  const office = world.ctx(await aUser(world.ctx(), ['admin']))
  const reader = await aUser(world.ctx(), ['panel'], { first_name: '一郎', last_name: '髙橋' })
  return { office, reader, asReader: await world.as(reader) }
}

async function reviewed(
  office: Ctx,
  reviewers: readonly Actor[],
  title: string,
  scores: readonly number[],
  input: Record<string, unknown> = {},
) {
  const { proposal_id } = await aSubmittedProposal(office, { input: { title, ...input } })
  for (const [i, science_score] of scores.entries())
    await aSubmittedReport(office, {
      proposal_id,
      reviewer: reviewers[i]!,
      review: aReview({
        science_score,
        technical_score: 4,
        science_comment_strength: `Strength ${title} ${i}`,
      }),
    })
  return proposal_id
}

const threeReviewers = async (world: TestServer) => [
  await aReviewer(world.ctx()),
  await aReviewer(world.ctx()),
  await aReviewer(world.ctx()),
]

/** The outline of a PDF: each title with its children, and the number of the page it leads to. */
async function outlineOf(bytes: Uint8Array) {
  const loading = getDocument({ data: Uint8Array.from(bytes), verbosity: VerbosityLevel.ERRORS })
  const document = await loading.promise
  type Items = Awaited<ReturnType<typeof document.getOutline>>
  const read = async (items: Items): Promise<[string, number, unknown[]][]> =>
    Promise.all(
      items.map(async ({ title, dest, items: children }) => {
        const [ref] = dest as [{ num: number; gen: number }]
        return [title, (await document.getPageIndex(ref)) + 1, await read(children)] as [
          string,
          number,
          unknown[],
        ]
      }),
    )
  const outline = await read(await document.getOutline())
  const links: number[] = []
  for (const { dest } of await (await document.getPage(1)).getAnnotations()) {
    const [ref] = (await document.getDestination(dest))!
    links.push((await document.getPageIndex(ref)) + 1)
  }
  await loading.destroy()
  return { outline, links }
}

describe('the book', () => {
  test('is in the order of the ranking, and contents, links and bookmarks lead to the right pages', () =>
    withServer(async (world) => {
      const { office, asReader } = await aCall(world)
      const reviewers = await threeReviewers(world)
      const file = await aSentFile(world.ctx(), await aPdf('Plan 計画'))
      const low = await reviewed(office, reviewers, 'Low', [1, 2])
      const ranked = await reviewed(office, reviewers, 'Ranked', [2, 2], { file })
      const high = await reviewed(office, reviewers, 'High', [5, 5, 4])
      await saveGlobalScore(office, ranked, { global_score: 4.5, rank: 2 })
      const bytes = await bookOf(asReader)
      const pages = await pdfPages(bytes)
      const order = [ranked, high, low]
      const starts = order.map((id) => pages.findIndex((text) => text.startsWith(`${id}: `)) + 1)
      expect(starts).toEqual([...starts].sort((a, b) => a - b))
      const contents = pages[0]!.split('\n')
      expect(
        contents.filter((line) => /Low|Ranked|High/u.test(line)).map((line) => line.split(' ').slice(0, 3)),
      ).toEqual([
        ['2', `${ranked}`, 'Ranked'],
        ['-', `${high}`, 'High'],
        ['-', `${low}`, 'Low'],
      ])
      expect(contents.filter((line) => /^\d+$/u.test(line)).map(Number)).toEqual(starts)
      const { outline, links } = await outlineOf(bytes)
      expect(links).toEqual(starts)
      expect(outline.map(([title, page]) => [title, page])).toEqual([
        ['Contents', 1],
        [`${ranked}: Ranked`, starts[0]],
        [`${high}: High`, starts[1]],
        [`${low}: Low`, starts[2]],
      ])
      const [, [, start, parts]] = outline as [unknown, [string, number, [string, number][]]]
      expect(parts.map(([title]) => title)).toEqual([
        'Proposal',
        'Attached PDF',
        ...reviewers.slice(0, 2).map(({ name }) => `Report by ${name}`),
      ])
      expect(parts[0]![1]).toBe(start + 1)
      expect(pages[parts[1]![1] - 1]).toContain('This is Plan 計画.')
      expect(pages[parts[2]![1] - 1]).toContain('Strength Ranked 0')
      expect(pages[parts[3]![1] - 1]).toContain('Strength Ranked 1')
    }))

  test('has its reader, the date, Confidential and its number on every page', () =>
    withServer(async (world) => {
      const { office, asReader } = await aCall(world)
      const reviewers = await threeReviewers(world)
      const file = await aSentFile(world.ctx(), await aPdf('Plan'))
      for (let i = 0; i < 60; i += 1) await aSubmittedProposal(office, { input: { title: `Proposal ${i}` } })
      await reviewed(office, reviewers, 'Ranked', [2, 2], { file })
      const pages = await pdfPages(await bookOf(asReader))
      expect(pages.length).toBeGreaterThan(120)
      for (const [i, text] of pages.entries()) {
        expect(text).toContain('Confidential')
        expect(text).toContain(`made for 一郎 髙橋, 2026-11-23 09:30 UTC ${i + 1} / ${pages.length}`)
      }
      // The contents take more than one page, and each of their pages has its head.
      expect(pages.filter((text) => text.includes('Title and proposer')).length).toBe(2)
    }))

  test('sums up a proposal: figures, reports, requests and what is at hand for them', () =>
    withServer(async (world) => {
      const { office, asReader } = await aCall(world)
      const reviewers = await threeReviewers(world)
      const [wanted, given, free] = [
        await aSample(world.ctx()),
        await aSample(world.ctx()),
        await aSample(world.ctx()),
      ]
      const named = ({ id }: { id: number }) => ({ db_type: 1, type: 0, any: 0, sample_id: id })
      const first = await reviewed(office, reviewers, 'First', [5, 2, 3], {
        samples: [named(wanted), named(given), named(free), { db_type: 1, type: 0, any: 1 }],
      })
      const second = await reviewed(office, reviewers, 'Second', [1], {
        samples: [named(wanted), named(given)],
      })
      await saveGlobalScore(office, first, { global_score: 3.75, rank: 4 })
      await anAssignment(office, PARTICLE_GRID, [{ proposal_id: second, sample_id: given.id }], {
        confirmed: true,
      })
      const [, summary] = await pdfPages(await bookOf(asReader, `?ids=${first}`))
      const lines = summary!.split('\n')
      const figure = (label: string) => lines[lines.indexOf(label) + 1]
      expect(figure('Rank')).toBe('4')
      expect(figure('Global score')).toBe('3.75 Very Good')
      expect(figure('Total')).toBe('7.33')
      expect(figure('Science')).toBe('3.33')
      expect(figure('Technical')).toBe('4.00')
      expect(figure('Reports')).toBe('3 of 3')
      expect(summary).toContain('spread 1.25')
      for (const [i, { name }] of reviewers.entries())
        expect(lines).toContain(`${name} ${[5, 2, 3][i]} 4 ${[9, 6, 7][i]} -`)
      expect(summary).toContain(`available, asked for by ${second} too`)
      expect(summary).toContain(`confirmed for ${second}`)
      expect(lines).toContain(`3 Ryugu ${free.name} Particle 5.4 mg available`)
      expect(summary).toContain('3 samples match')
    }))

  test('says how sure the order is, from ten reports on', () =>
    withServer(async (world) => {
      const { office, asReader } = await aCall(world)
      const reviewers = await threeReviewers(world)
      const ids: number[] = []
      for (const [i, scores] of [
        [5, 5, 5],
        [3, 4, 3],
        [1, 1, 2],
        [2, 3, 1],
      ].entries())
        ids.push(await reviewed(office, reviewers, `Title ${i}`, scores))
      const [, summary] = await pdfPages(await bookOf(asReader))
      const { proposals } = await asReader.api.staff.adjusted()
      const { adjusted, error, expected, low, high } = proposals.find(({ id }) => id === ids[0])!
      expect(summary).toContain(`Adjusted total\n${adjusted.toFixed(2)} ± ${error.toFixed(2)}`)
      expect(summary).toContain(`Expected rank\n${expected.toFixed(1)}`)
      expect(summary).toContain(`In 90 of 100 cases between\n${low} and ${high}`)
    }))

  test('names an attached PDF that is lost, and one that is damaged, and holds all others', () =>
    withServer(async (world) => {
      const { office, asReader } = await aCall(world)
      const ids: number[] = []
      for (const title of ['Lost', 'Damaged', 'Whole']) {
        const file = await aSentFile(world.ctx(), await aPdf(title))
        ids.push((await aSubmittedProposal(office, { input: { title, file } })).proposal_id)
      }
      const [lost, damaged] = await Promise.all(
        ids.map(
          async (id) =>
            (
              await world.db
                .selectFrom('proposals')
                .select('file_key')
                .where('id', '=', id)
                .executeTakeFirstOrThrow()
            ).file_key!,
        ),
      )
      const { files } = world.services
      await files.remove(lost!)
      await files.remove(damaged!)
      await files.restore(damaged!, Buffer.from('%PDF-1.7\nnothing\n%%EOF'))
      const text = await pdfText(await bookOf(asReader))
      expect(text).toContain('Lost.pdf is not in this book. The file is missing from the store.')
      expect(text).toContain('Damaged.pdf is not in this book. This PDF file is damaged and cannot be read.')
      expect(text).toContain('This is Whole.')
    }))

  test('is of the chosen proposals alone, without those of another call', () =>
    withServer(async (world) => {
      const { office, asReader } = await aCall(world)
      const [one, two, three] = [
        await aSubmittedProposal(office, { input: { title: 'One' } }),
        await aSubmittedProposal(office, { input: { title: 'Two' } }),
        await aSubmittedProposal(office, { input: { title: 'Three' } }),
      ]
      const text = await pdfText(
        await bookOf(asReader, `?ids=${three.proposal_id}&ids=${one.proposal_id}&ids=999999`),
      )
      expect(text).toContain('2 proposals, selected, in the order of the ranking')
      expect(text).toMatch(/One[\s\S]*Three/u)
      expect(text).not.toContain('Two')
      const other = await pdfText(await bookOf(asReader, `?term_id=9&ids=${two.proposal_id}`))
      expect(other).toContain('0 proposals, selected')
      expect(other).not.toContain('Two')
    }))

  test('is recorded, with the call and how many were selected', () =>
    withServer(async (world) => {
      const { asReader, reader } = await aCall(world)
      await bookOf(asReader)
      await bookOf(asReader, '?ids=1&ids=2')
      const entries = await world.db
        .selectFrom('audit_entries')
        .select(['user_id', 'object_id', 'after'])
        .where('action', '=', 'export.book')
        .orderBy('id')
        .execute()
      expect(entries).toEqual([
        { user_id: reader.id, object_id: null, after: { call: 7, selected: null } },
        { user_id: reader.id, object_id: null, after: { call: 7, selected: 2 } },
      ])
    }))
})

describe('a member of the panel who reviews a proposal', () => {
  test('reads the other reports and figures of it only after having submitted or declined', () =>
    withServer(async (world) => {
      const { office } = await aCall(world)
      const reviewers = await threeReviewers(world)
      const judge = await aUser(world.ctx(), ['panel', 'reviewer'])
      const asJudge = await world.as(judge)
      const id = await reviewed(office, reviewers, 'Judged', [5, 4])
      const other = await reviewed(office, reviewers, 'Other', [2])
      const report = await aReport(office, { proposal_id: id, reviewer: judge, review: aReview() })
      const before = await pdfText(await bookOf(asJudge))
      expect(before).toContain('have not submitted your report')
      expect(before).not.toContain('Strength Judged')
      expect(before).not.toContain('8.50')
      expect(before).toContain('Strength Other 0')
      // Without its average it comes after the one that has another.
      expect(before.indexOf(`${other}: Other`)).toBeLessThan(before.indexOf(`${id}: Judged`))
      await submitReport(office.as(judge), report, {})
      const after = await pdfText(await bookOf(asJudge))
      expect(after).not.toContain('have not submitted your report')
      expect(after).toContain('Strength Judged 1')

      const declined = await reviewed(office, reviewers, 'Declined', [3])
      const asked = await aReport(office, { proposal_id: declined, reviewer: judge, status: 1 })
      expect(await pdfText(await bookOf(asJudge))).not.toContain('Strength Declined')
      await declineReport(office, asked)
      expect(await pdfText(await bookOf(asJudge))).toContain('Strength Declined 0')
    }))
})

const CANARY = 'Canary7x'

describe('a member with a conflict of interest', () => {
  async function scene(world: TestServer) {
    const { office, reader, asReader } = await aCall(world)
    const reviewers = await threeReviewers(world)
    const sample = await aSample(world.ctx())
    const samples = [{ db_type: 1, type: 0, any: 0, sample_id: sample.id }]
    for (const [i, scores] of [
      [5, 4, 5],
      [3, 4, 3],
      [1, 1, 2],
      [2, 3, 1],
    ].entries())
      await saveGlobalScore(office, await reviewed(office, reviewers, `Open ${i}`, scores, { samples }), {
        global_score: i,
        rank: [4, 1, 5, 3][i]!,
      })
    const file = await aSentFile(world.ctx(), await aPdf(CANARY))
    const { proposal_id } = await aSubmittedProposal(office, { input: { title: CANARY, samples, file } })
    await aConflict(office.as(reader), { proposal_id })
    return { office, reviewers, asReader, proposal_id, sample }
  }

  test('gets the same bytes whatever is done on the proposal, and nothing of it', () =>
    withServer(async (world) => {
      const { office, reviewers, asReader, proposal_id, sample } = await scene(world)
      const before = await bookOf(asReader)
      const pages = await pdfPages(before)
      expect(pages.join('\n')).not.toContain(CANARY)
      expect(pages.join('\n')).not.toMatch(new RegExp(`\\b${proposal_id}\\b: `, 'u'))
      expect(pages.join('\n')).not.toMatch(
        new RegExp(`(asked for by|confirmed for)[^\\n]*\\b${proposal_id}\\b`, 'u'),
      )
      expect(before.includes(CANARY)).toBe(false)
      for (const reviewer of reviewers)
        await aSubmittedReport(office, {
          proposal_id,
          reviewer,
          review: aReview({ science_comment_strength: CANARY }),
        })
      await saveNote(office, proposal_id, { note: CANARY })
      await saveGlobalScore(office, proposal_id, { global_score: 5, rank: 2 })
      await anAssignment(office, PARTICLE_GRID, [{ proposal_id, sample_id: sample.id }], { confirmed: true })
      const after = await bookOf(asReader)
      expect(after.equals(before)).toBe(true)
      expect(
        (await bookOf(asReader, `?ids=${proposal_id}&ids=1`)).equals(await bookOf(asReader, '?ids=1')),
      ).toBe(true)
      // The office's book does change.
      expect(await pdfText(await bookOf(await world.as(office.actor)))).toContain(CANARY)
    }))

  test('sees ranks as places without gaps', () =>
    withServer(async (world) => {
      const { asReader } = await scene(world)
      const [contents] = await pdfPages(await bookOf(asReader))
      const ranks = contents!.split('\n').flatMap((line) => /^(\d+) \d+ Open/u.exec(line)?.slice(1) ?? [])
      expect(ranks).toEqual(['1', '2', '3', '4'])
    }))
})

describe('one book at a time', () => {
  test('is made for a person, and one that is cancelled makes room', () =>
    withServer(async (world) => {
      const { office, asReader } = await aCall(world)
      for (let i = 0; i < 10; i += 1) await aSubmittedProposal(office)
      await withConnections(world, async (_, port) => {
        const begin = async () => {
          const path = (await asReader.request('GET', '/api/panel_book')).json()
          const request = httpGet({ port, path, headers: { cookie: asReader.cookie } })
          const [answer] = (await once(request, 'response')) as [IncomingMessage]
          return answer
        }
        const first = await begin()
        expect(first.statusCode).toBe(200)
        const second = await begin()
        expect(second.statusCode).toBe(429)
        second.resume()
        const other = await world.as(office.actor)
        expect((await bookOf(other)).length).toBeGreaterThan(1000)
        first.destroy()
        await expect
          .poll(
            () =>
              bookOf(asReader).then(
                ({ length }) => length,
                () => 0,
              ),
            { timeout: 60_000 },
          )
          .toBeGreaterThan(1000)
      })
    }))
})
