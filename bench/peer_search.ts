import type pg from 'pg'
import { findScreens, fold, MAX_HITS, pickHits, proposalNumber, termNumber } from '#domain/search/rules.ts'

/** Of columns, those beside them that are kept without case and accents. */
const any = (columns: string[], ask: (column: string) => string) =>
  columns.map((column) => ask(column.replace('.', '.folded_'))).join(' or ')
const near = (...columns: string[]) => `case when ${any(columns, (c) => `${c} = $1`)} then 0
  when ${any(columns, (c) => `starts_with(${c}, $1)`)} then 1 else 2 end`
const holds = (...columns: string[]) => any(columns, (c) => `${c} like $2`)
const source = (kind: string, near: string, title: string, note: string, href: string, rest: string) =>
  `(select '${kind}' as kind, id, ${title} as title, ${note} as note, ${href} as href, near, asteroid
    from (select *, row_number() over () as at from (select ${near} as near, ${rest} limit ${MAX_HITS}) found) x)`
const WITH_AFFILIATION = `email || case when affiliation = '' then '' else ', ' || affiliation end`
const person = (kind: string, href: string, which: string) =>
  source(
    kind,
    near('u.name', 'u.email'),
    'name',
    WITH_AFFILIATION,
    `'${href}' || id`,
    `u.id, u.name, u.email, u.affiliation, null::int as asteroid from users u where u.deleted_at is null and ${which}
      and (${holds('u.name', 'u.email', 'u.affiliation')}) order by near, u.folded_last_name, u.id`,
  )

/** \`$1\` is one word, folded, \`$2\` its pattern, \`$3\` the number that it may be. */
const SEARCH = [
  source(
    'proposal',
    `case when p.id = $3 then 0 else ${near('p.title')} end`,
    `id || ': ' || title`,
    `name || ', AO' || term_id`,
    `'/proposals/detail/' || id`,
    `p.id, p.title, p.term_id, u.name, null::int as asteroid from proposals p join users u on u.id = p.user_id
      where p.status <> 0 and p.id in (select $3::int union all select q.id from proposals q where ${holds('q.title')}
        union all select q.id from users v join proposals q on q.user_id = v.id where ${holds('v.name', 'v.email')}) order by near, p.term_id desc, p.id`,
  ),
  source(
    'sample',
    near('s.name'),
    'name',
    `case sample_type when 0 then 'Particle' when 1 then 'Aggregate' else '' end || coalesce(', ' || weight || ' mg', '')`,
    `'/samples/history/' || id`,
    `s.id, s.name, s.sample_type, s.weight, s.db_type as asteroid from samples s where ${holds('s.name')}
      order by near, s.name, s.id`,
  ),
  source(
    'applicant',
    near('a.name', 'a.email'),
    'name',
    `'AO' || term_id || ', ' || proposal_title`,
    `'/proposers/applicant/detail/' || id`,
    `a.id, a.name, a.term_id, a.proposal_title, null::int as asteroid from applicants a
      where ${holds('a.name', 'a.email', 'a.affiliation', 'a.proposal_title')} order by near, a.created_at desc, a.id desc`,
  ),
  person('proposer', '/proposers/detail/', 'u.is_proposer'),
  source(
    'collaborator',
    near('c.name', 'c.email'),
    'name',
    `proposal_id || ': ' || title`,
    `'/proposals/detail/' || proposal_id`,
    `c.id, c.name, p.id as proposal_id, p.title, null::int as asteroid
      from proposal_collaborators c join proposals p on p.id = c.proposal_id
      where ${holds('c.name', 'c.email', 'c.affiliation')} order by near, c.folded_last_name, p.id desc, c.id`,
  ),
  person(
    'reviewer',
    '/reviewers/detail/',
    '(u.is_reviewer or exists (select from reports r where r.user_id = u.id))',
  ),
  person('user', '/users/detail/', 'true'),
].join('\nunion all\n')

/** What a word finds for the office. */
export async function find(pool: pg.Pool, { q }: { q: string }) {
  const word = fold(q)
  const pattern = `%${word.replace(/[\\%_]/gu, '\\$&')}%`
  const [{ rows }, terms] = await Promise.all([
    pool.query({ name: 'search', text: SEARCH, values: [word, pattern, proposalNumber(q) ?? 0] }),
    termNumber(q) === null
      ? []
      : pool
          .query({ name: 'term', text: 'select id from terms where id = $1', values: [termNumber(q)] })
          .then((found) => found.rows),
  ])
  const calls = terms.map(({ id }) => ({
    ...{ kind: 'term', id, title: `AO${id}`, note: 'Proposal List', href: `/proposals?term_id=${id}` },
    near: 0,
  }))
  const screens = findScreens(q, ['admin']).map((screen) => ({ kind: 'screen', id: null, ...screen }))
  return pickHits([...calls, ...rows, ...screens]).map(({ near: _, asteroid, ...rest }) => ({
    ...rest,
    ...(asteroid !== null && asteroid !== undefined && { asteroid }),
  }))
}
