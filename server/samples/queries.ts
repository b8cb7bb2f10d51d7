import { type Insertable, type SqlBool, sql } from 'kysely'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { type Asteroid, BENNU, PROCESSED, RYUGU } from '#domain/masters/values.ts'
import type { CatalogueRow } from '#domain/samples/catalogue.ts'
import type { StoredSample } from '#domain/samples/import.ts'
import { REQUESTABLE_TYPES } from '#domain/samples/rules.ts'
import type { Db } from '../platform/context.ts'
import type { Samples } from '../platform/database/tables.gen.ts'
import * as condition from '../platform/filter_conditions.ts'
import { rowMatches } from '../platform/lists.ts'
import { stillHolds } from '../platform/sql.ts'

const fields = [
  's.id',
  's.db_type',
  's.name',
  's.sample_type',
  's.weight',
  's.initial_weight',
  's.size',
  's.pressure',
  's.volume',
  's.description',
  's.chamber',
  's.dish',
  's.source',
  's.flg',
] as const

const ordered = (db: Db) =>
  db.selectFrom('samples as s').select(fields).orderBy('s.db_type').orderBy('s.name').orderBy('s.id')

const among = (column: string, values: readonly number[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${values}::integer[])`

export const findSamples = (db: Db) => ordered(db).execute()

/**
 * SQL: the sample is confirmed for a proposal of another user, in a disabled term. Confirmations of an open term are not
 * visible to proposers, so they do not change what can be asked for.
 */
const takenByOther = (user_id: number) => sql<boolean>`exists (
  select from assignments as a join proposals as p on p.id = a.proposal_id join terms as t on t.id = p.term_id
  where a.sample_id = s.id and a.status = ${CONFIRMED} and ${stillHolds} and t.disabled and p.user_id <> ${user_id})`

/** SQL: the piece of the sample `s` is written off. */
const writtenOff = sql<SqlBool>`is_written_off(s.id)`

/** SQL: the user may request the sample: of a requestable type, on offer if processed, neither taken nor written off. */
const requestable = (db_type: Asteroid, user_id: number) => sql<SqlBool>`(s.db_type = ${db_type}
  and ${among('s.sample_type', REQUESTABLE_TYPES[db_type])} and (s.sample_type <> ${PROCESSED} or s.flg)
  and not ${takenByOther(user_id)} and not ${writtenOff})`

export const findRequestable = (db: Db, db_type: Asteroid, user_id: number) =>
  ordered(db).where(requestable(db_type, user_id)).execute()

/** At most `limit` samples that the user may request and whose name contains the text, best match first. */
export const searchRequestableSamples = (db: Db, text: string, limit: number, user_id: number) =>
  db
    .selectFrom('samples as s')
    .select(['s.id', 's.name', 's.db_type', 's.sample_type', 's.weight'])
    .select(condition.nearness(condition.fold(text), 's.name').as('near'))
    .where(rowMatches({ text }, { text: condition.contains('s.name') }))
    .where(sql<SqlBool>`(${requestable(RYUGU, user_id)} or ${requestable(BENNU, user_id)})`)
    .orderBy('near')
    .orderBy('s.name')
    .orderBy('s.id')
    .limit(limit)
    .execute()

/** Samples by id; `taken`: confirmed for another user in a disabled term. */
export const findSamplesForRequests = (db: Db, ids: readonly number[], user_id: number) =>
  db
    .selectFrom('samples as s')
    .select(['s.id', 's.name', 's.db_type', 's.sample_type', takenByOther(user_id).as('taken')])
    .where(among('s.id', ids))
    .execute()

export const findSamplesByIds = (db: Db, ids: readonly number[]) =>
  ordered(db).where(among('s.id', ids)).execute()

/** Samples of these types that are neither confirmed in another term nor written off. */
export const findAllocatable = (db: Db, types: readonly number[], term_id: number) =>
  ordered(db)
    .where(among('s.sample_type', types))
    .where(
      sql<SqlBool>`not exists (
        select from assignments as a join proposals as p on p.id = a.proposal_id
        where a.sample_id = s.id and a.status = ${CONFIRMED} and ${stillHolds} and p.term_id <> ${term_id})
        and not ${writtenOff}`,
    )
    .execute()

/** Those of these samples whose piece is written off. */
export const findWrittenOff = (db: Db, ids: readonly number[]) =>
  db.selectFrom('samples as s').select('s.id').where(among('s.id', ids)).where(writtenOff).execute()

/** Locks samples before they are confirmed. In id order, to avoid deadlocks. */
export const lockSampleRows = (tx: Db, ids: readonly number[]) =>
  tx
    .selectFrom('samples')
    .select(['id', 'name', 'db_type', 'sample_type'])
    .where(among('id', ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export const insertSamples = (tx: Db, samples: readonly Insertable<Samples>[]) =>
  tx.insertInto('samples').values(samples).returning(['id', 'name']).execute()

/** Serializes imports until the end of the transaction. */
export const lockImport = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext('sample import'))`.execute(tx)

const named = (names: readonly string[]) =>
  sql`lower(s.name) = any(array(select lower(name) from unnest(${names}::text[]) as name))`

/** Locks samples by name until the end of the transaction. In id order, as `lockSampleRows` does. */
export const lockSamplesByNames = (tx: Db, names: readonly string[]) =>
  sql`select s.id from samples s where ${named(names)} order by s.id for no key update`.execute(tx)

/** Samples by name, ignoring case, each with its strongest use: confirmed, assigned or requested. */
export async function findSamplesByNames(db: Db, names: readonly string[]): Promise<StoredSample[]> {
  const { rows } = await sql<StoredSample>`
    select s.id, s.db_type, s.name, s.sample_type, s.weight, s.size, s.pressure, s.volume, s.chamber, s.dish,
      s.description, s.source, s.flg, s.initial_weight, tie.tie,
      exists (select from pieces i where i.sample_id = s.id and i.state <> 'void') as in_custody
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

const COLUMNS = sql`r.db_type, r.name, r.sample_type, r.weight, r.initial_weight, r.size, r.pressure, r.volume, r.chamber,
  r.dish, r.description, r.source, r.flg`
const ROW_TYPE = sql`db_type smallint, name text, sample_type smallint, weight double precision, initial_weight double precision,
  size integer, pressure double precision, volume double precision, chamber smallint, dish smallint, description text, source text,
  flg boolean`

export async function insertRows(tx: Db, rows: readonly CatalogueRow[]) {
  const added = await sql<{ sample_id: number; name: string }>`
    insert into samples (db_type, name, sample_type, weight, initial_weight, size, pressure, volume, chamber, dish, description, source,
      flg)
    select ${COLUMNS} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${ROW_TYPE})
    returning id as sample_id, name`.execute(tx)
  return added.rows
}

export const updateRows = (tx: Db, rows: readonly (CatalogueRow & { id: number })[]) =>
  sql`update samples s set sample_type = r.sample_type, weight = r.weight,
      initial_weight = r.initial_weight, size = r.size, pressure = r.pressure,
      volume = r.volume, chamber = r.chamber, dish = r.dish, description = r.description, source = r.source, flg = r.flg
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id integer, ${ROW_TYPE})
    where s.id = r.id`.execute(tx)
