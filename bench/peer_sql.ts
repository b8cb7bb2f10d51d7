import { reportStatus } from '#domain/reports/status.ts'

/** The statements of the bare routes that read: `$1` is who asks, whose conflicts of interest hide what they hide. */

const CONFLICTED = `conflicted as materialized (
  select q.id from proposals q where q.user_id = $1
  union select c.proposal_id from user_addresses a join proposal_collaborators c on lower(c.email) = lower(a.email)
    where a.user_id = $1
  union select d.proposal_id from conflicts d where d.user_id = $1)`

const SAMPLE = `json_build_object('sample_id', s.id, 'name', s.name, 'db_type', s.db_type, 'sample_type', s.sample_type,
  'weight', s.weight, 'size', s.size, 'pressure', s.pressure, 'volume', s.volume, 'status', a.status)`
const assigned = (which: string) => `coalesce((select json_agg(${SAMPLE} order by s.db_type, s.name, s.id)
  from assignments a join samples s on s.id = a.sample_id where a.proposal_id = p.id and ${which}), '[]')`
const KEYWORDS = `coalesce((select json_agg(coalesce(m.name, k.keyword_other) order by k.position)
  from proposal_keywords k left join keywords m on m.id = k.keyword_id where k.proposal_id = p.id), '[]')`
const progress = (conflict: string) => `case when p.status <> 2 then 1 when ${conflict} then 2
  when p.global_score is not null then 5 when r.asked is null then 2 when r.outstanding then 3 else 4 end`

/** Of the proposals of the term `$2`: the best by the average of their reports' totals first. */
const PAGE = `page as materialized (
  select p.id, c.id is not null as conflict, count(*) over ()::int as total,
    row_number() over (order by case when c.id is null then t.average end desc nulls last, p.id) as place
  from proposals p left join conflicted c on c.id = p.id
  left join (select r.proposal_id, avg(r.science_score + r.technical_score) as average
    from reports r join proposals q on q.id = r.proposal_id where q.term_id = $2 and r.status = 3 group by 1) t on t.proposal_id = p.id
  where p.term_id = $2 and p.status <> 0 order by place`

const reports = (line: string) => `left join lateral (
  select json_agg(${line} order by r.id) as all, count(*) filter (where r.status = 3)::int as submitted,
    nullif(count(*) filter (where r.status <> 9), 0)::int as asked, bool_or(r.status in (0, 1, 2)) as outstanding
  from reports r join users v on v.id = r.user_id where r.proposal_id = p.id) r on not page.conflict`

const REPORT = `json_build_object('id', r.id, 'title', p.title, 'status', r.status, 'science_score', r.science_score,
  'technical_score', r.technical_score, 'rank', r.rank, 'user', json_build_object('id', v.id, 'name', v.name))`

/** A page of the staff's list: \`$3\` rows after \`$4\` others. */
export const LIST = `with ${CONFLICTED}, ${PAGE} limit $3 offset $4)
select page.total, p.id, p.user_id, u.name, u.email, u.affiliation, p.term_id, p.title, p.abstract, ${KEYWORDS} as selected_keywords,
  p.status, p.is_unlocked::int as is_unlocked, page.conflict, ${progress('page.conflict')} as progress,
  case when not page.conflict then p.global_score end as global_score, case when not page.conflict then p.rank end as rank,
  case when page.conflict then 0 else p.score_version end as score_version, coalesce(r.all, '[]') as reports,
  coalesce(r.submitted, 0) as reports_submitted, coalesce(r.asked, 0) as reports_asked, ${assigned('true')} as assigned_samples
from page join proposals p on p.id = page.id join users u on u.id = p.user_id ${reports(REPORT)} order by page.place`

