import { sql } from 'kysely'
import type { CatalogueRow } from '#domain/samples/catalogue.ts'
import type { StoredSample } from '#domain/samples/import.ts'
import type { Db } from '../platform/context.ts'

/** Whoever imports does it alone: the next one sees all of it. Until the transaction ends. */
export const lockImport = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext('sample import'))`.execute(tx)

const named = (names: readonly string[]) =>
  sql`lower(s.name) = any(array(select lower(name) from unnest(${names}::text[]) as name))`

/** Holds the samples of these names until the transaction ends. In id order, as whoever promises them does. */
export const lockNamed = (tx: Db, names: readonly string[]) =>
  sql`select s.id from samples s where ${named(names)} order by s.id for no key update`.execute(tx)

/** The samples of these names, ignoring case, each with what ties it most: a promise, an assignment, a request. */
export async function findNamed(db: Db, names: readonly string[]): Promise<StoredSample[]> {
  const { rows } = await sql<StoredSample>`
    select s.id, s.db_type, s.name, s.sample_type, s.weight, s.size, s.pressure, s.volume, s.chamber, s.dish,
      s.description, s.source, s.flg, tie.tie
    from samples s
    left join (
      select distinct on (t.sample_id) t.sample_id,
        json_build_object('kind', t.kind, 'proposal_id', p.id, 'term_id', p.term_id) as tie
      from (
        select sample_id, proposal_id, case status when 1 then 'confirmed' else 'assigned' end as kind, status + 1 as weight
        from assignments
        union all
        select sample_id, proposal_id, 'requested', 0 from requested_samples where sample_id is not null
      ) as t join proposals p on p.id = t.proposal_id
      order by t.sample_id, t.weight desc, p.id
    ) as tie on tie.sample_id = s.id
    where ${named(names)}`.execute(db)
  return rows
}

const COLUMNS = sql`r.db_type, r.name, r.sample_type, r.weight, r.size, r.pressure, r.volume, r.chamber, r.dish,
  r.description, r.source, r.flg`
const SHAPE = sql`db_type smallint, name text, sample_type smallint, weight double precision, size integer,
  pressure double precision, volume double precision, chamber smallint, dish smallint, description text, source text,
  flg boolean`

/** Adds samples, whatever their number; answers their ids and names. */
export async function insertRows(tx: Db, rows: readonly CatalogueRow[]) {
  const added = await sql<{ sample_id: number; name: string }>`
    insert into samples (db_type, name, sample_type, weight, size, pressure, volume, chamber, dish, description, source, flg)
    select ${COLUMNS} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${SHAPE})
    returning id as sample_id, name`.execute(tx)
  return added.rows
}

/** Makes samples what their rows say. */
export const updateRows = (tx: Db, rows: readonly (CatalogueRow & { id: number })[]) =>
  sql`update samples s set sample_type = r.sample_type, weight = r.weight, size = r.size, pressure = r.pressure,
      volume = r.volume, chamber = r.chamber, dish = r.dish, description = r.description, source = r.source, flg = r.flg
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id integer, ${SHAPE})
    where s.id = r.id`.execute(tx)
