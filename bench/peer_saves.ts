import type pg from 'pg'
import { TEXT_NAMES } from '#domain/proposals/fields.ts'

type Ask = (name: string, text: string, values?: unknown[]) => Promise<pg.QueryResult>

/** Runs `work` in one transaction. */
async function write<T>(pool: pg.Pool, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const answer = await work((name, text, values) => client.query({ name, text, values }))
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const AUDIT = `insert into audit_entries (at, user_id, action, object_type, object_id, proposal_id, before, after)
  values (now(), $1, $2, $3, $4, $5, $6, $7)`

interface Report {
  user: number
  science_score: number
  technical_score: number
  science_comment_strength: string
  science_comment_weakness: string
  technical_comment_strength: string
  technical_comment_weakness: string
}

/** Holds a report, writes it, and notes that down. */
export const saveReport = (pool: pg.Pool, id: string, { user, ...fields }: Report) =>
  write(pool, async (ask) => {
    const { rows } = await ask(
      'hold report',
      `select r.*, p.global_score, t.disabled from reports r join proposals p on p.id = r.proposal_id
        join terms t on t.id = p.term_id where r.id = $1 for update of r`,
      [id],
    )
    const [before] = rows
    if (before.user_id !== user || before.disabled || before.global_score !== null || before.status < 2)
      return { result: 0, message: 'It can not be saved.' }
    const { rows: written } = await ask(
      'save report',
      `update reports set science_score = $2, technical_score = $3, science_comment_strength = $4,
        science_comment_weakness = $5, technical_comment_strength = $6, technical_comment_weakness = $7,
        on_behalf_user_id = null, version = version + 1, saved_by = $8, saved_at = now(), updated_at = now()
        where id = $1 returning version`,
      [id, ...Object.values(fields), user],
    )
    const old = Object.fromEntries(Object.keys(fields).map((name) => [name, before[name]]))
    await ask('audit', AUDIT, [user, 'report.edit', 'report', id, before.proposal_id, old, fields])
    return { result: 1, message: 'Success', version: written[0].version }
  })

interface Proposal extends Record<string, unknown> {
  user: number
  title: string
  proposal_collaborator: unknown[]
  samples: unknown[]
  keywords: number[]
  keywords_other: { name: string }[]
  methods: number[]
}

const KEPT = ['title', 'early_career', ...TEXT_NAMES]

/** Holds a proposal, writes it and its lists, and notes that down. */
export const saveProposal = (pool: pg.Pool, id: string, { user, ...form }: Proposal) =>
  write(pool, async (ask) => {
    const { rows } = await ask(
      'hold proposal',
      `select p.*, t.disabled from proposals p join terms t on t.id = p.term_id where p.id = $1 for update of p`,
      [id],
    )
    const [before] = rows
    if (before.user_id !== user || before.disabled) return { result: 0, message: 'It can not be saved.' }
    const fields = Object.fromEntries(KEPT.map((name) => [name, form[name] ?? before[name]]))
    const { rows: written } = await ask(
      'save proposal',
      `update proposals set ${KEPT.map((name, i) => `${name} = $${i + 3}`)}, status = 1, version = version + 1, updated_by = $2,
        updated_at = now() where id = $1 returning version`,
      [id, user, ...Object.values(fields)],
    )
    await ask(
      'empty lists',
      `with a as (delete from proposal_collaborators where proposal_id = $1), b as (delete from proposal_keywords where proposal_id = $1),
        c as (delete from proposal_methods where proposal_id = $1), d as (delete from proposal_conditions where proposal_id = $1),
        e as (delete from proposal_accepted_terms where proposal_id = $1)
        delete from requested_samples where proposal_id = $1`,
      [id],
    )
    const others = form.keywords_other.map(({ name }) => name)
    await ask(
      'fill lists',
      `with a as (insert into proposal_collaborators (proposal_id, position, first_name, last_name, email, affiliation)
          select $1, n - 1, r->>'first_name', r->>'last_name', r->>'email', r->>'affiliation' from jsonb_array_elements($2) with ordinality x (r, n)),
        b as (insert into proposal_keywords (proposal_id, position, keyword_id) select $1, n - 1, k from unnest($3::int[]) with ordinality x (k, n)),
        c as (insert into proposal_keywords (proposal_id, position, keyword_other)
          select $1, cardinality($3::int[]) + n - 1, k from unnest($4::text[]) with ordinality x (k, n)),
        d as (insert into proposal_methods (proposal_id, position, analysis_method_id) select $1, n - 1, k from unnest($5::int[]) with ordinality x (k, n))
        insert into requested_samples (proposal_id, priority, db_type, sample_type, size)
          select $1, n, (r->>'db_type')::int, (r->>'type')::int, (r->>'size')::float * 1000 from jsonb_array_elements($6) with ordinality x (r, n)`,
      [
        id,
        JSON.stringify(form.proposal_collaborator),
        form.keywords,
        others,
        form.methods,
        JSON.stringify(form.samples),
      ],
    )
    const old = Object.fromEntries(KEPT.map((name) => [name, before[name]]))
    await ask('audit', AUDIT, [user, 'proposal.save', 'proposal', id, id, old, fields])
    return { result: 1, message: 'The proposal has been saved.', version: written[0].version }
  })
