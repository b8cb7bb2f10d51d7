import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { SETTING_NAMES, SETTINGS } from '#domain/masters/settings.ts'
import { aUser } from './builders/people.ts'
import { aSubmittedProposal } from './builders/proposals.ts'
import { aReport } from './builders/reports.ts'
import { anAssignment, aSample } from './builders/samples.ts'
import { constraintError, type Statement } from './testing/constraint_error.ts'
import { createReport } from './testing/reviews.ts'
import { type TestServer, withParallelServer, withServer } from './testing/test_server.ts'

/**
 * A call with its one administrator, a reviewer's submitted report and accepted one, an assignment, a declared
 * conflict.
 */
async function createFixture(world: TestServer) {
  const { office, admin, reviewer, report_id, proposal_id } = await createReport(world, 3)
  const second = await aSubmittedProposal(office)
  await aReport(office, { proposal_id: second.proposal_id, reviewer, status: 2 })
  const third = await aSubmittedProposal(office)
  const { id: sample_id } = await aSample(world.ctx())
  await anAssignment(office, 1, [{ sample_id, proposal_id }])
  const { id: user_id } = await aUser(world.ctx(), ['panel'])
  const conflict = {
    proposal_id: third.proposal_id,
    user_id,
    reason: 'A former student.',
    declared_by: admin.id,
  }
  await world.db.insertInto('conflicts').values(conflict).execute()
  await sql`insert into organisations (name) values ('Institute'), ('Observatory')`.execute(world.db)
  await world.db.insertInto('reviewer_profiles').values({ user_id: reviewer.id }).execute()
  await sql`with one as (insert into applicant_runs (decision, started_by, started_at)
      select 'register', ${admin.id}, now() from generate_series(1, 2) returning id)
    insert into applicant_run_rows (run_id, position, applicant_id, decision, state, message, ended_at)
    select one.id, 1, (select min(id) from applicants), 'register', 'failed', 'No.', now() from one`.execute(
    world.db,
  )
  await sql`with one as (insert into kept_acts (user_id, area, endpoint, input, description, created_at, due_at)
      select ${admin.id}, 'mail', 'send', '{}', 'send', now(), now() from generate_series(1, 2) returning id)
    insert into kept_act_objects (act_id, action, object_id) select id, 'group_mail.send', id from one`.execute(
    world.db,
  )
  return { admin: admin.id, report: report_id, reviewed: proposal_id, conflicted: third.proposal_id }
}
type Fixture = Awaited<ReturnType<typeof createFixture>>

const by = (text: string) => () => sql.raw(text)
const term = (change: string) => by(`update terms set ${change}`)
const report = (change: string) => (s: Fixture) =>
  sql`update reports set ${sql.raw(change)} where id = ${s.report}`
