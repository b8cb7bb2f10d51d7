import { describe, expect, test } from 'vitest'
import { SETTINGS } from '#domain/masters/settings.ts'
import { aKeyword, aMethod, aTerm, aUser } from '../builders/people.ts'
import { aSavedProposal } from '../builders/proposals.ts'
import { type TestServer, withParallelServer, withServer } from '../testing/test_server.ts'
import { getSetting } from './settings.ts'

const office = async ({ ctx, as }: TestServer) =>
  (await as(await aUser(ctx(), ['admin'], { first_name: 'Ann' }))).api
/** The settings as the form would send them. */
async function loaded(api: Awaited<ReturnType<typeof office>>) {
  const { setup: _, ...settings } = await api.masters.settings()
  return settings
}

describe('the settings', () => {
  test('have their defaults until they are saved', () =>
    withServer(async (world) => {
      const api = await office(world)
      const before = await loaded(api)
      for (const [name, { default: value }] of Object.entries(SETTINGS))
        expect([name, before]).toEqual([name, expect.objectContaining({ [name]: value })])
      const sent = {
        ...before,
        top_url: 'https://example.org/',
        ryugu_db_url: 'https://example.org/{name}.html',
        mail_sender: 'AO Office <ao@example.org>',
        guidance_sample_description_1_1: 'Why so much?',
        correction_mail: true,
        reminder_days_after: 0,
      }
      expect(await api.masters.saveSettings({ body: sent })).toMatchObject({ result: 1 })
      expect(await loaded(api)).toEqual({ ...sent, sender: sent.mail_sender, version: 2 })
      expect(await world.visitor.api.masters.topUrl()).toBe('https://example.org/')
      expect(await getSetting(world.db, 'mail_sender')).toBe('AO Office <ao@example.org>')
      const entry = await world.db
        .selectFrom('audit_entries')
        .select('after')
        .where('action', '=', 'settings.save')
        .executeTakeFirstOrThrow()
      expect(Object.keys(entry.after as object).sort()).toEqual([
        'correction_mail',
        'guidance_sample_description_1_1',
        'mail_sender',
        'reminder_days_after',
        'ryugu_db_url',
        'top_url',
      ])
    }))

  test.each([
    ['top_url', '//elsewhere.example', 'Only url can be input in this form.'],
    ['top_url', 'javascript:alert(1)', 'Only url can be input in this form.'],
    ['ryugu_db_url', '/login', 'Only url can be input in this form.'],
    ['bennu_db_url', 'ftp://example.org', 'Only url can be input in this form.'],
    ['mail_sender', 'Office', 'This field have to be email format.'],
    [
      'mail_sender',
      'Office <ao@example.org>\nBcc: x@example.org',
      'Line breaks cannot be used in this form.',
    ],
    ['guidance_sample_description_2_1', 'x'.repeat(301), 'This form is limited in 300 words'],
    ['reminder_days_before', -1, 'This field must be a number of days from 0 to 60.'],
    ['two_persons', 'maybe', 'This field must be on or off.'],
    ['technical_score_3', undefined, 'This field is required.'],
  ])('refuse %s as %j', (name, value, message) =>
    withServer(async (world) => {
      const { request } = await world.as(await aUser(world.ctx(), ['admin']))
      const { setup: _, ...settings } = (await request('GET', '/api/settings')).json()
      const answer = await request('PUT', '/api/settings', { ...settings, [name]: value })
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [name]])
      expect(answer.json().errors[name][0]).toBe(message)
    }),
  )

  test('are saved by only one of two users who save at once', () =>
    withParallelServer(async (world) => {
      const api = await office(world)
      await api.masters.saveSettings({ body: await loaded(api) })
      const body = await loaded(api)
      const both = await Promise.allSettled([1, 2].map(() => api.masters.saveSettings({ body })))
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      await expect(api.masters.saveSettings({ body })).rejects.toMatchObject({
        kind: 'stale',
        message: expect.stringContaining('was saved by Ann'),
      })
    }))

  test('provide the guidance beside the texts of a proposal', () =>
    withServer(async (world) => {
      const { ctx, as } = world
      await aTerm(ctx())
      const { actor, proposal_id: id } = await aSavedProposal(ctx(await aUser(ctx(), ['admin'])))
      const proposer = await as(actor)
      const { guidance } = await proposer.api.proposals.edit({ params: { id } })
      expect(guidance.sample_description_2_3).toBe('Could another kind, chamber or dish serve?')
    }))
})

describe('the steps of a new system', () => {
  test('are done one by one', () =>
    withServer(async (world) => {
      const user = await aUser(world.ctx(), ['admin'])
      const until = '2099-01-01T00:00:00Z'
      await world.db.updateTable('users').set({ password_generated_until: until }).execute()
      const { api } = await world.as(user)
      const left = async () =>
        (await api.masters.settings()).setup.filter(({ done }) => !done).map(({ key }) => key)
      expect(await left()).toEqual([
        'password',
        'term',
        'settings',
        'keywords',
        'methods',
        'samples',
        'users',
      ])
      await world.db.updateTable('users').set({ password_generated_until: null }).execute()
      await aTerm(world.ctx())
      await api.masters.saveSettings({ body: await loaded(api) })
      await aKeyword(world.ctx(), { name: 'Water' })
      await aMethod(world.ctx(), { name: 'Hidden', hidden: true })
      await aUser(world.ctx(), ['panel'])
      expect(await left()).toEqual(['methods', 'samples'])
    }))
})
