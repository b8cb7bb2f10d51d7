import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { constraintError } from '../../testing/constraint_error.ts'
import { type LoanScene, loanScene } from '../../testing/loan_scene.ts'
import { type TestServer, withServer } from '../../testing/test_server.ts'

const ANSWERED = `answered_at = now(), answered_by_name = 'Ann'`
const THERE = `answer = 'there', found = 1, on_record = 1, ${ANSWERED}`
const RESOLVED = `resolved_at = now(), resolved_by_name = 'Bo'`

const entry = (change: string) => `update inventory_pieces set ${change}`
const inventory = (change: string) => `update inventories set ${change}`
const publication = (change: string) => `update publications set ${change}`
const another = (name: string) =>
  `insert into inventories (name, asked_at, asked_by_name, until, tolerance_ug, tolerance_mpa)
    values ('${name}', now(), 'Ann', current_date + 30, 5, 500)`

/** What cannot be of an open inventory that asks for one piece, and of one publication, and what refuses it. */
const IMPOSSIBLE: [statement: string, constraint: string][] = [
  [another('Second'), 'one_open_inventory'],
  [inventory(`name = ''`), 'inventory_has_a_name'],
  [inventory(`name = E'Two\\nlines'`), 'inventory_has_a_name'],
  [inventory(`until = current_date - 30`), 'inventory_ends_after_it_is_asked'],
  [inventory('tolerance_ug = -1'), 'inventory_tolerance_is_not_negative'],
  [inventory('closed_at = now()'), 'a_closed_inventory_says_by_whom'],
  ['update inventory_holders set reminders = 1', 'reminders_are_counted'],
  [entry(`answer = 'perhaps', ${ANSWERED}`), 'inventory_answer_is_known'],
  [entry(`unit = 'g'`), 'inventory_unit_is_known'],
  [entry(`condition = 'eaten'`), 'inventory_condition_is_known'],
  [entry('piece_id = null'), 'inventory_is_about_something'],
  [entry(`what = 'A bottle'`), 'only_what_was_not_asked_for_is_named'],
  [entry(`answer = 'there', ${ANSWERED}`), 'what_is_there_was_measured'],
  [entry(`answer = 'there', found = -1, on_record = 1, ${ANSWERED}`), 'what_was_found_is_not_negative'],
  [entry(`answer = 'not_there', ${ANSWERED}`), 'what_is_not_there_says_why'],
  [entry(`answer = 'there', found = 1, on_record = 1`), 'an_answer_has_a_time'],
  [entry(`resolution = 'Weighed again'`), 'a_resolution_has_a_time'],
  [entry(`resolution = 'Weighed again', ${RESOLVED}`), 'only_an_answer_is_resolved'],
  [entry(`question = 'weigh'`), 'only_an_answer_is_questioned'],
  [
    entry(`${THERE}, question = 'weigh', resolution = 'Accepted', ${RESOLVED}`),
    'only_an_answer_is_questioned',
  ],
  [entry(`closed_as = 'forgotten'`), 'inventory_closes_as_something'],
  [
    'insert into inventory_pieces (inventory_id, piece_id, unit) select inventory_id, piece_id, unit from inventory_pieces',
    'inventory_piece_once',
  ],
  [publication(`doi = 'doi:10.1/x'`), 'publication_doi_is_a_doi'],
  [publication(`doi = '10.5555/AO.1'`), 'publication_doi_is_a_doi'],
  [publication(`title = E'Two\\nlines'`), 'publication_has_a_title'],
  [publication('year = 1999'), 'publication_year_is_possible'],
  [
    `insert into publications (doi, title, year, added_at, added_by_name) values ('10.5555/ao.1', 'x', 2026, now(), 'Ann')`,
    'publication_doi_once',
  ],
  ['update publication_pieces set confirmed_at = now()', 'a_confirmed_publication_says_by_whom'],
]

/** An inventory that asks for a piece in use, about which there is a publication. */
async function asked(
  world: TestServer,
): Promise<LoanScene & { id: number; number: string; piece_id: number }> {
  const scene = await loanScene(world)
  const number = await scene.lend('in_use')
  const { piece } = await scene.piece(number)
  const body = { doi: '10.5555/ao.1', title: 'Fluids', year: 2026, pieces: [piece] }
  await scene.holder.api.publications.add({ body })
  const { id } = await scene.office.api.inventories.ask({ body: { name: 'Inventory 2027', days: 30 } })
  const row = world.db.selectFrom('pieces').select('id').where('address', '=', piece)
  await sql`set constraints all immediate; set constraints all deferred`.execute(world.db)
  return { ...scene, id: id!, number, piece_id: (await row.executeTakeFirstOrThrow()).id }
}

test(`the database refuses ${IMPOSSIBLE.length} impossible statements about inventories and publications by name`, () =>
  withServer(async (world) => {
    await asked(world)
    const answers: [string, string][] = []
    for (const [statement] of IMPOSSIBLE) {
      const answer = await constraintError(world, sql.raw(statement))
      answers.push([statement, answer.split(' ')[0]!])
    }
    expect(answers).toEqual(IMPOSSIBLE)
  }))

async function close({ api }: LoanScene['office'], id: number) {
  const params = { id }
  const { counts } = await api.inventories.get({ params })
  const body = { unanswered: counts.not_answered }
  expect(await api.inventories.close({ params, body })).toMatchObject({ result: 1 })
}

test('the parts of a piece are asked for once it is split, while the inventory is open only', () =>
  withServer(async (world) => {
    const { office, holder, id, number, piece } = await asked(world)
    const split = async (n: number) => {
      const { piece: address, present } = await piece(number, n)
      const parts = [present - 1000, 1000].map((amount) => ({ amount, form: 'Chip' }))
      const body = { piece: address, parts, consumed: 0, lost: 0, method: '' }
      expect(await holder.api.loans.split({ params: { number }, body })).toMatchObject({ result: 1 })
    }
    const entries = async () =>
      Number((await sql<{ n: string }>`select count(*) n from inventory_pieces`.execute(world.db)).rows[0]!.n)
    await split(0)
    expect(await entries()).toBe(3)
    await close(office, id)
    await split(1)
    expect(await entries()).toBe(3)
  }))

test('nothing of a closed inventory is changed, added or taken away', () =>
  withServer(async (world) => {
    const { office, id, piece_id } = await asked(world)
    await close(office, id)
    for (const statement of [
      entry(`remark = 'Found after all'`),
      'delete from inventory_pieces',
      `insert into inventory_pieces (inventory_id, piece_id, unit) values (${id}, ${piece_id}, 'ug')`,
    ])
      expect((await constraintError(world, sql.raw(statement))).split(' ')[0], statement).toBe(
        'a_closed_inventory_stays',
      )
    expect(await constraintError(world, sql.raw(another('Next year')))).toBe('done')
    expect(await constraintError(world, sql.raw(another('NEXT YEAR')))).toMatch(
      /inventory_name_once|one_open/u,
    )
  }))
