import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from '#domain/contract.ts'
import { Fault } from '#domain/errors.ts'
import { aReport, aReview } from './builders/reports.ts'
import { createAuditContext } from './testing/audit_fixtures/fixture.ts'
import { createReport, errorKindOf } from './testing/reviews.ts'
import { withParallelServer, withServer } from './testing/test_server.ts'
import { VERSIONED } from './testing/version_fixtures.ts'

/** The body has the version of a form; a version that must be sent says on which state a step is taken, and has its own tests. */
function takesVersion(body: z.ZodType): boolean {
  const { def } = body as z.ZodType & { def: { in?: z.ZodType; shape?: Record<string, z.ZodType> } }
  if (def.in) return takesVersion(def.in)
  return def.shape?.version?.safeParse(undefined).success ?? false
}

test('every endpoint that takes a version has a fixture', () => {
  const taking = Object.entries(contract).flatMap(([area, calls]) =>
    Object.entries(calls)
      .filter(([, { body }]) => takesVersion(body))
      .map(([name]) => `${area}.${name}`),
  )
  expect(taking.sort()).toEqual(Object.keys(VERSIONED).sort())
})

/** What is done once: the reply has no version for a next time. */
const ONCE = new Set([
  'mail.send',
  'reports.submit',
  'discussions.withdraw',
  'discussions.sendQuestion',
  'discussions.declineQuestion',
])

describe('a version conflict is reported by', () => {
  test.each(Object.keys(VERSIONED))('%s', (name) =>
    withServer(async (server) => {
      server.at('2026-11-21T10:00:00Z')
      const { load, save, by, meanwhile, once } = await VERSIONED[name]!(await createAuditContext(server))
      const { version } = await load()
      server.at('2026-11-21T10:20:00Z')
      // Without a version the save overwrites.
      await (meanwhile?.() ?? save({}, 1))
      server.at('2026-11-21T10:40:00Z')
      const theirs = await load()
      expect(theirs.version).toBeGreaterThan(version)
      const late = await save({ version }, 2).catch((fault: unknown) => fault)
      expect(late).toBeInstanceOf(Fault)
      const { kind, message, details } = late as Fault
      expect(kind).toBe('stale')
      expect(message).toContain(`saved by ${by} on 2026-11-21 10:20`)
      expect(details.version).toBe(theirs.version)
      expect(details.saved_by).toBe(by)
      expect(new Date(String(details.saved_at)).toISOString()).toBe('2026-11-21T10:20:00.000Z')
      // A version that never existed conflicts too.
      expect(await errorKindOf(save({ version: 0 }, 2))).toBe('stale')
      expect(await load()).toEqual(theirs)
      const saved = await save({ version: theirs.version }, 3)
      expect(saved.result).toBe(1)
      const now = await load()
      expect(now).not.toEqual(theirs)
      // A form that stays open can save again; what is in ONCE happens only once, and a schedule changes no version.
      if (name === 'mail.schedule') expect(now.version).toBe(theirs.version)
      else if (!once && !ONCE.has(name)) expect(saved.version).toBe(now.version)
    }),
  )
})

test('of concurrent saves of one report by its reviewer and the office only one succeeds', () =>
  withParallelServer(async (server) => {
    const { admin, office, reviewer, proposal_id } = await createReport(server)
    const params = { id: await aReport(office, { proposal_id, reviewer, review: {} }) }
    const own = (await server.as(reviewer)).api.reports
    const staff = (await server.as(admin)).api.reports
    const { version } = await own.get({ params })
    const save = (reports: typeof own, science_comment_strength: string) =>
      reports
        .save({ params, body: { ...aReview({ science_comment_strength }), version } })
        .then(() => science_comment_strength)
    const answers = await Promise.allSettled([
      save(own, 'Mine'),
      save(staff, 'On behalf'),
      save(own, 'Again'),
    ])
    const kept = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    const late = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.kind] : []))
    expect(late).toEqual(['stale', 'stale'])
    const report = await own.get({ params })
    expect([report.science_comment_strength]).toEqual(kept)
    expect(report.version).toBe(version + 1)
  }))

test('notes, scores and the proposer’s form do not conflict with one another', () =>
  withServer(async (server) => {
    const { admin, proposal_id: id } = await createReport(server)
    const { staff } = (await server.as(admin)).api
    const params = { id }
    const versions = async () => {
      const { version, note_version, score_version } = await staff.get({ params })
      return [version, note_version, score_version]
    }
    const [form, note, score] = (await versions()) as [number, number, number]
    await staff.saveNote({ params, body: { note: 'Ask again.' } })
    expect(await versions()).toEqual([form, note + 1, score])
    await staff.saveGlobalScore({ params, body: { global_score: 3, rank: 1 } })
    expect(await versions()).toEqual([form, note + 1, score + 1])
  }))
