import type { Actor } from '#domain/session/actor.ts'
import { aUser, givePassword } from '../builders.ts'
import { CALLS, openCall } from './calls.ts'
import { intake } from './intake.ts'
import { person } from './people.ts'
import type { Stage } from './stage.ts'

export const ACCOUNTS = ['admin', 'panel', 'reviewer', 'proposer'].map((role) => `${role}@example.org`)

/** Everybody who works in the demonstration besides the proposers. */
export interface Cast {
  admin: Actor
  panel: Actor[]
  reviewers: Actor[]
}

/** Plays three past calls and the current one, as the office, the proposers and the reviewers would. */
export async function play(stage: Stage, password_hash: string) {
  const cast = await hire(stage, password_hash)
  stage.office = stage.as(cast.admin)
  for (const call of CALLS) {
    stage.at(call.opens)
    await openCall(stage, call)
    await intake(stage, call)
  }
  await givePassword(stage.office, 'proposer@example.org', password_hash)
}

/** The office, four panel members and twelve reviewers; the first of each is a demonstration account. */
async function hire(stage: Stage, password_hash: string): Promise<Cast> {
  stage.at(CALLS[0]!.opens - 30)
  const account = (role: 'admin' | 'panel' | 'reviewer', last_name: string) =>
    aUser(stage.office, [role], {
      first_name: 'Demo',
      last_name,
      email: `${role}@example.org`,
      affiliation: 'Curation Facility',
      password_hash,
    })
  const others = (role: 'panel' | 'reviewer', from: number, count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => aUser(stage.office, [role], person(from + n))))
  return {
    admin: await account('admin', 'Office'),
    panel: [await account('panel', 'Panel'), ...(await others('panel', 900, 3))],
    reviewers: [await account('reviewer', 'Reviewer'), ...(await others('reviewer', 920, 11))],
  }
}