const of = (figure: string, total: 'sum' | 'count') => {
  const taken = `${total}(${figure}) filter (where r.status = 3)`
  return total === 'count' ? `nullif(${taken}, 0)` : taken
}
const FIGURES = [
  ['science_score', 'r.science_score'],
  ['technical_score', 'r.technical_score'],
  ['total', 'r.science_score + r.technical_score'],
  ['ranked', 'r.rank'],
]
const STATUS = `case r.status ${reportStatus.states.map(({ code, label }) => `when ${code} then '${label}'`).join(' ')} end`

/** The cells of the file of the term `$2`: what is said of its reports, and of its keywords, gathered in one pass each. */
export const CSV = `with ${CONFLICTED},
given as (select r.proposal_id, string_agg(v.name || ' (' || ${STATUS} || ')', E'\\n' order by r.id) as reviewers,
    bool_or(r.status in (0, 1, 2)) as outstanding, count(*) filter (where r.status <> 9) as asked,
    ${FIGURES.map(([name, figure]) => `floor(${of(figure!, 'sum')} * 100::float8 / ${of(figure!, 'count')} + 0.5) / 100 as ${name}`)},
    ${of('r.science_score + r.technical_score', 'sum')}::float8 / ${of('r.science_score + r.technical_score', 'count')} as average
  from reports r join proposals q on q.id = r.proposal_id and q.term_id = $2 join users v on v.id = r.user_id group by 1),
named as (select k.proposal_id, string_agg(coalesce(m.name, k.keyword_other), ', ' order by k.position) as keywords
  from proposal_keywords k join proposals q on q.id = k.proposal_id and q.term_id = $2
  left join keywords m on m.id = k.keyword_id group by 1)
select p.id, p.user_id, u.name, u.email, u.affiliation, p.term_id, p.title, p.abstract, named.keywords,
  case when p.status <> 2 then 1 when c.id is not null then 2 when p.global_score is not null then 5
    when coalesce(r.asked, 0) = 0 then 2 when r.outstanding then 3 else 4 end as progress, p.is_unlocked::int as is_unlocked,
  case when c.id is null then p.global_score end as global_score, case when c.id is null then p.rank end as rank,
  r.reviewers, ${FIGURES.map(([name]) => `r.${name}`)}
from proposals p join users u on u.id = p.user_id left join conflicted c on c.id = p.id
  left join given r on r.proposal_id = p.id and c.id is null left join named on named.proposal_id = p.id
where p.term_id = $2 and p.status <> 0 order by r.average desc nulls last, p.id`

const list = (row: string, from: string, order: string) =>
  `coalesce((select json_agg(json_build_object(${row}) order by ${order}) from ${from}), '[]')`
const TAKES_PART = `(p.user_id = v.id or exists (select from user_addresses a join proposal_collaborators c
    on lower(c.email) = lower(a.email) where a.user_id = v.id and c.proposal_id = p.id)
  or exists (select from conflicts d where d.proposal_id = p.id and d.user_id = v.id))`
const neighbour = (side: string, order: string) => `(select n.id from proposals n
  where n.term_id = p.term_id and n.status <> 0 and n.id ${side} p.id order by n.id ${order} limit 1)`
const FULL_REPORT = `json_build_object('id', r.id, 'status', r.status, 'rank', r.rank, 'science_score', r.science_score,
  'technical_score', r.technical_score, 'takes_part', ${TAKES_PART}, 'user_id', r.user_id,
  'science_comment_strength', r.science_comment_strength, 'science_comment_weakness', r.science_comment_weakness,
  'technical_comment_strength', r.technical_comment_strength, 'technical_comment_weakness', r.technical_comment_weakness,
  'on_behalf_by', b.name, 'submitted_at', r.submitted_at, 'version', r.version, 'proposal_id', p.id,
  'user', json_build_object('id', v.id, 'name', v.name, 'affiliation', v.affiliation))`

