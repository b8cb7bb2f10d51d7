import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { aConflict } from '../builders/conflicts.ts'
import { anEntry } from '../builders/discussions.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aReport } from '../builders/reports.ts'
import { findMails } from '../testing/reviews.ts'
import { sharedServer, type TestServer, withParallelServer } from '../testing/test_server.ts'
import { sendDueDigests } from './digest.ts'
import { followDiscussion, markSeen, withdrawEntry } from './service.ts'

/** A time of March 2031 in UTC: '02 06:00'. */
const at = (time: string) => `2031-03-${time.replace(' ', 'T')}:00Z`

/** Two proposals, the first followed by a member of the panel; another member writes. */
async function scene(world: TestServer) {
  world.at(at('01 09:00'))
  const term = await aTerm(world.ctx())
  const office = world.ctx(await aUser(world.ctx(), ['admin']))
  const reader = await aUser(world.ctx(), ['panel'], { email: 'reader@example.org' })
  const writer = world.ctx(await aUser(world.ctx(), ['panel']))
  const [one, two] = [await aSubmittedProposal(office), await aSubmittedProposal(office)]
  const asReader = world.ctx(reader)
  await followDiscussion(asReader, one.proposal_id, true)
  const mails = () => findMails(world, 'discussion_digest')
  return {
    ...{ term, office, reader, asReader, writer, id: one.proposal_id, two: two.proposal_id, mails },
    write: (id: number, text = `Entry at ${+world.services.clock()} ${Math.random()}`) =>
      anEntry(writer, { proposal_id: id, text }),
    /** Runs the job at a time, and returns how many digests there are then. */
    run: async (time: string) => {
      world.at(at(time))
      await sendDueDigests(world.services)
      return (await mails()).length
    },
  }
}

describe('the digest', () => {
  const { scene: s } = sharedServer(scene)
  beforeEach(() => s.world.at(at('01 09:00')))

  test('is sent once a day, from six in the morning, with what is new since the last', async () => {
    await s.write(s.id)
    await s.write(s.id)
    expect(await s.run('02 05:59')).toBe(0)
    expect(await s.run('02 06:00')).toBe(1)
    expect(await s.run('02 07:00')).toBe(1)
    await s.write(s.id)
    // After a restart, and late on the day.
    expect(await s.run('02 23:00')).toBe(1)
    expect(await s.run('03 06:10')).toBe(2)
    expect(await s.run('04 06:10')).toBe(2)
    const bodies = (await s.mails()).map(({ body }) => /(one|\d+) new entr\w+/u.exec(body)![0])
    expect(bodies).toEqual(['2 new entries', 'one new entry'])
  })

  test('is made up for after a day without a server', async () => {
    await s.write(s.id)
    expect(await s.run('04 17:00')).toBe(1)
  })

  test('is one mail for all discussions of a person', async () => {
    await followDiscussion(s.asReader, s.two, true)
    await s.write(s.id)
    await s.write(s.two)
    expect(await s.run('02 06:00')).toBe(1)
    const [mail] = await s.mails()
    expect(mail!.recipients).toEqual(['reader@example.org'])
    expect(mail!.body).toMatch(new RegExp(`proposal ${s.id}: [^]*proposal ${s.two}: `, 'u'))
  })

  test.each<[string, (scene: typeof s) => Promise<unknown>]>([
    ['nobody follows any more', ({ asReader, id }) => followDiscussion(asReader, id, false)],
    ['has been shown to them', ({ asReader, id }) => markSeen(asReader, id, 1)],
    ['was withdrawn', ({ writer, id }) => withdrawEntry(writer, id, { number: 1, version: undefined })],
    ['they have a conflict with since', ({ asReader, id }) => aConflict(asReader, { proposal_id: id })],
    [
      'a disabled user follows',
      ({ world, reader }) =>
        world.db.updateTable('users').set({ disabled: true }).where('id', '=', reader.id).execute(),
    ],
    [
      'is followed by someone who is no longer on the panel',
      ({ world, reader }) =>
        world.db
          .updateTable('users')
          .set({ is_panel: false, is_reviewer: true })
          .where('id', '=', reader.id)
          .execute(),
    ],
    [
      'is of a closed call',
      ({ world, term }) =>
        world.db.updateTable('terms').set({ disabled: true }).where('id', '=', term.id).execute(),
    ],
    [
      'they owe a report on',
      async ({ world, office, reader, id }) => {
        await world.db.updateTable('users').set({ is_reviewer: true }).where('id', '=', reader.id).execute()
        await aReport(office, { proposal_id: id, reviewer: reader, status: 1 })
      },
    ],
  ])('does not count what %s', async (_, happens) => {
    await s.write(s.id)
    await happens(s)
    expect(await s.run('02 06:00')).toBe(0)
  })

  test('counts neither own entries nor those before one began to follow', async () => {
    await s.write(s.two)
    await followDiscussion(s.asReader, s.two, true)
    await anEntry(s.asReader, { proposal_id: s.id })
    await anEntry(s.asReader, { proposal_id: s.two })
    expect(await s.run('02 06:00')).toBe(0)
  })

  test('goes to nobody who does not follow, whoever writes', async () => {
    await s.write(s.two)
    expect(await s.run('02 06:00')).toBe(0)
  })

  test('tells again what is new after following again', async () => {
    await followDiscussion(s.asReader, s.id, false)
    await s.write(s.id)
    await followDiscussion(s.asReader, s.id, true)
    await s.write(s.id)
    await s.run('02 06:00')
    expect((await s.mails())[0]!.body).toContain('one new entry')
  })
})

