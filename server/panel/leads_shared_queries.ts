import { type RawBuilder, sql } from 'kysely'
import { hasConflict } from '../users/conflict_shared_queries.ts'

/**
 * SQL: the speaker of the proposal `p` in the column `named`, or null: someone who has left the panel or has a conflict of
 * interest with it by now does not speak, and the place is free.
 */
export const speakerIn = (named: string): RawBuilder<number | null> =>
  sql<number | null>`(select speaker.id from users speaker
    where speaker.id = ${sql.ref(named)} and ${maySpeak('speaker')})`

/** SQL: the user `user` may speak on the proposal `p`. */
export const maySpeak = (user: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${user}.is_panel`)} and not ${sql.ref(`${user}.disabled`)} and not ${hasConflict(user)})`
