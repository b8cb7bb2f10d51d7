import type { Db } from '../platform/context.ts'
import { findNames } from './queries.ts'

/** A map of user id to name. */
export const userNames = async (db: Db) =>
  Object.fromEntries((await findNames(db)).map(({ id, name }) => [String(id), name]))