test('is sent once by several servers that run the job at the same time', () =>
  withParallelServer(async (world) => {
    const s = await scene(world)
    await s.write(s.id)
    world.at(at('02 06:00'))
    await Promise.all(Array.from({ length: 6 }, () => sendDueDigests(world.services)))
    expect(await s.mails()).toHaveLength(1)
  }))

/** Ids of the mail log, whose gaps anyone may see. */
const withoutIds = (payload: string) => payload.replaceAll(/"id":\d+/gu, '')

describe('a member of the office in conflict', () => {
  const { scene: s } = sharedServer(async (world) => {
    const made = await scene(world)
    const watcher = await aUser(world.ctx(), ['admin'])
    await aConflict(world.ctx(watcher), { proposal_id: made.id })
    for (const ctx of [made.asReader, world.ctx(watcher)]) await followDiscussion(ctx, made.two, true)
    return { ...made, watcher }
  })

  /** What they read, and are mailed, after a digest, with and without entries that they may not know of. */
  async function read(hidden: boolean) {
    await sql`savepoint history`.execute(s.world.db)
    s.world.at(at('01 09:00'))
    if (hidden) await s.write(s.id, 'Hidden.')
    await s.write(s.two, 'Shown.')
    if (hidden) await anEntry(s.office, { proposal_id: s.id, text: 'Canary.', to_reviewers: true })
    await s.run('02 06:00')
    const { request } = await s.world.as(s.watcher)
    const answers: string[] = []
    for (const path of [
      '/api/discussions/counts',
      `/api/discussions/${s.two}`,
      '/api/mail_log?per_page=100',
      '/api/mail_log?person=reader',
      '/api/audit_log?action=proposal.discussion_digest',
      '/api/call_state',
      '/api/proposals?question_waiting=true',
    ])
      answers.push(withoutIds((await request('GET', path)).payload))
    const mails = (await s.mails()).filter(({ recipients }) => recipients.includes(s.watcher.email))
    await sql`rollback to savepoint history`.execute(s.world.db)
    return [...answers, ...mails.map(({ subject, body }) => `${subject} ${body}`)]
  }

  test('learns nothing by what the others are mailed', async () => {
    const without = await read(false)
    expect(await read(true)).toEqual(without)
    expect(without.at(-1)).toContain('one new entry')
  })
})
