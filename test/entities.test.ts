import { expect, test } from 'vitest'
import { contract } from '#domain/contract.ts'
import { fieldPaths } from '#server/testing/field_paths.ts'

const PERSON = ['first_name', 'middle_name', 'last_name', 'suffix', 'name', 'email', 'affiliation']
const COLLABORATOR = ['id', ...PERSON]
const TEXTS = [
  'title',
  'abstract',
  'properties',
  'post_analysis_alternation',
  'methods_to_handle_of_sample',
  'environmental_condition_other',
  ...['1_1', '1_2', '2_1', '2_2', '2_3', '3_1'].map((number) => `sample_description_${number}`),
]
const REQUEST = [
  ...['priority', 'sample_id', 'any', 'weight', 'size', 'chamber', 'dish', 'db_type', 'sample_type'],
  ...['number_of_bottles', 'proposal_id'],
]
const GIVEN = ['sample_id', 'weight', 'db_type']
const REPORT_STATE = ['id', 'status', 'rank', 'science_score', 'technical_score']
const REPORT = [
  ...REPORT_STATE,
  ...['user_id', 'user.id', 'user.name', 'proposal_id', 'submitted_at'],
  ...['science_comment_strength', 'science_comment_weakness'],
  ...['technical_comment_strength', 'technical_comment_weakness'],
]
const SAMPLE = ['id', 'db_type', 'name', 'sample_type', 'weight', 'size', 'pressure', 'volume']
const STAFF_SAMPLE = [
  ...SAMPLE,
  'type',
  'flg',
  'requested',
  'requested_sample',
  'assigned_sample',
  'assigned',
]
const FLAGS = [
  'is_administration_office',
  'is_panel',
  'is_reviewer',
  'is_curation',
  'is_proposer',
  'disabled',
]
const GROUP_MAIL = [
  ...['id', 'title', 'content', 'bcc', 'reply_to_address', 'reply_to_name', 'sender_id'],
  ...['transmission_status', 'transmission_date', 'disabled'],
]
const AVERAGES = ['science', 'technical', 'total'].map((score) => `${score}_score_average`)

const within = (at: string, fields: readonly string[]) => fields.map((field) => `${at}.${field}`)

/** A proposal as everybody who may read it reads it; reviews and scores are the staff's. */
const PROPOSAL = [
  ...['id', 'name', 'email', 'affiliation', 'early_career', 'status', 'is_unlocked', 'term_id'],
  ...['term.disabled', 'check_organization', 'check_collaborators', 'shortAbstract'],
  ...['file.original_file_name', ...TEXTS],
  ...within('proposal_collaborator.0', COLLABORATOR),
  ...within('accepted_terms.0', ['term_id', 'other_status_id']),
  ...within('selected_keywords.0', ['keyword_id', 'keyword_other']),
  ...within('selected_methods.0', ['analysis_method_id', 'analysis_method_other']),
  ...within('selected_conditions.0', ['environmental_condition_id']),
  ...within('requested_samples.0', REQUEST),
  ...within('assigned_samples_status_true.0', GIVEN),
]
const LIST_ITEM = [
  ...['id', 'name', 'email', 'affiliation', 'title', 'shortAbstract', 'selected_keywords'],
  ...['progress', 'global_score', 'status'],
  ...within('reports.0', ['id', 'title', 'status', 'user.id', 'user.name']),
  ...within('assigned_samples.0', GIVEN),
]
const REPORT_OF_REVIEWER = [...REPORT_STATE, 'proposal_id', 'proposal.id', 'proposal.title', 'submitted_at']
const REVIEWER = ['id', 'name', 'email', 'affiliation']
const IN_ALLOCATION = [
  ...['id', 'name', 'title', 'global_score', 'rank', 'properties'],
  ...within('requested_samples.0', REQUEST),
]
const ANNOUNCEMENT = ['id', 'title', 'target', 'content', 'url', 'date', 'published']

const endpoints = contract

