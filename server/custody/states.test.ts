import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { UNITS } from '#domain/custody/amounts.ts'
import { eventKinds, pieceState, stateAfter } from '#domain/custody/status.ts'
import { withServer } from '../testing/test_server.ts'

test('the database lets each event lead to the states of the domain, and to no others', () =>
  withServer(async ({ db }) => {
    const cases = eventKinds.flatMap((kind) =>
      pieceState.codes.flatMap((state) =>
        UNITS.flatMap((unit) => [0, 5].map((present) => ({ kind, state, unit, present }))),
      ),
    )
    const { rows } = await sql<{ after: string | null }>`
      select custody_state_after(c ->> 'kind', c ->> 'state', c ->> 'unit', (c ->> 'present')::bigint) as after
      from jsonb_array_elements(${JSON.stringify(cases)}::jsonb) with ordinality as t (c, n) order by n`.execute(
      db,
    )
    expect(cases.map((one, i) => ({ ...one, after: rows[i]!.after }))).toEqual(
      cases.map((one) => ({ ...one, after: stateAfter(one.kind, one, one.present) })),
    )
    expect(rows.filter(({ after }) => after !== null).length).toBeGreaterThan(100)
  }))
