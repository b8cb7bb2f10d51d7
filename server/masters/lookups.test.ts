import { describe, expect, test } from 'vitest'
import { aTerm, aUser, makeCurrent } from '../builders/people.ts'
import { withServer } from '../testing/test_server.ts'

describe('lookups', () => {
  test('are a map of id to label, or a list in order; an unknown name is not found', () =>
    withServer(async ({ ctx, as, visitor }) => {
      const panel = await as(await aUser(ctx(), ['panel'], { first_name: 'Bo', last_name: 'Ek' }))
      const ask = async (name: string) => (await panel.request('GET', `/api/masters/${name}`)).json()
      expect(await ask('formArray/applicant_status')).toEqual({
        0: 'Not Registered',
        1: 'Registered',
        2: 'Rejected',
      })
      expect(await ask('formArray/proposal_status')).toEqual({ 0: '-', 1: 'Not Submitted', 2: 'Submitted' })
      expect(await ask('formArray/early_career_short')).toEqual({ 0: '-', 1: 'Student', 2: 'Early career' })
      expect(Object.keys(await ask('formArray/report_status'))).toEqual(['0', '1', '2', '3', '9'])
      expect(Object.values(await ask('formArray/User'))).toContain('Bo Ek')
      expect(await ask('formArray/nothing')).toEqual({ message: 'Not Found' })
      const types = await visitor.api.masters.earlyCareerTypes()
      expect(types.map(({ id }) => id)).toEqual([0, 1, 2])
      expect(await visitor.api.masters.earlyCareerTypeMap()).toEqual(
        Object.fromEntries(types.map(({ id, label }) => [id, label])),
      )
    }))

  test('of terms end with the current one', () =>
    withServer(async ({ ctx, as, visitor }) => {
      for (const id of [6, 7, 8]) await aTerm(ctx(), { id, is_current: false })
      await makeCurrent(ctx(), 7)
      const panel = await as(await aUser(ctx(), ['panel']))
      expect(await visitor.api.terms.current()).toBe(7)
      expect(await visitor.api.terms.text({ params: { id: 0 } })).toBe('AO7')
      expect(await panel.api.terms.open()).toEqual({ 6: 'AO6', 7: 'AO7' })
      expect(await panel.api.terms.past()).toEqual({ 6: 'AO6' })
      expect(await panel.api.terms.all()).toEqual({
        6: { id: 6, label: 'AO6', disabled: true },
        7: { id: 7, label: 'AO7', disabled: false },
        8: { id: 8, label: 'AO8', disabled: false },
      })
    }))

  test('tell whether the current term accepts notices and proposals', () =>
    withServer(async ({ ctx, visitor: { api }, at }) => {
      const term = await aTerm(ctx())
      const accepted = async () => [await api.terms.noticeAccepted(), await api.terms.proposalAccepted()]
      expect(await accepted()).toEqual([true, true])
      at(term.noi_closes_at)
      expect(await accepted()).toEqual([false, true])
      at(term.noi_opens_at)
      expect(await accepted()).toEqual([true, false])
    }))
})
