import { describe, expect, test } from 'vitest'
import { aTerm, aUser } from '../builders/people.ts'
import { withServer } from '../testing/test_server.ts'

describe('one’s own profile', () => {
  test('contains what prefills the Notice, and nothing more', () =>
    withServer(async ({ ctx, as, visitor }) => {
      await aTerm(ctx())
      const me = await aUser(ctx(), ['panel'], { first_name: 'Jun', suffix: 'Jr.', affiliation: '' })
      const { api, request } = await as(me)
      expect((await request('GET', '/api/myProfile')).json()).toEqual({
        first_name: 'Jun',
        middle_name: '',
        last_name: me.name.split(' ')[1],
        suffix: 'Jr.',
        email: me.email,
        affiliation: '',
        version: 1,
      })
      expect(await api.users.myProfile()).toMatchObject({ email: me.email })
      await expect(visitor.api.users.myProfile()).rejects.toMatchObject({ kind: 'unauthenticated' })
    }))
})

describe('All Users Address', () => {
  test('contains the users that match the filters', () =>
    withServer(async ({ ctx, as }) => {
      const admin = await aUser(ctx(), ['admin'], { last_name: '=cmd' })
      const panel = await aUser(ctx(), ['panel', 'reviewer'])
      const gone = await aUser(ctx(), ['reviewer'], { disabled: true })
      const { request } = await as(admin)
      const ids = async (query: string) => {
        const address = (await request('GET', `/api/users/download_mail_list?${query}`)).json()
        const lines = (await request('GET', address)).body.trim().split('\r\n').slice(1)
        return lines.map((line) => Number(line.split(',')[0]))
      }
      expect(await ids('')).toEqual([admin.id, panel.id, gone.id])
      expect(await ids('status=Active')).toEqual([admin.id, panel.id])
      expect(await ids('status=Disabled')).toEqual([gone.id])
      expect(await ids('is_reviewer=1&is_admin=0')).toEqual([panel.id, gone.id])
      expect(await ids('is_panel=true&is_admin=true')).toEqual([admin.id, panel.id])
      expect(await ids('is_panel=0')).toEqual([])
      expect(await ids(`email=${panel.email}`)).toEqual([panel.id])
    }))
})
