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

const fields = [
  's.id',
  's.db_type',
  's.name',
  's.sample_type',
  's.weight',
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

/** The whole catalogue, by asteroid and name. */
export const findSamples = (db: Db) => ordered(db).execute()

/** The sample is confirmed for a proposal of another proposer, in whatever term. */
const taken = (user_id: number) => sql<boolean>`exists (
  select from assignments as a join proposals as p on p.id = a.proposal_id
  where a.sample_id = s.id and a.status = ${CONFIRMED} and p.user_id <> ${user_id})`

/** SQL: a user can ask for it now: of a type that its asteroid offers, on offer if processed, not taken. */
const askable = (db_type: Asteroid, user_id: number) => sql<SqlBool>`(s.db_type = ${db_type}
  and ${among('s.sample_type', REQUESTABLE_TYPES[db_type])} and (s.sample_type <> ${PROCESSED} or s.flg)
  and not ${taken(user_id)})`

/** What a user can ask for now of one asteroid. */
export const findRequestable = (db: Db, db_type: Asteroid, user_id: number) =>
  ordered(db).where(askable(db_type, user_id)).execute()

/** So many samples whose name holds the text, nearest first, of those the user can ask for now. */
export const searchRequestableSamples = (db: Db, text: string, most: number, user_id: number) =>
  db
    .selectFrom('samples as s')
    .select(['s.id', 's.name', 's.db_type', 's.sample_type', 's.weight'])
    .select(condition.nearness(condition.fold(text), 's.name').as('near'))
    .where(rowMatches({ text }, { text: condition.contains('s.name') }))
    .where(sql<SqlBool>`(${askable(RYUGU, user_id)} or ${askable(BENNU, user_id)})`)
    .orderBy('near')
    .orderBy('s.name')
    .orderBy('s.id')
    .limit(most)
    .execute()

/** Samples by id, with whether each is taken from this user's sight. */
export const findSamplesForRequests = (db: Db, ids: readonly number[], user_id: number) =>
  db
    .selectFrom('samples as s')
    .select(['s.id', 's.name', 's.db_type', 's.sample_type', taken(user_id).as('taken')])
    .where(among('s.id', ids))
    .execute()

export const findSamplesByIds = (db: Db, ids: readonly number[]) =>
  ordered(db).where(among('s.id', ids)).execute()

/** Samples of these types that a term can allocate: none that is confirmed in another term. */
export const findAllocatable = (db: Db, types: readonly number[], term_id: number) =>
  ordered(db)
    .where(among('s.sample_type', types))
    .where(
      sql<SqlBool>`not exists (
        select from assignments as a join proposals as p on p.id = a.proposal_id
        where a.sample_id = s.id and a.status = ${CONFIRMED} and p.term_id <> ${term_id})`,
    )
    .execute()

/** Samples about to be promised: nobody else promises them meanwhile. In id order, so that two never wait for each other. */
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

/** Whoever imports does it alone: the next one sees all of it. Until the transaction ends. */
export const lockImport = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext('sample import'))`.execute(tx)

const named = (names: readonly string[]) =>
  sql`lower(s.name) = any(array(select lower(name) from unnest(${names}::text[]) as name))`

/** Holds the samples of these names until the transaction ends. In id order, as whoever promises them does. */
export const lockSamplesByNames = (tx: Db, names: readonly string[]) =>
  sql`select s.id from samples s where ${named(names)} order by s.id for no key update`.execute(tx)

/** The samples of these names, ignoring case, each with what ties it most: a promise, an assignment, a request. */
export async function findSamplesByNames(db: Db, names: readonly string[]): Promise<StoredSample[]> {
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
