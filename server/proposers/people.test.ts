import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aPerson, aProposer, aTerm, aUser } from '../builders/people.ts'
import type { Db } from '../platform/context.ts'
import { withServer } from '../testing/test_server.ts'

const COLUMNS = sql`proposal_id, position, term_id, folded_last_name, folded_name, folded_email, folded_affiliation`

/** The stored people, and those expected from the proposals. */
async function storedAndExpected(db: Db) {
  const stored = await sql`select ${COLUMNS} from people order by proposal_id, position`.execute(db)
  const expected = await sql`
    select ${COLUMNS} from (
      select p.id as proposal_id, 0 as position, p.term_id, u.folded_last_name, u.folded_name, u.folded_email,
        u.folded_affiliation from proposals p join users u on u.id = p.user_id
      union all
      select p.id, c.position + 1, p.term_id, c.folded_last_name, c.folded_name, c.folded_email, c.folded_affiliation
        from proposals p join proposal_collaborators c on c.proposal_id = p.id) as n
    order by proposal_id, position`.execute(db)
  return { stored: stored.rows, expected: expected.rows }
}

test('the list of people follows every change to them', () =>
  withServer(async ({ ctx, db }) => {
    await aTerm(ctx(), { id: 6 })
    await db.updateTable('terms').set({ is_current: false }).execute()
    await aTerm(ctx(), { id: 7 })
    const office = await aUser(ctx(), ['admin'])
    const collaborators = [aPerson({ last_name: 'Zander' }), aPerson({ last_name: 'Åkesson' })]
    const bo = await aProposer(ctx(office), { first_name: 'Bo', last_name: 'Dahl', collaborators })
    const cy = await aProposer(ctx(office), { first_name: 'Cy', last_name: 'Ek' })
    const another = await aUser(ctx(), ['proposer'])
    const writes = {
      nothing: sql`select`,
      'a name': sql`update users set last_name = 'Dale' where id = ${bo.actor.id}`,
      'an address': sql`update users set email = 'cy@else.example' where id = ${cy.actor.id}`,
      'a collaborator': sql`update proposal_collaborators set affiliation = 'Elsewhere', position = position + 1
        where proposal_id = ${bo.proposal_id} and last_name = 'Åkesson'`,
      'a collaborator less': sql`delete from proposal_collaborators where last_name = 'Zander'`,
      'the term': sql`update proposals set term_id = 6 where id = ${bo.proposal_id}`,
      'the proposer': sql`update proposals set user_id = ${another.id} where id = ${bo.proposal_id}`,
      'a proposal less': sql`delete from proposals where id = ${cy.proposal_id}`,
    }
    let before = ''
    for (const [what, write] of Object.entries(writes)) {
      await write.execute(db)
      const { stored, expected } = await storedAndExpected(db)
      expect(stored, what).toEqual(expected)
      expect(JSON.stringify(stored), `${what} changes the list`).not.toBe(before)
      before = JSON.stringify(stored)
    }
  }))
