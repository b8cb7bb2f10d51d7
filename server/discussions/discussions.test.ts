import { beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { aConflict } from '../builders/conflicts.ts'
import { anEntry } from '../builders/discussions.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSavedProposal, aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReview, aReviewer } from '../builders/reports.ts'
import { saveGlobalScore } from '../staff/service.ts'
import { errorKindOf, findMails } from '../testing/reviews.ts'
import { sharedServer, type TestServer, withParallelServer } from '../testing/test_server.ts'

const NOW = '2031-03-01T09:00:00Z'

/** A submitted proposal, two members of the panel and one of the office, with their browsers. */
async function scene(world: TestServer) {
  world.at(NOW)
  const term = await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const [ann, bo] = [await aUser(world.ctx(), ['panel']), await aUser(world.ctx(), ['panel'])]
  const office = world.ctx(admin)
  const { proposal_id: id } = await aSubmittedProposal(office)
  const other = await aSubmittedProposal(office)
  const of = async (actor: Actor) => (await world.as(actor)).api.discussions
  return {
    ...{ term, admin, ann, bo, office, id, params: { id }, other_id: other.proposal_id, of },
    asAnn: await of(ann),
    asBo: await of(bo),
    asOffice: await of(admin),
    /** A reviewer with a report in a status. */
    reviewer: async (status: 0 | 1 | 2 | 3 | 9, person = {}) => {
      const reviewer = await aReviewer(world.ctx(), person)
      const review = status === 3 ? { review: aReview() } : {}
      return { reviewer, report_id: await aReport(office, { proposal_id: id, reviewer, status, ...review }) }
    },
    disable: () => world.db.updateTable('terms').set({ disabled: true }).where('id', '=', term.id).execute(),
  }
}

describe('a discussion', () => {
  const { scene: s } = sharedServer(scene)
  beforeEach(() => s.world.at(NOW))

  test('shows the entries of all in order, with author and time', async () => {
    await s.asAnn.write({ params: s.params, body: { text: ' First\r\nline ' } })
    s.world.at('2031-03-01T09:30:00Z')
    await s.asBo.write({ params: s.params, body: { text: '<b>#name#</b>\u202E' } })
    const { entries, count, why_not_write } = await s.asOffice.get({ params: s.params })
    expect([count, why_not_write]).toEqual([2, null])
    expect(entries).toMatchObject([
      {
        number: 1,
        author: { name: s.ann.name },
        text: 'First\nline',
        written_at: '2031-03-01T09:00:00.000Z',
      },
      {
        number: 2,
        author: { name: s.bo.name },
        text: '<b>#name#</b>\u202E',
        edited_at: null,
        question: null,
      },
    ])
  })

  test.each([
    ['empty', ''],
    ['blank', ' \n\u200B'],
    ['too long', 'x'.repeat(5001)],
    ['with a character that cannot be stored', 'a\0b'],
  ])('takes no entry that is %s', async (_, text) => {
    expect(await errorKindOf(s.asAnn.write({ params: s.params, body: { text } }))).toBe('invalid')
    expect((await s.asAnn.get({ params: s.params })).entries).toEqual([])
  })

  test('takes an entry once when it is sent again, and again after others have written', async () => {
    const write = (of: typeof s.asAnn) => of.write({ params: s.params, body: { text: 'Agreed.' } })
    expect((await write(s.asAnn)).result).toBe(1)
    expect(await write(s.asAnn)).toMatchObject({ result: 0, message: expect.stringContaining('already') })
    expect((await write(s.asBo)).result).toBe(1)
    expect((await write(s.asAnn)).result).toBe(1)
    expect((await s.asAnn.get({ params: s.params })).count).toBe(3)
  })

  test('keeps the earlier texts of an edited entry', async () => {
    await s.asAnn.write({ params: s.params, body: { text: 'One.' } })
    for (const [minute, text] of [
      ['30', 'Two.'],
      ['40', 'Three.'],
    ]) {
      s.world.at(`2031-03-01T09:${minute}:00Z`)
      await s.asAnn.edit({ params: s.params, body: { number: 1, text: text! } })
    }
    const [entry] = (await s.asBo.get({ params: s.params })).entries
    expect(entry).toMatchObject({
      text: 'Three.',
      edited_at: '2031-03-01T09:40:00.000Z',
      earlier_texts: 2,
      version: 3,
    })
    expect(await s.asBo.earlier({ params: s.params, query: { number: 1 } })).toEqual([
      { edition: 1, text: 'One.', written_at: '2031-03-01T09:00:00.000Z' },
      { edition: 2, text: 'Two.', written_at: '2031-03-01T09:30:00.000Z' },
    ])
  })

  test('leaves an entry that is saved unchanged as it was', async () => {
    await s.asAnn.write({ params: s.params, body: { text: 'One.' } })
    expect(
      await s.asAnn.edit({ params: s.params, body: { number: 1, text: 'One.', version: 1 } }),
    ).toMatchObject({ result: 1, version: 1 })
    expect((await s.asBo.get({ params: s.params })).entries).toMatchObject([
      { edited_at: null, earlier_texts: 0 },
    ])
  })

  test('keeps a withdrawn entry readable, uncounted and closed to changes', async () => {
    await s.asAnn.write({ params: s.params, body: { text: 'One.' } })
    await s.asAnn.edit({ params: s.params, body: { number: 1, text: 'Two.' } })
    await s.asAnn.withdraw({ params: s.params, body: { number: 1 } })
    const { entries, count, unread } = await s.asBo.get({ params: s.params })
    expect([count, unread]).toEqual([0, 0])
    expect(entries).toMatchObject([{ text: '', withdrawn_at: '2031-03-01T09:00:00.000Z', earlier_texts: 2 }])
    const texts = await s.asBo.earlier({ params: s.params, query: { number: 1 } })
    expect(texts.map(({ text }) => text)).toEqual(['One.', 'Two.'])
    for (const again of [
      () => s.asAnn.withdraw({ params: s.params, body: { number: 1 } }),
      () => s.asAnn.edit({ params: s.params, body: { number: 1, text: 'Three.' } }),
    ])
      expect(await again()).toMatchObject({ result: 0, message: 'This entry has been withdrawn.' })
  })

  test('lets nobody change the entry of someone else', async () => {
    await s.asAnn.write({ params: s.params, body: { text: 'One.' } })
    for (const of of [s.asBo, s.asOffice]) {
      expect(await errorKindOf(of.edit({ params: s.params, body: { number: 1, text: 'x' } }))).toBe(
        'forbidden',
      )
      expect(await errorKindOf(of.withdraw({ params: s.params, body: { number: 1 } }))).toBe('forbidden')
    }
    expect((await s.asAnn.get({ params: s.params })).entries).toMatchObject([{ text: 'One.', version: 1 }])
  })

  test('holds an entry that another tab has changed against this one', async () => {
    await s.asAnn.write({ params: s.params, body: { text: 'One.' } })
    const save = (text: string) => s.asAnn.edit({ params: s.params, body: { number: 1, text, version: 1 } })
    await save('Here.')
    expect(await errorKindOf(save('There.'))).toBe('stale')
    expect((await s.asBo.get({ params: s.params })).entries[0]!.text).toBe('Here.')
  })

  test('knows no entry of another proposal', async () => {
    await s.asAnn.write({ params: { id: s.other_id }, body: { text: 'One.' } })
    for (const missing of [
      () => s.asAnn.edit({ params: s.params, body: { number: 1, text: 'x' } }),
      () => s.asAnn.earlier({ params: s.params, query: { number: 1 } }),
      () => s.asOffice.declineQuestion({ params: s.params, body: { number: 1, reason: 'x' } }),
    ])
      expect(await errorKindOf(missing())).toBe('missing')
  })

  test('is read-only in a closed call, and for a proposal that is not submitted', async () => {
    await s.asAnn.write({ params: s.params, body: { text: 'One.' } })
    const draft = (await aSavedProposal(s.office)).proposal_id
    expect((await s.asAnn.get({ params: { id: draft } })).why_not_write).toBe(
      'This proposal is not submitted.',
    )
    expect(await s.asAnn.write({ params: { id: draft }, body: { text: 'x' } })).toMatchObject({ result: 0 })
    await s.disable()
    const closed = 'AO7 is closed; nothing in it can be changed.'
    expect(await s.asAnn.get({ params: s.params })).toMatchObject({ why_not_write: closed, count: 1 })
    for (const refused of [
      () => s.asAnn.write({ params: s.params, body: { text: 'Two.' } }),
      () => s.asAnn.edit({ params: s.params, body: { number: 1, text: 'Two.' } }),
      () => s.asAnn.withdraw({ params: s.params, body: { number: 1 } }),
    ])
      expect(await refused()).toMatchObject({ result: 0, message: closed })
  })

  test('is closed to its author too once they have a conflict, and keeps their entries for the others', async () => {
    await s.asAnn.write({ params: s.params, body: { text: 'One.', to_reviewers: true, follow: true } })
    await aConflict(s.world.ctx(s.ann), { proposal_id: s.id })
    const body = { number: 1 }
    for (const call of [
      () => s.asAnn.get({ params: s.params }),
      () => s.asAnn.earlier({ params: s.params, query: body }),
      () => s.asAnn.write({ params: s.params, body: { text: 'x' } }),
      () => s.asAnn.edit({ params: s.params, body: { ...body, text: 'x' } }),
      () => s.asAnn.edit({ params: s.params, body: { number: 77, text: 'x' } }),
      () => s.asAnn.withdraw({ params: s.params, body }),
      () => s.asAnn.follow({ params: s.params, body: { follow: false } }),
      () => s.asAnn.seen({ params: s.params, body }),
    ])
      expect(await errorKindOf(call())).toBe('forbidden')
    expect(await s.asAnn.counts()).toEqual([])
    expect(await s.asBo.get({ params: s.params })).toMatchObject({
      count: 1,
      entries: [{ author: { name: s.ann.name }, text: 'One.' }],
    })
  })

  test.each([
    [0, true],
    [1, false],
    [2, false],
    [3, true],
    [9, true],
  ] as const)(
    'with an own report in status %i, is shown to a member of the panel: %s',
    async (status, shown) => {
      await s.asBo.write({ params: s.params, body: { text: 'Report 2 is weak.' } })
      const { reviewer } = await s.reviewer(status)
      await s.world.db.updateTable('users').set({ is_panel: true }).where('id', '=', reviewer.id).execute()
      const own = await s.of({ ...reviewer, roles: ['panel', 'reviewer'] })
      const answer = await own.get({ params: s.params })
      expect(answer).toMatchObject(
        shown
          ? { why_hidden: null, count: 1 }
          : { why_hidden: expect.stringContaining('asked to review'), count: 0, unread: 0, entries: [] },
      )
      expect((await own.counts()).length).toBe(shown ? 1 : 0)
      const read = own.earlier({ params: s.params, query: { number: 1 } })
      expect(await errorKindOf(read)).toBe(shown ? 'ok' : 'forbidden')
      const write = own.write({ params: s.params, body: { text: 'x' } })
      expect(await errorKindOf(write)).toBe(shown ? 'ok' : 'forbidden')
    },
  )

  test('opens to a reviewer on the panel when a global score closes their report', async () => {
    const { reviewer } = await s.reviewer(2)
    await s.world.db.updateTable('users').set({ is_panel: true }).where('id', '=', reviewer.id).execute()
    const own = await s.of({ ...reviewer, roles: ['panel', 'reviewer'] })
    await saveGlobalScore(s.office, s.id, { global_score: 4, rank: null })
    expect((await own.get({ params: s.params })).why_hidden).toBeNull()
  })

  test('does not show the office’s list of reviewers to the panel', async () => {
    const { report_id } = await s.reviewer(3)
    await s.reviewer(2)
    expect((await s.asAnn.get({ params: s.params })).reviewers).toEqual([])
    expect((await s.asOffice.get({ params: s.params })).reviewers).toMatchObject([
      { report_id, why_not: null },
    ])
  })
})

describe('what is new', () => {
  const { scene: s } = sharedServer(scene)

  test('counts the entries of others since one last looked, and not one’s own', async () => {
    await s.asAnn.write({ params: s.params, body: { text: 'One.' } })
    await s.asAnn.write({ params: s.params, body: { text: 'Two.' } })
    await s.asBo.write({ params: s.params, body: { text: 'Three.' } })
    const unread = async (of: typeof s.asAnn) => (await of.counts())[0]!.unread
    expect([await unread(s.asAnn), await unread(s.asBo), await unread(s.asOffice)]).toEqual([1, 2, 3])
    await s.asBo.seen({ params: s.params, body: { number: 1 } })
    expect(await s.asBo.counts({ query: { term_id: s.term.id } })).toEqual([
      { proposal_id: s.id, title: expect.any(String), entries: 3, unread: 1 },
    ])
    expect(await s.asBo.get({ params: s.params })).toMatchObject({ unread: 1, seen_number: 1 })
    // What was seen stays seen, and what is not there yet is not.
    await s.asBo.seen({ params: s.params, body: { number: 1_000_000 } })
    await s.asBo.seen({ params: s.params, body: { number: 1 } })
    expect(await unread(s.asBo)).toBe(0)
    await s.asAnn.write({ params: s.params, body: { text: 'Four.' } })
    expect(await unread(s.asBo)).toBe(1)
  })

  test('is nobody else’s, and leaves no entry in the audit log', async () => {
    await s.asAnn.write({ params: s.params, body: { text: 'One.' } })
    const entries = () => s.world.db.selectFrom('audit_entries').select('id').execute()
    const before = await entries()
    await s.asBo.seen({ params: s.params, body: { number: 1 } })
    await s.asBo.follow({ params: s.params, body: { follow: true } })
    expect(await entries()).toEqual(before)
    expect((await s.asOffice.counts())[0]!.unread).toBe(1)
    expect((await s.asOffice.get({ params: s.params })).follows).toBe(false)
  })

  test('is that of one call', async () => {
    await s.asAnn.write({ params: s.params, body: { text: 'One.' } })
    expect(await s.asBo.counts({ query: { term_id: 6 } })).toEqual([])
  })

  test('is found at the end of a discussion of two thousand entries', async () => {
    const entry = (n: number) => ({
      proposal_id: s.id,
      number: n + 1,
      user_id: s.ann.id,
      text: `Entry ${n + 1}`,
      written_at: '2031-03-01T09:00:00Z',
    })
    await s.world.db
      .insertInto('discussion_entries')
      .values(Array.from({ length: 2000 }, (_, n) => entry(n)))
      .execute()
    await s.world.db.insertInto('reviewer_questions').values({ proposal_id: s.id, number: 3 }).execute()
    const short = await s.asOffice.get({ params: s.params })
    expect([short.count, short.before, short.entries.length, short.unread]).toEqual([2000, 1950, 50, 2000])
    expect([short.entries[0]!.number, short.entries.at(-1)!.number]).toEqual([1951, 2000])
    expect(short.waiting.map(({ number }) => number)).toEqual([3])
    const whole = await s.asOffice.get({ params: s.params, query: { last: 5000 } })
    expect([whole.before, whole.entries.length]).toEqual([0, 2000])
    expect((await s.asBo.write({ params: s.params, body: { text: 'Last.' } })).result).toBe(1)
    expect((await s.asBo.get({ params: s.params })).entries.at(-1)!.number).toBe(2001)
  })
})

describe('a question to the reviewers', () => {
  const { scene: s } = sharedServer(scene)
  const QUESTION = { number: 1, words: 'How much is lost?' }
  const ask = () => anEntry(s.world.ctx(s.ann), { proposal_id: s.id, text: 'Ask them.', to_reviewers: true })
  const todo = async () =>
    (await (await s.world.as(s.admin)).api.callState.get()).todo.filter(({ key }) => key === 'questions')

  test('waits in the office’s to-do list until it is decided', async () => {
    expect(await todo()).toEqual([])
    await ask()
    expect(await todo()).toMatchObject([
      { count: 1, note: `${s.id} by ${s.ann.name}`, href: '/proposals?question_waiting=true' },
    ])
    await s.asOffice.declineQuestion({ params: s.params, body: { number: 1, reason: 'It is in section 3.' } })
    expect(await todo()).toEqual([])
    const [entry] = (await s.asAnn.get({ params: s.params })).entries
    expect(entry!.question).toEqual({
      state: 'declined',
      words: '',
      reason: 'It is in section 3.',
      decided_by: s.admin.name,
      decided_at: '2031-03-01T09:00:00.000Z',
      recipients: [],
    })
    expect(await findMails(s.world, 'panel_question')).toEqual([])
  })

  test('goes to the chosen reviewers in the office’s words, one mail each', async () => {
    await ask()
    const [one, two] = [
      await s.reviewer(3, { last_name: 'Alpha' }),
      await s.reviewer(3, { last_name: 'Beta' }),
    ]
    const third = await s.reviewer(3, { last_name: 'Gamma' })
    const report_ids = [one.report_id, third.report_id, one.report_id]
    const sent = await s.asOffice.sendQuestion({ params: s.params, body: { ...QUESTION, report_ids } })
    expect(sent.message).toContain(`${one.reviewer.name} and ${third.reviewer.name}, in one e-mail each.`)
    const mails = await findMails(s.world, 'panel_question')
    expect(mails.map(({ recipients }) => recipients)).toEqual([[one.reviewer.email], [third.reviewer.email]])
    for (const { body, subject, bcc, proposal_ids } of mails) {
      expect([bcc, proposal_ids]).toEqual([[], [s.id]])
      expect(`${subject} ${body}`).toContain('How much is lost?')
      expect(`${subject} ${body}`).not.toMatch(/Ask them|Beta/u)
      expect(body).not.toContain(s.ann.name)
    }
    expect(mails[0]!.body).not.toContain('Gamma')
    const [entry] = (await s.asBo.get({ params: s.params })).entries
    expect(entry!.question).toMatchObject({
      state: 'sent',
      words: 'How much is lost?',
      decided_by: s.admin.name,
      recipients: [one.reviewer.name, third.reviewer.name],
    })
    expect(two.report_id).toBeGreaterThan(0)
  })

  test('is decided once, also by two presses at the same time', async () => {
    await ask()
    const { report_id } = await s.reviewer(3)
    const send = () =>
      s.asOffice.sendQuestion({ params: s.params, body: { ...QUESTION, report_ids: [report_id] } })
    expect((await send()).result).toBe(1)
    expect(await send()).toMatchObject({ result: 0, message: 'This question has already been sent.' })
    expect(
      await s.asOffice.declineQuestion({ params: s.params, body: { number: 1, reason: 'x' } }),
    ).toMatchObject({ result: 0 })
    expect(await findMails(s.world, 'panel_question')).toHaveLength(1)
  })

  test.each([0, 1, 2, 9] as const)('goes to nobody with a report in status %i', async (status) => {
    await ask()
    const { report_id } = await s.reviewer(status)
    const body = { ...QUESTION, report_ids: [report_id] }
    expect(await errorKindOf(s.asOffice.sendQuestion({ params: s.params, body }))).toBe('invalid')
    expect(await todo()).toHaveLength(1)
  })

  test('goes to nobody who is disabled or has a conflict, and to no reviewer of another proposal', async () => {
    await ask()
    const [gone, involved] = [await s.reviewer(3), await s.reviewer(3)]
    await s.world.db.updateTable('users').set({ disabled: true }).where('id', '=', gone.reviewer.id).execute()
    await aConflict(s.office, { proposal_id: s.id, user_id: involved.reviewer.id })
    const elsewhere = await aReport(s.office, {
      proposal_id: s.other_id,
      reviewer: await aReviewer(s.world.ctx()),
      status: 3,
      review: aReview(),
    })
    for (const id of [gone.report_id, involved.report_id, elsewhere, 2_000_000_000]) {
      const body = { ...QUESTION, report_ids: [id] }
      expect(await errorKindOf(s.asOffice.sendQuestion({ params: s.params, body }))).toBe('invalid')
    }
    const { reviewers } = await s.asOffice.get({ params: s.params })
    expect(reviewers.map(({ why_not }) => why_not).sort()).toEqual([
      'Has a conflict of interest',
      'The account is disabled',
    ])
    expect(await findMails(s.world, 'panel_question')).toEqual([])
  })

  test('falls with its entry', async () => {
    await ask()
    await s.asAnn.withdraw({ params: s.params, body: { number: 1 } })
    expect(await todo()).toEqual([])
    expect((await s.asBo.get({ params: s.params })).entries[0]!.question).toMatchObject({
      state: 'withdrawn',
    })
    expect(
      await s.asOffice.declineQuestion({ params: s.params, body: { number: 1, reason: 'x' } }),
    ).toMatchObject({ result: 0, message: 'This question has been withdrawn.' })
  })

  test('is decided on the text that the office has read', async () => {
    await ask()
    const { report_id } = await s.reviewer(3)
    await s.asAnn.edit({ params: s.params, body: { number: 1, text: 'Ask them something else.' } })
    const body = { ...QUESTION, report_ids: [report_id], version: 1 }
    expect(await errorKindOf(s.asOffice.sendQuestion({ params: s.params, body }))).toBe('stale')
  })

  test('is not in the to-do list of a member of the office in conflict, nor in their filter', async () => {
    await ask()
    const watcher = await aUser(s.world.ctx(), ['admin'])
    await aConflict(s.world.ctx(watcher), { proposal_id: s.id })
    const { api } = await s.world.as(watcher)
    expect((await api.callState.get()).todo.filter(({ key }) => key === 'questions')).toEqual([])
    expect((await api.staff.list({ query: { question_waiting: true } })).total).toBe(0)
  })
})

test('of many entries written at the same time each has its own number', () =>
  withParallelServer(async (world) => {
    const { office, id, of, admin, ann, bo } = await scene(world)
    const writers = await Promise.all([admin, ann, bo].map(of))
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        writers[n % 3]!.write({ params: { id }, body: { text: `Entry ${n}` } }),
      ),
    )
    const numbers = await office.db
      .selectFrom('discussion_entries')
      .select('number')
      .orderBy('number')
      .execute()
    expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1))
  }))
