import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { micrograms } from '#domain/custody/amounts.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aPiece, recordAll } from '../builders/pieces.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { removeByOffice } from '../users/office_service.ts'
import { verifyCustody } from './verify.ts'

const verified = async ({ ctx }: TestServer) => {
  const lines: string[] = []
  return verifyCustody((line) => lines.push(line))(ctx()).then(
    () => lines.join('\n'),
    (error: Error) => error.message,
  )
}

/** Runs a statement without triggers, returns what the verification says, and rolls back. */
async function tampered(world: TestServer, statement: string) {
  await sql`savepoint tampered`.execute(world.db)
  for (const table of ['pieces', 'custody_events', 'audit_entries'])
    await sql.raw(`alter table ${table} disable trigger user`).execute(world.db)
  await sql.raw(statement).execute(world.db)
  const answer = await verified(world)
  await sql`rollback to savepoint tampered`.execute(world.db)
  return answer
}

test('every change to events, pieces or their audit entries behind the back of the triggers is found', () =>
  withServer(async (world) => {
    await aTerm(world.ctx())
    const office = world.ctx(await aUser(world.ctx(), ['admin']))
    expect(await verified(world)).toBe('')
    const piece = await aPiece(office, { name: 'A0106' })
    await recordAll(office, piece, [
      { kind: 'loss', amount: micrograms(7) },
      { kind: 'weigh', amount: micrograms(2) },
    ])
    await sql`set constraints all immediate`.execute(world.db)
    expect(await verified(world)).toBe(
      'The audit log holds every event of pieces, and they follow from them. Events: 3. Pieces: 1.',
    )
    const changed = 'Event 2 of piece A0106 is not as the audit log holds it.'
    const second = 'where number = 2'
    for (const change of [
      `d_lost = 5, d_present = -5`,
      `by_name = 'Eve'`,
      `at = at + interval '1 ms'`,
      `details = '{"method": "none"}'`,
    ])
      expect(await tampered(world, `update custody_events set ${change} ${second}`), change).toContain(
        changed,
      )
    expect(await tampered(world, 'delete from custody_events where number = 3')).toContain(
      `Event 3 of piece ${piece.id} is missing`,
    )
    for (const change of [`present = present + 1, difference = difference + 1`, `state = 'on_offer'`])
      expect(await tampered(world, `update pieces set ${change}`), change).toBe(
        'Piece A0106 is not what follows from its events.',
      )
    expect(await tampered(world, `delete from audit_entries where action = 'piece.loss'`)).toBe(changed)
  }))

test('who is named in an event is anonymised and stays on record; the events keep the name', () =>
  withServer(async (world) => {
    await aTerm(world.ctx())
    const office = world.ctx(await aUser(world.ctx(), ['admin']))
    const leaver = await aUser(office, ['curation'], { disabled: true })
    const piece = await aPiece(office.as(leaver))
    await sql`set constraints all immediate`.execute(world.db)
    await removeByOffice(office, leaver.id)
    const user = await world.db
      .selectFrom('users')
      .select(['name', 'deleted_at'])
      .where('id', '=', leaver.id)
      .executeTakeFirstOrThrow()
    expect(user.name).not.toBe(leaver.name)
    expect(user.deleted_at).not.toBeNull()
    expect(
      (await (await world.as(office.actor)).api.pieces.get({ params: { address: piece.address } })).events,
    ).toMatchObject([{ kind: 'enter', by_name: leaver.name }])
    expect(await verified(world)).toContain('Events: 1. Pieces: 1.')
  }))
