import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Fault } from '#domain/errors.ts'
import { aUser } from '../builders/people.ts'
import { anApp } from '../builders/second_factor.ts'
import type { Db } from '../platform/context.ts'
import { withParallelServer } from '../testing/test_server.ts'
import { hashPassword } from './password_hash.ts'

const PASSWORD = 'correct horse battery'
const NEW = 'a wholly new one'

/** Waits until someone waits for a row that another connection holds. */
async function untilOneWaits(db: Db) {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(db)).rows.length === 0);
}

describe('a sign-in while the password changes', () => {
  test('with the old password fails if the change comes first, and leaves no session', () =>
    withParallelServer(async (world) => {
      const user = await aUser(world.ctx(), ['panel'], { password_hash: await hashPassword(PASSWORD) })
      const change = await world.db.startTransaction().execute()
      await change
        .updateTable('users')
        .set({ password_hash: await hashPassword(NEW) })
        .where('id', '=', user.id)
        .execute()
      const body = { email: user.email, password: PASSWORD }
      const signIn = world.visitor.api.session.login({ body })
      await untilOneWaits(world.db)
      await change.commit().execute()
      expect(await signIn).toEqual({ success: false })
      expect(await world.db.selectFrom('sessions').select('user_id').execute()).toEqual([])
    }))

  test('that comes first is ended by the change', () =>
    withParallelServer(async (world) => {
      const user = await aUser(world.ctx(), ['panel'], { password_hash: await hashPassword(PASSWORD) })
      const here = await world.as(user)
      const signIn = await world.db.startTransaction().execute()
      await signIn.selectFrom('users').select('id').where('id', '=', user.id).forNoKeyUpdate().execute()
      const change = here.api.session.changePassword({
        body: { currentPass: PASSWORD, newPass: NEW, newPassConfirm: NEW },
      })
      await untilOneWaits(world.db)
      await signIn.insertInto('sessions').values({ token_hash: 'just begun', user_id: user.id }).execute()
      await signIn.commit().execute()
      expect(await change).toMatchObject({ result: 1 })
      const left = await world.db.selectFrom('sessions').select('token_hash').execute()
      expect(left).toHaveLength(1)
      expect(left[0]!.token_hash).not.toBe('just begun')
    }))

  test('cannot remove a second factor with the old password', () =>
    withParallelServer(async (world) => {
      const user = await aUser(world.ctx(), ['panel'], { password_hash: await hashPassword(PASSWORD) })
      await anApp(world.ctx(), user)
      const { security } = (await world.as(user)).api
      const change = await world.db.startTransaction().execute()
      const password_hash = await hashPassword(NEW)
      await change.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
      const remove = security.removeApp({ body: { password: PASSWORD } })
      const answer = remove.catch(({ errors }: Fault) => errors)
      await untilOneWaits(world.db)
      await change.commit().execute()
      expect(await answer).toEqual({ password: ['The password is not right.'] })
      expect(await world.db.selectFrom('authenticator_apps').select('user_id').execute()).toHaveLength(1)
    }))

  test('fails if the user is disabled at that moment', () =>
    withParallelServer(async (world) => {
      const user = await aUser(world.ctx(), ['panel'], { password_hash: await hashPassword(PASSWORD) })
      const office = await world.db.startTransaction().execute()
      await office.updateTable('users').set({ disabled: true }).where('id', '=', user.id).execute()
      const signIn = world.visitor.api.session.login({ body: { email: user.email, password: PASSWORD } })
      await untilOneWaits(world.db)
      await office.commit().execute()
      expect(await signIn).toEqual({ success: false })
    }))
})