/** The proposal \`$2\` with its reports, as staff read it. */
export const DETAIL = `with ${CONFLICTED}
select p.id, p.version, p.user_id, u.name, u.email, u.affiliation, p.early_career, p.term_id,
  json_build_object('id', t.id, 'disabled', t.disabled, 'proposals_open_at', t.proposals_open_at,
    'proposals_close_at', t.proposals_close_at) as term,
  p.status, p.is_unlocked::int as is_unlocked, p.title, p.abstract, p.properties, p.sample_description_1_1, p.sample_description_1_2,
  p.sample_description_2_1, p.sample_description_2_2, p.sample_description_2_3, p.sample_description_3_1,
  p.post_analysis_alternation, p.methods_to_handle_of_sample, p.environmental_condition_other,
  p.check_organization::int as check_organization, p.check_collaborators::int as check_collaborators,
  case when p.original_file_name is not null then json_build_object('original_file_name', p.original_file_name) end as file,
  ${list(
    `'id', c.id, 'first_name', c.first_name, 'middle_name', c.middle_name, 'last_name', c.last_name, 'suffix', c.suffix,
    'name', c.name, 'email', c.email, 'affiliation', c.affiliation`,
    'proposal_collaborators c where c.proposal_id = p.id',
    'c.position',
  )} as proposal_collaborator,
  ${list(
    `'term_id', a.term_id, 'other_status_id', a.other_status_id`,
    'proposal_accepted_terms a where a.proposal_id = p.id',
    'a.term_id, a.other_status_id',
  )} as accepted_terms,
  ${list(
    `'keyword_id', k.keyword_id, 'keyword_other', k.keyword_other, 'name', coalesce(m.name, k.keyword_other)`,
    'proposal_keywords k left join keywords m on m.id = k.keyword_id where k.proposal_id = p.id',
    'k.position',
  )} as selected_keywords,
  ${list(
    `'analysis_method_id', k.analysis_method_id, 'analysis_method_other', k.analysis_method_other,
    'name', coalesce(m.name, k.analysis_method_other)`,
    'proposal_methods k left join analysis_methods m on m.id = k.analysis_method_id where k.proposal_id = p.id',
    'k.position',
  )} as selected_methods,
  ${list(
    `'environmental_condition_id', c.environmental_condition_id`,
    'proposal_conditions c where c.proposal_id = p.id',
    'c.environmental_condition_id',
  )} as selected_conditions,
  ${list(
    `'id', r.id, 'proposal_id', r.proposal_id, 'priority', r.priority, 'db_type', r.db_type, 'sample_type', r.sample_type,
    'sample_id', r.sample_id, 'any', (r.sample_id is null)::int, 'sample_name', s.name, 'sample_weight', s.weight,
    'sample_description', s.description, 'number_of_bottles', r.number_of_bottles, 'number_of_samples', r.number_of_samples,
    'size', r.size, 'weight', r.weight, 'chamber', r.chamber, 'dish', r.dish`,
    'requested_samples r left join samples s on s.id = r.sample_id where r.proposal_id = p.id',
    'r.priority',
  )} as requested_samples,
  page.conflict, now() between t.proposals_open_at and t.proposals_close_at as window_open, t.reviews_due_at as due_at,
  ${progress('page.conflict')} as progress,
  case when not page.conflict then p.global_score end as global_score, case when not page.conflict then p.rank end as rank,
  case when page.conflict then '' else p.additional_notes end as additional_notes,
  case when page.conflict then 0 else p.score_version end as score_version,
  case when page.conflict then 0 else p.note_version end as note_version, coalesce(r.all, '[]') as reports,
  ${assigned('true')} as assigned_samples, ${assigned('a.status = 1')} as assigned_samples_status_true,
  ${neighbour('<', 'desc')} as "prevID", ${neighbour('>', 'asc')} as "nextID"
from proposals p join users u on u.id = p.user_id join terms t on t.id = p.term_id
cross join lateral (select exists (select from conflicted c where c.id = p.id) as conflict) page
${reports(FULL_REPORT).replace('where r.proposal_id', 'left join users b on b.id = r.on_behalf_user_id where r.proposal_id')}
where p.id = $2`