/** What the parts name of each entity, by a call that answers it; in lists the first row is 0. */
const named: [what: string, line: { reply: Parameters<typeof fieldPaths>[0] }, fields: string[]][] = [
  ['a proposal, to its proposer', endpoints.proposals.edit, PROPOSAL],
  ['a past proposal', endpoints.proposals.myOld, PROPOSAL],
  [
    'a proposal, to the staff',
    endpoints.staff.get,
    [
      ...PROPOSAL,
      ...['global_score', 'rank', 'prevID', 'nextID', 'additional_notes', 'progress'],
      ...within('reports.0', REPORT),
    ],
  ],
  ['the averages', endpoints.staff.score, [...AVERAGES, 'rank_average']],
  ['a proposal in the list', endpoints.staff.list, within('data.0', LIST_ITEM)],
  ['a proposal with its reviewers', endpoints.staff.withReviewers, within('data.0', LIST_ITEM)],
  ['a proposal with its samples', endpoints.staff.withAssignedSamples, within('data.0', LIST_ITEM)],
  [
    'a sample to ask for',
    endpoints.samples.ryugu,
    within('0', [...SAMPLE, 'description', 'chamber', 'source']),
  ],
  [
    'a sample of all',
    endpoints.samples.everySample,
    within('0', [...SAMPLE, 'description', 'chamber', 'source']),
  ],
  ['a reviewer to choose', endpoints.reports.allReviewers, within('0', REVIEWER)],
  ['the profile', endpoints.users.myProfile, PERSON.filter((field) => field !== 'name')],
  [
    'a reviewer in the list',
    endpoints.reports.reviewers,
    within('data.0', [
      ...REVIEWER,
      ...within('report.0', REPORT_OF_REVIEWER),
      ...within('reports.0', REPORT_OF_REVIEWER),
    ]),
  ],
  [
    'a reviewer',
    endpoints.reports.reviewer,
    [
      ...REVIEWER,
      ...['prevReviewerID', 'nextReviewerID'],
      ...['report', 'reports', 'previous_reports'].flatMap((list) => within(`${list}.0`, REPORT_OF_REVIEWER)),
    ],
  ],
  [
    'a report',
    endpoints.reports.get,
    [
      ...REPORT,
      ...within(
        'proposal',
        PROPOSAL.filter((field) => !field.startsWith('file.')),
      ),
    ],
  ],
  [
    'an assigned proposal',
    endpoints.reports.assigned,
    within('data.0', [
      ...REPORT_STATE,
      ...within('reports.0', REPORT_STATE),
      ...within('proposal', ['id', 'title', 'name', 'affiliation', 'shortAbstract', 'abstract']),
    ]),
  ],
  ['the ranks', endpoints.reports.ranks, ['ranks.1', 'rankRange.0']],
  [
    'a user',
    endpoints.users.get,
    ['id', ...PERSON, ...FLAGS, 'created_at', 'updated_at', 'last_updator_id', 'last_login_at'],
  ],
  ['a user in the list', endpoints.users.list, within('data.0', [...REVIEWER, ...FLAGS])],
  ['a user to choose', endpoints.users.all, within('0', [...REVIEWER, ...FLAGS])],
  ['an announcement', endpoints.information.get, ANNOUNCEMENT],
  ['an announcement in the list', endpoints.information.list, within('0', ANNOUNCEMENT)],
  ['a sample of the call', endpoints.allocation.current, within('0', STAFF_SAMPLE)],
  ['a column of a grid', endpoints.allocation.samples, within('0', STAFF_SAMPLE)],
  ['a row of a grid', endpoints.allocation.proposals, within('0', IN_ALLOCATION)],
  [
    'an assigned sample',
    endpoints.allocation.assigned,
    within('0', [
      ...['main_key', 'id', 'type', 'name', 'weight', 'size', 'pressure', 'volume', 'db_type'],
      ...['proposal_id', 'proposal_title', 'status', 'term.id', 'term.disabled'],
    ]),
  ],
  ['a group mail in the list', endpoints.mail.list, within('data.0', [...GROUP_MAIL, 'users.0.id'])],
  [
    'a group mail',
    endpoints.mail.get,
    [...GROUP_MAIL, 'prevID', 'nextID', ...within('users.0', [...REVIEWER, ...FLAGS])],
  ],
  ['a destination', endpoints.mail.target, within('1', [...REVIEWER, ...FLAGS])],
]

test.each(named)('%s carries every field that the parts name', (_, { reply }, fields) => {
  const answered = new Set(fieldPaths(reply, 'output').map((place) => place.join('.')))
  expect(fields.filter((field) => !answered.has(field))).toEqual([])
})
