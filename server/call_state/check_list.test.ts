import { describe, expect, test } from 'vitest'
import { CHECKS_BY_HAND } from '#domain/call_state/check_list.ts'
import { aKeyword, anAnnouncement, aTerm, aUser, daysFrom } from '../builders/people.ts'
import { aReviewer } from '../builders/reports.ts'
import { aSample } from '../builders/samples.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'

/** A current call and a draft of the next one. */
async function office(world: TestServer) {
  const now = world.services.clock()
  await aTerm(world.ctx())
  await aTerm(world.ctx(), {
    id: 8,
    is_current: false,
    noi_opens_at: daysFrom(now, 10),
    proposals_open_at: daysFrom(now, 15),
  })
  const admin = await aUser(world.ctx(), ['admin'], { first_name: 'Olga', last_name: 'Office' })
  const { api } = await world.as(admin)
  const doneOf = async (id = 8) =>
    (await api.callState.checkList({ params: { id } })).filter(({ done }) => done).map(({ key }) => key)
  return { admin, api, doneOf, now }
}

describe('the check list of a call', () => {
  test('is ticked by the state of each item', () =>
    withServer(async (world) => {
      const { api, doneOf, now } = await office(world)
      expect(await doneOf()).toEqual([])
      await aSample(world.ctx())
      expect(await doneOf()).toEqual(['samples'])
      await aKeyword(world.ctx(), { name: 'Ice' })
      expect(await doneOf()).toEqual(['samples', 'keywords'])
      const { setup: _, ...settings } = await api.masters.settings()
      await api.masters.saveSettings({ body: { ...settings, reminders: true } })
      expect(await doneOf()).toEqual(['samples', 'keywords', 'reminders'])
      await aReviewer(world.ctx())
      expect(await doneOf()).toEqual(['samples', 'keywords', 'reminders'])
      await api.reviewerProfiles.ask()
      expect(await doneOf()).toEqual(['samples', 'keywords', 'reminders', 'profiles'])
      await anAnnouncement(world.ctx(), { title: 'AO8 is coming', date: daysFrom(now, -51).slice(0, 10) })
      expect(await doneOf()).not.toContain('announcement')
      await anAnnouncement(world.ctx(), { title: 'AO8 is near', date: daysFrom(now, 0).slice(0, 10) })
      expect(await doneOf()).toContain('announcement')
      expect(await doneOf(7)).toEqual(expect.arrayContaining(['current', 'notices']))
      expect(await doneOf()).not.toContain('current')
    }))

  test('is marked by hand where no state can tell, and says by whom', () =>
    withServer(async (world) => {
      const { api, doneOf } = await office(world)
      const mark = (item: 'dates' | 'samples', done: boolean) =>
        api.callState.check({ params: { id: 8 }, body: { item: item as 'dates', done } })
      for (const _ of [1, 2])
        expect(await mark('dates', true)).toEqual({ result: 1, message: 'AO8, Dates: done.' })
      expect(await doneOf()).toEqual(['dates'])
      expect(await doneOf(7)).not.toContain('dates')
      const [dates] = await api.callState.checkList({ params: { id: 8 } })
      expect(dates).toMatchObject({ by_hand: true, marked: { by: 'Olga Office' } })
      expect(await mark('dates', false)).toMatchObject({ result: 1 })
      expect(await doneOf()).toEqual([])
      await expect(mark('samples', true)).rejects.toMatchObject({
        kind: 'invalid',
        errors: { item: ['This item cannot be marked by hand.'] },
      })
      const list = await api.callState.checkList({ params: { id: 8 } })
      expect(list.filter(({ by_hand }) => by_hand).map(({ key }) => key)).toEqual([...CHECKS_BY_HAND])
    }))

  test('is empty and cannot be marked in a closed call', () =>
    withServer(async (world) => {
      const { api } = await office(world)
      await world.db.updateTable('terms').set({ disabled: true }).where('id', '=', 8).execute()
      expect(await api.callState.checkList({ params: { id: 8 } })).toEqual([])
      expect(await api.callState.check({ params: { id: 8 }, body: { item: 'dates', done: true } })).toEqual({
        result: 0,
        message: 'AO8 is closed; nothing in it can be changed.',
      })
      await expect(api.callState.checkList({ params: { id: 9 } })).rejects.toMatchObject({ kind: 'missing' })
    }))
})