const administrator = (change: string) => (s: Fixture) => sql`${sql.raw(change)} where id = ${s.admin}`
const set = (table: string, column: string, text: string | string[]) => () =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text}`
const collaborator = (of: 'applicant' | 'proposal', change: object) => () => {
  const { name, email } = { name: 'Aki', email: 'aki@example.org', ...change }
  return sql`insert into ${sql.table(`${of}_collaborators`)}
    (${sql.ref(`${of}_id`)}, position, first_name, last_name, email, affiliation)
    select id, 9, ${name}, 'Sato', ${email}, 'Institute' from ${sql.table(`${of}s`)}`
}
const keptAct = (change: string) => by(`update kept_acts set ${change}`)
const groupMail = (column: string, text: string) => (s: Fixture) => {
  const row = { title: 'News', bcc: '', reply_to_name: '', reply_to_address: '', [column]: text }
  return sql`insert into group_mails (sender_id, title, bcc, reply_to_name, reply_to_address)
    values (${s.admin}, ${row.title}, ${row.bcc}, ${row.reply_to_name}, ${row.reply_to_address})`
}
const setting = (name: string, value: string) => () =>
  sql`insert into settings (name, value) values (${name}, ${value})`
const runRow = (change: string) => by(`update applicant_run_rows set ${change}`)
const profile = (change: string) => by(`update reviewer_profiles set ${change}`)
const organisation = (change: string) => by(`update organisations set ${change} where name = 'Institute'`)
const judgement = (values: string) =>
  by(`insert into conflict_judgements
    (proposal_id, user_id, judged_by, fingerprint, judged_at, kind, verdict, reason)
    select proposal_id, user_id, declared_by, 'f', now(), ${values} from conflicts`)
const question = (values: string) =>
  by(`insert into conflict_questions
    (proposal_id, user_id, asked_by, fingerprint, people, token_hash, asked_at, open_until, kind, answer, answered_at)
    select proposal_id, user_id, declared_by, 'f', '[]', 'h', now(), now(), ${values} from conflicts`)
const relation = (values: string) =>
  by(`insert into declared_relations
    (user_id, declared_by, declared_at, kind, name, email, from_year, until_year)
    select user_id, declared_by, now(), ${values} from conflicts`)
const identity = (columns: string, values: string) =>
  by(`insert into provider_identities (user_id, created_at, ${columns})
    select id, now(), ${values} from users`)
const ORCID = '0000-0002-1825-0097'
const visit = (purpose: string, session: string) =>
  by(`insert into pending_provider_visits (state_hash, browser_hash, issuer, purpose, expires_at, password_mark)
    values ('s', 'b', 'https://orcid.org', '${purpose}', now(), ${session})`)
const file = (key: string, name: string, size: string) =>
  by(`update proposals set (file_key, original_file_name, file_size) = (${key}, ${name}, ${size})`)

/** An invalid state, the statement that would create it, and the constraint that refuses it. */
const INVALID_STATES: [what: string, statement: (s: Fixture) => Statement, constraint: string][] = [
  ['notices close when they open', term('noi_closes_at = noi_opens_at'), 'notices_close_after_they_open'],
  [
    'proposals open before notices',
    term(`proposals_open_at = noi_opens_at - interval '1 s'`),
    'proposals_open_with_or_after_notices',
  ],
  [
    'proposals close when they open',
    term('proposals_open_at = proposals_close_at'),
    'proposals_close_after_they_open',
  ],
  [
    'proposals close before notices',
    term(`noi_closes_at = proposals_close_at + interval '1 s'`),
    'proposals_close_with_or_after_notices',
  ],
  [
    'reviews due before proposals close',
    term(`reviews_due_at = proposals_close_at - interval '1 s'`),
    'reviews_are_due_once_proposals_are_closed',
  ],
  [
    'a panel before reviews are due',
    term(`panel_meets_at = reviews_due_at - interval '1 s'`),
    'panel_meets_once_reviews_are_due',
  ],
  [
    'an allocation before the panel',
    term(`panel_meets_at = reviews_due_at + interval '9 s', allocation_due_at = reviews_due_at`),
    'allocation_is_due_once_the_panel_met',
  ],
  [
    'an allocation before reviews are due',
    term(`allocation_due_at = reviews_due_at - interval '1 s'`),
    'allocation_is_due_once_reviews_are',
  ],
  ['no current term', term('is_current = false'), 'one_term_is_current'],
  [
    'no active administrator',
    administrator('update users set disabled = true'),
    'an_administrator_is_active',
  ],
  [
    'no administrator',
    administrator('update users set is_administration_office = false'),
    'an_administrator_is_active',
  ],
  ['a submitted report without time', report('submitted_at = null'), 'report_is_submitted_at_a_time'],
  ['a time without submission', report('status = 2'), 'report_is_submitted_at_a_time'],
  [
    'a declined report with a time of submission',
    by('update reports set status = 9, submitted_at = now() where status = 2'),
    'report_is_submitted_at_a_time',
  ],
  [
    'a submitted report without Science Score',
    report('science_score = null'),
    'submitted_report_has_both_scores',
  ],
  [
    'a submitted report without Technical Score',
    report('technical_score = null'),
    'submitted_report_has_both_scores',
  ],
  ['one rank twice', by('update reports set rank = 1'), 'ranks_of_a_reviewer_differ'],
  [
    'a confirmed assignment without time',
    by('update assignments set status = 1'),
    'assignment_is_confirmed_at_a_time',
  ],
  [
    'a time without confirmation',
    by('update assignments set confirmed_at = now()'),
    'assignment_is_confirmed_at_a_time',
  ],
  ['an address with a blank', set('users', 'email', 'a b@example.org'), 'users_email_has_no_blank'],
  [
    'an address with a second line',
    set('users', 'email', 'a@example.org\r\nBcc: b@example.org'),
    'users_email_has_no_blank',
  ],
  [
    'an earlier address with a line separator',
    set('user_addresses', 'email', 'a\u2028@example.org'),
    'user_addresses_email_has_no_blank',
  ],
  [
    'a new address with a tabulator',
    (s) => sql`insert into email_changes values (${s.admin}, 'x', ${'a\t@example.org'}, now())`,
    'email_changes_email_has_no_blank',
  ],
  [
    'an applicant’s address with a line break',
    set('applicants', 'email', 'a@example.org\n'),
    'applicants_email_has_no_blank',
  ],
  [
    'a collaborator’s address with a line break in a notice',
    collaborator('applicant', { email: 'a\n@example.org' }),
    'applicant_collaborators_email_has_no_blank',
  ],
  [
    'a collaborator’s address with a blank in a proposal',
    collaborator('proposal', { email: 'a @example.org' }),
    'proposal_collaborators_email_has_no_blank',
  ],
  [
    'a recipient with a line break',
    set('mails', 'recipients', ['a@example.org', 'b@example.org\nBcc: c@example.org']),
    'mails_addresses_have_no_blank',
  ],
  [
    'a copy to an address with a blank',
    set('mails', 'bcc', ['a b@example.org']),
    'mails_addresses_have_no_blank',
  ],
  [
    'an answer to two lines',
    set('mails', 'reply_to', 'a@example.org\nBcc: b@example.org'),
    'mails_reply_to_is_one_line',
  ],
  [
    'a group mail’s answer to an address with a blank',
    groupMail('reply_to_address', 'a @example.org'),
    'group_mails_reply_to_has_no_blank',
  ],
  [
    'a group mail’s copy to a second line',
    groupMail('bcc', 'a@example.org,\nb@example.org'),
    'group_mails_bcc_is_addresses',
  ],
  [
    'a subject of two lines',
    set('mails', 'subject', 'News\r\nBcc: a@example.org'),
    'mails_subject_is_one_line',
  ],
  ['a group mail’s title of two lines', groupMail('title', 'News\nof'), 'group_mails_title_is_one_line'],
  [
    'a name to answer to of two lines',
    groupMail('reply_to_name', 'Office\nof'),
    'group_mails_reply_to_name_is_one_line',
  ],
  ['a user’s name of two lines', set('users', 'suffix', 'a\nb'), 'users_name_is_one_line'],
  ['an applicant’s name of two lines', set('applicants', 'last_name', 'a\vb'), 'applicants_name_is_one_line'],
  [
    'a notice’s title of two lines',
    set('applicants', 'proposal_title', 'a\rb'),
    'applicants_title_is_one_line',
  ],
  ['a proposal’s title of two lines', set('proposals', 'title', 'a\u0085b'), 'proposals_title_is_one_line'],
  [
    'a collaborator’s name of two lines in a notice',
    collaborator('applicant', { name: 'a\nb' }),
    'applicant_collaborators_name_is_one_line',
  ],
  [
    'a collaborator’s name of two lines in a proposal',
    collaborator('proposal', { name: 'a\fb' }),
    'proposal_collaborators_name_is_one_line',
  ],
  ['an office’s name of two lines', setting('office_name', 'AO\nOffice'), 'settings_office_is_one_line'],
  [
    'a mail template with a subject alone',
    by(`insert into mail_templates (name, subject, updated_at) values ('rejection', 'No', now())`),
    'mail_template_has_both',
  ],
  [
    'a mail template without words',
    by(`insert into mail_templates (name, subject, text, updated_at) values ('rejection', 'No', '', now())`),
    'mail_template_has_words',
  ],
  [
    'a mail template with a subject of two lines',
    by(
      `insert into mail_templates (name, subject, text, updated_at) values ('rejection', E'No\nBcc', 'x', now())`,
    ),
    'mail_template_subject_is_one_line',
  ],
  ['a sender of two lines', setting('mail_sender', 'AO\nOffice'), 'settings_sender_is_one_line'],
  ['a link that is a script', setting('ryugu_db_url', 'javascript:alert(1)'), 'settings_url_is_of_the_web'],
  ['a top page elsewhere', setting('top_url', '//example.org'), 'settings_url_is_of_the_web'],
  [
    'an announcement’s link that is a script',
    by(`insert into information (title, target, url) values ('News', 1, 'javascript:alert(1)')`),
    'information_url',
  ],
  ['a file without a name', file(`'key'`, 'null', '1'), 'proposals_file_is_whole'],
  ['a file without a size', file(`'key'`, `'a.pdf'`, 'null'), 'proposals_file_is_whole'],
  ['a file without a key', file('null', `'a.pdf'`, '1'), 'proposals_file_is_whole'],
  ['an empty file', file(`'key'`, `'a.pdf'`, '0'), 'proposals_file_is_not_empty'],
  [
    'a proposal gone with its reviews',
    (s) => sql`with gone as (delete from assignments) delete from proposals where id = ${s.reviewed}`,
    'reports_proposal_id_fkey',
  ],
  [
    'a proposal gone with a declared conflict',
    (s) => sql`delete from proposals where id = ${s.conflicted}`,
    'conflicts_proposal_id_fkey',
  ],
  ['a judgement of no known kind', judgement(`'cousin', 'block', ''`), 'conflict_judgement_kind_is_known'],
  [
    'a judgement of no known verdict',
    judgement(`'name', 'maybe', 'No'`),
    'conflict_judgement_verdict_is_known',
  ],
  ['a finding allowed without a reason', judgement(`'name', 'allow', ''`), 'allowing_has_a_reason'],
  [
    'a judgement of oneself',
    (s) => sql`insert into conflict_judgements
      (proposal_id, user_id, kind, fingerprint, verdict, judged_by, judged_at)
      values (${s.conflicted}, ${s.admin}, 'name', 'f', 'block', ${s.admin}, now())`,
    'nobody_judges_themselves',
  ],
  ['a question of no known kind', question(`'cousin', null, null`), 'conflict_question_kind_is_known'],
  ['an answer without a time', question(`'name', true, null`), 'conflict_question_is_answered_at_a_time'],
  [
    'a question to oneself',
    (s) => sql`insert into conflict_questions
      (proposal_id, user_id, kind, fingerprint, people, token_hash, asked_by, asked_at, open_until)
      values (${s.conflicted}, ${s.admin}, 'name', 'f', '[]', 'h', ${s.admin}, now(), now())`,
    'nobody_asks_themselves',
  ],
  [
    'two open questions about one finding',
    by(`insert into conflict_questions
      (proposal_id, user_id, kind, fingerprint, people, token_hash, asked_by, asked_at, open_until)
      select proposal_id, user_id, 'name', 'f', '[]', n, declared_by, now(), now()
      from conflicts, (values ('1'), ('2')) as two (n)`),
    'conflict_questions_unanswered',
  ],
  ['a relation of no known kind', relation(`'cousin', 'Aki', '', null, null`), 'relation_kind_is_known'],
  ['a relation to nobody', relation(`'family', '', '', null, null`), 'relation_name_is_one_line'],
  [
    'a relation to a name of two lines',
    relation(`'family', E'a\\nb', '', null, null`),
    'relation_name_is_one_line',
  ],
  [
    'a relation to an address with a blank',
    relation(`'family', 'Aki', 'a b@c.de', null, null`),
    'relation_email_has_no_blank',
  ],
  [
    'a relation that ends before it begins',
    relation(`'family', 'Aki', '', 2020, 2019`),
    'relation_years_are_in_order',
  ],
  ['another user in the audit log', by('update audit_entries set user_id = null'), 'audit_entries_stay'],
  ['an entry gone from the audit log', by('delete from audit_entries'), 'audit_entries_stay'],
  ['an empty audit log', by('truncate audit_entries'), 'audit_entries_stay'],
  [
    'a backup that neither has a size nor failed',
    by(`insert into backups (made_at, file) values (now(), '/b/ao.zip')`),
    'backup_has_a_size_or_a_failure',
  ],
  [
    'a failed backup that was found whole',
    by(
      `insert into backups (made_at, file, failure, checked_at) values (now(), '/b/ao.zip', 'No space.', now())`,
    ),
    'failed_backup_has_no_archive',
  ],
  ['a limit of more than a hundred reports', profile('max_reports = 101'), 'reviewer_profiles_max_reports'],
  ['an expertise of two lines', profile(`expertise = E'a\\nb'`), 'reviewer_profiles_expertise_is_one_line'],
  [
    'an absence that ends before it begins',
    by(`insert into reviewer_absences select user_id, '2027-03-02', '2027-03-01' from reviewer_profiles`),
    'reviewer_absences_end_after_they_begin',
  ],
  ['a blank organisation', organisation(`name = ' '`), 'organisations_name_is_not_blank'],
  ['an organisation of two lines', organisation(`name = E'a\\nb'`), 'organisations_name_is_one_line'],
  ['a ROR id with wrong check digits', organisation(`ror = '057zh3y69'`), 'organisations_ror_is_valid'],
  ['a ROR id in capitals', organisation(`ror = '057ZH3Y96'`), 'organisations_ror_is_valid'],
  ['a ROR id of two organisations', by(`update organisations set ror = '057zh3y96'`), 'organisations_ror'],
  [
    'a spelling of two organisations',
    by(
      `insert into organisation_spellings (organisation_id, spelling) select id, ' THE  Observatory' from organisations`,
    ),
    'organisation_spellings_folded',
  ],
  [
    'a blank spelling',
    by(
      `insert into organisation_spellings (organisation_id, spelling) select id, ' ' from organisations limit 1`,
    ),
    'organisation_spellings_is_not_blank',
  ],
  [
    'an organisation whose name is none of its spellings',
    by(`delete from organisation_spellings where folded = 'institute'`),
    'organisation_name_is_a_spelling',
  ],
  [
    'an organisation above itself',
    by(`update organisations set parent_id = id`),
    'organisations_have_no_cycle',
  ],
  [
    'two organisations above each other',
    by('update organisations o set parent_id = p.id from organisations p where p.id <> o.id'),
    'organisations_have_no_cycle',
  ],
  [
    'a run row that waits with a message',
    runRow(`state = 'waiting', ended_at = null`),
    'run_row_ends_with_a_message',
  ],
  ['a run row that failed without a reason', runRow(`message = ''`), 'run_row_ends_with_a_message'],
  ['a run row that has ended at no time', runRow('ended_at = null'), 'run_row_ends_with_a_message'],
  [
    'an applicant who waits in two runs',
    runRow(`state = 'waiting', message = '', ended_at = null`),
    'applicant_waits_once',
  ],
  [
    'an applicant twice in a run',
    by(`insert into applicant_run_rows (run_id, position, applicant_id, decision)
      select run_id, position + 1, applicant_id, decision from applicant_run_rows`),
    'applicant_is_once_in_a_run',
  ],
  ['an act in no known state', keptAct(`state = 'lost'`), 'kept_acts_state_check'],
  [
    'a waiting act that has ended',
    keptAct(`outcome = 'Done', ended_at = now()`),
    'only_a_waiting_act_has_no_outcome',
  ],
  [
    'an act that was refused without a reason',
    keptAct(`state = 'refused'`),
    'only_a_waiting_act_has_no_outcome',
  ],
  [
    'an act that was done at no time',
    keptAct(`state = 'done', outcome = 'Done'`),
    'an_act_ends_with_its_outcome',
  ],
  [
    'an account of no provider',
    identity('issuer, subject', `'', id::text`),
    'provider_identities_issuer_check',
  ],
  ['an account of nobody', identity('issuer, subject', `id::text, ''`), 'provider_identities_subject_check'],
  [
    'an ORCID iD with a wrong check digit',
    identity('issuer, subject, orcid', `id::text, '0000-0002-1825-0098', '0000-0002-1825-0098'`),
    'provider_identities_check',
  ],
  [
    'an ORCID iD that is not the account',
    identity('issuer, subject, orcid', `id::text, 'ada', '${ORCID}'`),
    'provider_identities_check',
  ],
  [
    'one account of two users',
    identity('issuer, subject', `'https://orcid.org', '${ORCID}'`),
    'one_user_per_identity',
  ],
  [
    'two accounts of a user at one provider',
    identity('issuer, subject', `'https://orcid.org', id || '-' || generate_series(1, 2)`),
    'one_identity_per_provider',
  ],
  [
    'a visit to a provider for no known purpose',
    visit('look', 'null'),
    'pending_provider_visits_purpose_check',
  ],
  ['a visit that links in no session', visit('link', `'m'`), 'links_have_a_session'],
  [
    'the iD of a visitor with a wrong check digit',
    by(`insert into notice_identities (token_hash, issuer, orcid, first_name, last_name, expires_at)
      values ('t', 'https://orcid.org', '0000-0002-1825-009X', '', '', now())`),
    'notice_identities_orcid_check',
  ],
  [
    'a Notice with a wrong ORCID iD',
    by(`update applicants set orcid = '0000', orcid_issuer = 'https://orcid.org'`),
    'applicants_orcid_check',
  ],
  [
    'a Notice with an ORCID iD of no issuer',
    by(`update applicants set orcid = '${ORCID}'`),
    'an_orcid_has_an_issuer',
  ],
  ['two acts that wait for the same', by(`update kept_act_objects set object_id = 1`), 'nothing_waits_twice'],
]

test('the database refuses each invalid state by its own constraint', () =>
  withServer(async (world) => {
    const fixture = await createFixture(world)
    const answers: Record<string, string> = {}
    for (const [what, statement, constraint] of INVALID_STATES) {
      const answer = await constraintError(world, statement(fixture))
      answers[what] = answer.includes(constraint) ? constraint : answer
    }
    expect(answers).toEqual(
      Object.fromEntries(INVALID_STATES.map(([what, , constraint]) => [what, constraint])),
    )
  }))

test('the first term must be current, and every setting that is a URL is checked', () =>
  withServer(async (world) => {
    const days = sql`now(), now() + interval '1 d', now(), now() + interval '1 d', now() + interval '1 d'`
    const first = (is_current: boolean) =>
      sql`insert into terms (id, noi_opens_at, noi_closes_at, proposals_open_at, proposals_close_at, reviews_due_at,
        is_current) values (1, ${days}, ${is_current})`
    expect(await constraintError(world, first(false))).toContain('one_term_is_current')
    expect(await constraintError(world, first(true))).toBe('done')
    const addresses = SETTING_NAMES.filter((name) => ['link', 'place'].includes(SETTINGS[name].kind))
    for (const name of addresses) {
      expect(await constraintError(world, setting(name, 'ftp://example.org')()), name).toContain(
        'settings_url_is_of_the_web',
      )
      expect(await constraintError(world, setting(name, 'https://example.org/{name}')()), name).toBe('done')
    }
  }))

test('of two administrators disabled at the same moment one stays active', () =>
  withParallelServer(async (world) => {
    const ids = [await aUser(world.ctx(), ['admin']), await aUser(world.ctx(), ['admin'])].map(({ id }) => id)
    const left = await Promise.all(
      ids.map((id) => constraintError(world, sql`update users set disabled = true where id = ${id}`)),
    )
    expect(left.sort()).toEqual([expect.stringContaining('an_administrator_is_active'), 'done'])
  }))

test('ranks may collide within a statement, and audit entries keep the id of a deleted user', () =>
  withServer(async (world) => {
    const { office, admin, reviewer, proposal_id } = await createReport(world)
    const other = await aSubmittedProposal(office)
    for (const id of [proposal_id, other.proposal_id])
      await aReport(office, { proposal_id: id, reviewer, status: 2 })
    await sql`update reports set rank = 1 where proposal_id = ${proposal_id}`.execute(world.db)
    await sql`update reports set rank = 2 where proposal_id <> ${proposal_id}`.execute(world.db)
    expect(await constraintError(world, sql`update reports set rank = 3 - rank`)).toBe('done')
    const { api } = await world.as(admin)
    const gone = await aUser(world.ctx(), ['panel'], { disabled: true })
    await sql`insert into audit_entries (user_id, action, object_type) values (${gone.id}, 'user.login', 'user')`.execute(
      world.db,
    )
    expect(await api.users.remove({ params: { id: gone.id } })).toMatchObject({ result: 1 })
    const { total } = await api.audit.list({ query: { user_id: gone.id } })
    expect(total).toBe(1)
  }))

test('of two organisations put below each other at the same moment one keeps its parent', () =>
  withParallelServer(async (world) => {
    await sql`insert into organisations (name) values ('Institute'), ('Observatory')`.execute(world.db)
    let waiting = 2
    let release = () => {}
    const bothWritten = new Promise<void>((resolve) => {
      release = resolve
    })
    const putBelow = (one: string, other: string) =>
      world
        .ctx()
        .write(async (tx) => {
          await sql`update organisations o set parent_id = p.id from organisations p
            where o.name = ${one} and p.name = ${other}`.execute(tx)
          if (--waiting === 0) release()
          await bothWritten
          await sql`set constraints all immediate`.execute(tx)
          // Gives the other one the time to look as well, were it not to wait for this one.
          for (let question = 0; question < 20; question++) await sql`select 1`.execute(tx)
          tx.skipAudit('A statement by hand.')
        })
        .then(
          () => 'done',
          (error: { constraint?: string }) => error.constraint,
        )
    const answers = [putBelow('Institute', 'Observatory'), putBelow('Observatory', 'Institute')]
    expect((await Promise.all(answers)).sort()).toEqual(['done', 'organisations_have_no_cycle'])
  }))

test('an affiliation compares by the topmost organisation of its spelling, else without case and accents', () =>
  withServer(async (world) => {
    const add = async (name: string, parent_id: number | null = null) =>
      (
        await world.db
          .insertInto('organisations')
          .values({ name, parent_id })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const university = await add('Université de Genève')
    const faculty = await add('Faculty of Science', university)
    const laboratory = await add('Laboratory of Ions', faculty)
    await world.db
      .insertInto('organisation_spellings')
      .values({ organisation_id: laboratory, spelling: 'Ion Lab' })
      .execute()
    await sql`update organisations set name = 'Geneva' where id = ${university}`.execute(world.db)
    const key = async (affiliation: string | null) => {
      const { rows } = await sql<{ key: string }>`select organisation_key(${affiliation}) as key`.execute(
        world.db,
      )
      return rows[0]!.key
    }
    const all = ['universite  de GENEVE ', 'Geneva', 'ion lab', 'Laboratory of Ions', 'Faculty of Science']
    for (const one of all) expect(await key(one), one).toBe(`#${university}`)
    expect(await key(' Universität  BERN')).toBe('universitat bern')
    expect(await key('  ')).toBe('')
    expect(await key(null)).toBe('')
  }))

test('a valid ROR id is taken, whatever its digits', () =>
  withServer(async (world) => {
    for (const ror of ['057zh3y96', '059yx9a68', '05dxps055', '03yrm5c26', '015wdp703'])
      expect(
        await constraintError(world, sql`insert into organisations (name, ror) values (${ror}, ${ror})`),
      ).toBe('done')
  }))
