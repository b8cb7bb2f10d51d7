import { expect, test } from 'vitest'
import { allows, ROLES } from '#domain/access.ts'
import { contract } from '#domain/contract.ts'
import { type Endpoint, fileAddress } from '#domain/endpoint.ts'
import { groupBy } from '#domain/group_by.ts'
import { exports } from './downloads/routes.ts'
import { readCsv } from './testing/csv.ts'
import type { ExportFixture } from './testing/exports/fixture.ts'
import { createFullTerm } from './testing/exports/full_term.ts'
import { loanExports } from './testing/exports/loans.ts'
import { peopleExports } from './testing/exports/people.ts'
import { pieceExports } from './testing/exports/pieces.ts'
import { proposalExports } from './testing/exports/proposals.ts'
import { resultExports } from './testing/exports/results.ts'
import { sampleExports } from './testing/exports/samples.ts'
import { withServer } from './testing/test_server.ts'

/**
 * An export that is new needs a line in one of these: each of its columns, in rows that tell every two columns apart.
 */
const fixtures: Record<string, ExportFixture> = {
  ...peopleExports,
  ...proposalExports,
  ...sampleExports,
  ...pieceExports,
  ...loanExports,
  ...resultExports,
}

/** The rows as text, as the file contains them. */
const toText = (rows: ReturnType<ExportFixture['rows']>) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([header, cell]) => [header, String(cell)])))

/** Pairs of columns that are equal in all of these rows. */
function equalColumns(rows: Record<string, string>[]) {
  const headers = Object.keys(rows[0] ?? {})
  const same = (a: string, b: string) => rows.every((row) => row[a] === row[b])
  return headers.flatMap((a, i) => headers.slice(i + 1).flatMap((b) => (same(a, b) ? [[a, b]] : [])))
}

test('every export has a fixture, and every endpoint that answers a file is requested by one', () => {
  expect(Object.keys(fixtures).sort()).toEqual(exports.map(({ name }) => name).sort())
  const answering = Object.values(contract)
    .flatMap((area): Pick<Endpoint, 'path' | 'reply'>[] => Object.values(area))
    .filter(({ reply }) => reply === fileAddress)
  const asking = new Set(Object.values(fixtures).map(({ endpoint }) => endpoint.path))
  // A PDF, tested with the book.
  asking.add(contract.panelBook.download.path)
  expect([...asking].sort()).toEqual(answering.map(({ path }) => path).sort())
})

test('every file has the right cell under each header, whatever the texts contain', () =>
  withServer(async (world) => {
    const term = await createFullTerm(world)
    const { request } = await world.as(term.admin)
    for (const [name, { path, rows }] of Object.entries(fixtures)) {
      const file = await request('GET', (await request('GET', path)).json())
      expect.soft(file.headers['content-disposition'], name).toContain(`"${name}.csv"`)
      expect.soft(readCsv(file.payload), name).toEqual(toText(rows(term)))
    }
  }))

test('no two columns are equal in all expected rows, so that swapped columns are noticed', () =>
  withServer(async (world) => {
    const term = await createFullTerm(world)
    const files = Object.values(fixtures).map(({ rows }) => toText(rows(term)))
    // The plans of all grids have the same columns, and no plan alone fills all of them.
    const sameColumns = groupBy(files, ([row]) => Object.keys(row!).sort().join())
    for (const [columns, group] of sameColumns) expect.soft(equalColumns(group.flat()), columns).toEqual([])
  }))

test('an address checks access at the moment when the file is fetched', () =>
  withServer(async (world) => {
    const { admin: user } = await createFullTerm(world)
    const { request } = await world.as(user)
    const addresses = new Map<string, string>()
    for (const [name, { path }] of Object.entries(fixtures))
      addresses.set(name, (await request('GET', path)).json())
    for (const role of ROLES) {
      await world.db
        .updateTable('users')
        .set({
          is_administration_office: role === 'admin',
          is_panel: role === 'panel',
          is_curation: role === 'curation',
          is_reviewer: role === 'reviewer',
          is_proposer: role === 'proposer',
        })
        .where('id', '=', user.id)
        .execute()
      for (const [name, { endpoint, missingFor }] of Object.entries(fixtures))
        expect
          .soft((await request('GET', addresses.get(name)!)).statusCode, `${name} as ${role}`)
          .toBe(missingFor?.includes(role) ? 404 : allows(endpoint.access, [role]) ? 200 : 403)
    }
    await world.db.updateTable('users').set({ disabled: true }).where('id', '=', user.id).execute()
    for (const [name, address] of addresses)
      expect.soft((await request('GET', address)).statusCode, `${name} when disabled`).toBe(401)
  }))

test('a conflict declared before the file is fetched hides the reviews in it', () =>
  withServer(async (world) => {
    const { admin } = await createFullTerm(world)
    const { request } = await world.as(admin)
    const path = fixtures.reviewers!.path
    const scores = async (address: string) =>
      readCsv((await request('GET', address)).payload).flatMap((row) => row['Science Score'] || [])
    const address = (await request('GET', path)).json()
    expect(await scores(address)).not.toEqual([])
    await world.db
      .insertInto('conflicts')
      .columns(['proposal_id', 'user_id', 'reason', 'declared_by'])
      .expression((eb) =>
        eb
          .selectFrom('proposals')
          .select([
            'id',
            eb.val(admin.id).as('user_id'),
            eb.val('Close').as('reason'),
            eb.val(admin.id).as('by'),
          ]),
      )
      .execute()
    expect(await scores(address)).toEqual([])
  }))
