import { resultOutcome, resultState } from '#domain/results/status.ts'
import { checkboxCases, type FilterCase, type ListFixtures } from './list.ts'
import { ANNOUNCEMENT_ID, type TwoTerms } from './two_terms.ts'

const kamoOrLund = (kamo: string, lund: string): FilterCase[] => [
  [kamo, 'Ka Kamo', 'La Lund'],
  [lund, 'La Lund', 'Ka Kamo'],
]

/** Filter values that find the first and the second of two rows. */
const bothRows = (
  [first, second]: readonly [string, string],
  one: string | number,
  other: string | number,
): FilterCase[] => [
  [String(one), first, second],
  [String(other), second, first],
]
const PUBLICATIONS = ['Olivine in Ryugu', 'Serpentine in Bennu'] as const
const MAIL_SUBJECTS = ['Olivine', 'Serpentine'] as const
const WITH_SAMPLES = ['Ka Kamo', 'Oa Olah'] as const
const RESULT_ORDERS = { outcome: resultOutcome.codes, state: resultState.codes }
const AUDIT_ACTIONS = ['proposal.submit', 'information.add'] as const

/** The rows are of 10 January and 10 February; dates include the whole day, times are exact. */
const times = ([early, late]: readonly [string, string]) => ({
  from: [
    ['2026-01-11', late, early],
    ['2026-01-10T00:00:00.001Z', late, early],
  ] satisfies FilterCase[],
  to: [
    ['2026-01-10', early, late],
    ['2026-02-10T09:00:00+09:00', early, late],
  ] satisfies FilterCase[],
})

const person = {
  name: kamoOrLund('KAMO ka', 'lund'),
  email: kamoOrLund('FOG@', 'rain'),
  affiliation: kamoOrLund('bir', 'CÉDAR'),
}
const collaborator = {
  collaborator_name: kamoOrLund('hal hale', 'WILD'),
  collaborator_email: kamoOrLund('AMBER', 'wind@'),
  collaborator_affiliation: kamoOrLund('elm', 'Fir'),
}
const term_id = kamoOrLund('7', '6')
const early_career = kamoOrLund('1', '2')

const progress = {
  not_submitted: checkboxCases('Ka Kamo', 'La Lund'),
  submitted: checkboxCases('La Lund', 'Ta Tula', 'Ra Riga', 'Sa Sion'),
  assigned: checkboxCases('Sa Sion', 'Ra Riga'),
  reviewed: checkboxCases('Ra Riga', 'Sa Sion'),
  scored: checkboxCases('Ta Tula', 'Ka Kamo'),
}
const scores = {
  excellent: checkboxCases('Ma Moro', 'Ka Kamo'),
  very_good: checkboxCases('Ka Kamo', 'Ma Moro'),
  good: checkboxCases('Oa Olah', 'Na Nara'),
  fair: checkboxCases('Na Nara', 'Oa Olah'),
  poor: checkboxCases('Oa Olah', 'Pa Pisa'),
  not_scored: checkboxCases('Ka Kamo', 'La Lund', 'Ta Tula'),
}
const none = {
  not_submitted: 'ignored',
  submitted: 'ignored',
  assigned: 'ignored',
  reviewed: 'ignored',
  scored: 'ignored',
  excellent: 'ignored',
  very_good: 'ignored',
  good: 'ignored',
  fair: 'ignored',
  poor: 'ignored',
  not_scored: 'ignored',
  is_unlocked: 'ignored',
} as const

/** For every list and every filter field: the row that a value finds and a row that it does not find. */
export function listFixtures({
  office,
  panel,
  yale,
  of,
  notices,
  keywords,
  samples,
  mails,
  hooks,
  published,
}: TwoTerms): ListFixtures {
  const applicants: ListFixtures['applicants.list'] = {
    actor: office,
    fields: {
      ids: kamoOrLund(String(notices.Kamo), String(notices.Lund)),
      ...person,
      ...collaborator,
      term_id,
      early_career,
      proposal_title: kamoOrLund('oliv', 'SERPENT'),
      status: [
        ['0', 'Ka Kamo', 'La Lund'],
        ['1', 'La Lund', 'Ma Moro'],
        ['2', 'Ma Moro', 'Ka Kamo'],
        ['', null, 'Ka Kamo'],
      ],
      run_failed: [['true', 'Ka Kamo', 'La Lund']],
    },
  }
  const proposers: ListFixtures['proposers.list'] = {
    actor: panel,
    fields: {
      ids: kamoOrLund(String(of.Kamo!.id), String(of.Lund!.id)),
      ...person,
      ...collaborator,
      term_id,
      early_career,
      not_created: checkboxCases('La Lund', 'Ua Udin'),
      not_submitted: checkboxCases('Ka Kamo', 'La Lund'),
      submitted: checkboxCases('La Lund', 'Ka Kamo'),
    },
  }
  const people: ListFixtures['proposers.people'] = {
    actor: panel,
    fields: {
      name: [...person.name, ['hale', 'Hal Hale', 'Ka Kamo']],
      email: [...person.email, ['amber', 'Hal Hale', 'Ka Kamo']],
      affiliation: [...person.affiliation, ['elm', 'Hal Hale', 'Ka Kamo']],
      term_id: [...term_id, ['7', 'Hal Hale', 'Wim Wild'], ['6', 'Wim Wild', 'Hal Hale']],
      places: [
        [`${of.Kamo!.id}.0`, 'Ka Kamo', 'Hal Hale'],
        [`${of.Kamo!.id}.1`, 'Hal Hale', 'Ka Kamo'],
      ],
    },
  }
  const texts = {
    ...person,
    term_id,
    title: kamoOrLund('oliv', 'SERPENT'),
    abstract: kamoOrLund('enivilo', 'ENITNEPRES'),
    keywords: kamoOrLund(String(keywords.Kamo), String(keywords.Lund)),
  }
  const proposals: ListFixtures['staff.list'] = {
    actor: panel,
    fields: {
      ...texts,
      fields: { ignored: ['list', 'ranking'] },
      search: [...kamoOrLund('oliv', 'SERPENT'), ...kamoOrLund('OLIV ka', 'lund')],
      ...progress,
      ...scores,
      is_unlocked: [
        ['true', 'Ka Kamo', 'La Lund'],
        ['1', 'Ka Kamo', 'Ta Tula'],
      ],
      unlock_ended: [
        ['true', 'La Lund', 'Ta Tula'],
        ['1', 'La Lund', 'Ka Kamo'],
      ],
      is_reviewed: [['true', 'Sa Sion', 'Ra Riga']],
      without_reviewer: [['true', 'Ta Tula', 'Ra Riga']],
      to_score: [['true', 'Sa Sion', 'Ra Riga']],
      withdrawal_asked: [['true', 'Ta Tula', 'Ra Riga']],
      question_waiting: [['true', 'Sa Sion', 'Ra Riga']],
      not_graded: [['true', 'Ra Riga', 'Ka Kamo']],
      i_speak: [['true', 'Pa Pisa', 'Ka Kamo']],
      reviewers_disagree: [['true', 'Na Nara', 'Pa Pisa']],
      panel_disagrees: [['true', 'Sa Sion', 'Ka Kamo']],
      // Too few reports for an order.
      tie_zone: [['true', null, 'Ka Kamo']],
      ids: kamoOrLund(String(of.Kamo!.id), String(of.Lund!.id)),
    },
  }
  const withSamples: ListFixtures['staff.withAssignedSamples'] = {
    actor: panel,
    fields: {
      name: bothRows(WITH_SAMPLES, 'KAMO ka', 'olah'),
      email: bothRows(WITH_SAMPLES, 'FOG@', 'snow'),
      affiliation: bothRows(WITH_SAMPLES, 'bir', 'LÁRCH'),
      term_id: bothRows(WITH_SAMPLES, 7, 6),
      title: bothRows(WITH_SAMPLES, 'oliv', 'HEMÁ'),
      sample_id: bothRows(WITH_SAMPLES, samples.Kamo!, samples.Olah!),
    },
  }
  const reviewers: ListFixtures['reports.reviewers'] = {
    actor: panel,
    fields: {
      name: [['euler', 'Ea Euler', 'Ba Bohr']],
      email: [['LAKE@', 'Ea Euler', 'Ba Bohr']],
      affiliation: [['PALM', 'Ba Bohr', 'Ea Euler']],
      term_id: [
        ['6', 'Fa Fermi', 'Ga Gauss'],
        ['7', 'Ga Gauss', 'Fa Fermi'],
      ],
      status: [
        ['0', 'Aa Abel', 'Ba Bohr'],
        ['1', 'Ba Bohr', 'Ca Curie'],
        ['2', 'Ca Curie', 'Da Dirac'],
        ['3', 'Da Dirac', 'Ea Euler'],
        ['9', 'Ea Euler', 'Aa Abel'],
        ['', null, 'Aa Abel'],
      ],
    },
  }
  const users: ListFixtures['users.list'] = {
    actor: office,
    fields: {
      ids: kamoOrLund(String(of.Kamo!.actor.id), String(of.Lund!.actor.id)),
      ...person,
      status: [
        ['active', 'Ka Kamo', 'Fa Fermi'],
        ['Disabled', 'Fa Fermi', 'Ka Kamo'],
      ],
      is_admin: checkboxCases('Akari Panel', 'Akari Office'),
      is_panel: checkboxCases('Akari Office', 'Akari Panel'),
      is_reviewer: checkboxCases('Ka Kamo', 'Ba Bohr'),
      is_curation: checkboxCases('Akari Panel', 'Akari Curation'),
      is_proposer: checkboxCases('Ba Bohr', 'Ka Kamo'),
    },
  }
  const entries = (noun: string): ListFixtures['keywords.list'] => ({
    actor: office,
    fields: {
      name: [
        ['KAMO', `${noun} of Kamo`, `${noun} of Lund`],
        ['lund', `${noun} of Lund`, `${noun} of Kamo`],
      ],
    },
  })
  const mail: ListFixtures['mail.log'] = {
    actor: office,
    keyColumn: 'subject',
    fields: {
      id: bothRows(MAIL_SUBJECTS, mails.Kamo, mails.Lund),
      person: [...bothRows(MAIL_SUBJECTS, 'FOG@', 'rain@'), ...bothRows(MAIL_SUBJECTS, 'kamo', 'la lund')],
      subject: [
        ...bothRows(MAIL_SUBJECTS, 'OLIV', 'serpen'),
        ...bothRows(MAIL_SUBJECTS, 'review request', 'registration'),
      ],
      state: bothRows(MAIL_SUBJECTS, 'failed', 'sent'),
      ...times(MAIL_SUBJECTS),
    },
  }
  const deliveries: ListFixtures['webHooks.deliveries'] = {
    actor: office,
    keyColumn: 'message_id',
    fields: {
      id: bothRows(MAIL_SUBJECTS, hooks.Olivine.id, hooks.Serpentine.id),
      hook_id: bothRows(MAIL_SUBJECTS, hooks.Olivine.hook_id, hooks.Serpentine.hook_id),
      event: bothRows(MAIL_SUBJECTS, 'web_hook.test', 'piece.moved'),
      state: bothRows(MAIL_SUBJECTS, 'failed', 'delivered'),
      ...times(MAIL_SUBJECTS),
    },
  }
  const audit: ListFixtures['audit.list'] = {
    actor: office,
    keyColumn: 'action',
    fields: {
      user: [...bothRows(AUDIT_ACTIONS, 'kamo', 'LUND'), ...bothRows(AUDIT_ACTIONS, 'fog@', 'rain@')],
      user_id: bothRows(AUDIT_ACTIONS, of.Kamo!.actor.id, of.Lund!.actor.id),
      object: bothRows(AUDIT_ACTIONS, 'proposal', 'information'),
      object_id: bothRows(AUDIT_ACTIONS, of.Kamo!.id, ANNOUNCEMENT_ID),
      action: bothRows(AUDIT_ACTIONS, 'proposal.submit', 'information.add'),
      ...times(AUDIT_ACTIONS),
    },
  }
  const results: ListFixtures['results.list']['fields'] = {
    search: kamoOrLund('oliv', 'SERPENT'),
    term_id,
    state: [
      ['answered', 'Ka Kamo', 'La Lund'],
      ['finding', 'La Lund', 'Ka Kamo'],
      ['not_released', 'La Lund', 'Ka Kamo'],
      ['drafted', null, 'La Lund'],
      ['released', 'Ma Moro', 'Ka Kamo'],
    ],
    outcome: [
      ['granted', 'Ka Kamo', 'La Lund'],
      ['not', 'La Lund', 'Ka Kamo'],
      ['part', 'Ma Moro', 'Ka Kamo'],
    ],
    answer: [
      ['given', 'Ka Kamo', 'La Lund'],
      ['none', 'La Lund', 'Ka Kamo'],
      ['overdue', 'Ma Moro', 'Ka Kamo'],
    ],
    declined: [['true', 'Ka Kamo', 'Ma Moro']],
    ids: kamoOrLund(String(of.Kamo!.id), String(of.Lund!.id)),
  }
  const loans: ListFixtures['loans.list']['fields'] = {
    search: [
      ['KAMO bir', 'Ka Kamo', 'La Lund'],
      ['cédar', 'La Lund', 'Ka Kamo'],
      ['l0005', 'Ma Moro', 'Ka Kamo'],
    ],
    state: [
      ['in_use', 'Ka Kamo', 'La Lund'],
      ['agreement_due', 'La Lund', 'Ka Kamo'],
    ],
    open: [
      ['open', 'Ka Kamo', 'Ma Moro'],
      ['closed', 'Ma Moro', 'Ka Kamo'],
    ],
    late: [['true', 'Ka Kamo', 'La Lund']],
    waits_for: [
      ['holder', 'Ka Kamo', 'La Lund'],
      ['curation', 'Ra Riga', 'Ka Kamo'],
    ],
    task: [
      ['late', 'Ka Kamo', 'La Lund'],
      ['returns', 'Ra Riga', 'Ka Kamo'],
    ],
    asteroid: [['2', null, 'Ka Kamo']],
    proposal_id: [
      [String(of.Kamo!.id), 'Ka Kamo', 'La Lund'],
      [String(of.Lund!.id), 'La Lund', 'Ka Kamo'],
    ],
    term_id,
    numbers: [
      ['L0004', 'Ka Kamo', 'La Lund'],
      ['L0002', 'La Lund', 'Ka Kamo'],
    ],
  }
  const publications: ListFixtures['publications.list'] = {
    actor: office,
    keyColumn: 'title',
    fields: {
      title: bothRows(PUBLICATIONS, 'OLIV', 'bennu'),
      piece: bothRows(PUBLICATIONS, published.L0004!, published.L0001!),
      proposal_id: bothRows(PUBLICATIONS, of.Kamo!.id, of.Pisa!.id),
      year: bothRows(PUBLICATIONS, 2027, 2026),
      state: bothRows(PUBLICATIONS, 'confirmed', 'to_confirm'),
    },
  }
  const pieces: ListFixtures['pieces.list']['fields'] = {
    name: [
      ['hali', 'Halite', 'Topaz'],
      ['tópaz', 'Topaz', 'Halite'],
    ],
    state: [
      ['in_curation', 'Halite', 'Topaz'],
      ['on_offer', 'Topaz', 'Halite'],
    ],
    db_type: [
      ['1', 'Halite', 'Topaz'],
      ['2', 'Topaz', 'Halite'],
    ],
    holder: [['N2-3 DRAWER', 'Halite', 'Topaz']],
    gas: [['true', 'Beryl', 'Topaz']],
    write_off: [['true', 'Halite', 'Topaz']],
  }
  return {
    'pieces.list': { actor: office, keyColumn: 'name', fields: pieces },
    'pieces.download': { actor: office, keyColumn: 'Piece', fields: pieces },
    'results.list': { actor: office, fields: results, orders: RESULT_ORDERS },
    'results.download': { actor: office, keyColumn: 'Name', fields: results },
    'loans.list': { actor: office, keyColumn: 'borrower_name', fields: loans },
    'loans.download': { actor: office, keyColumn: 'Holder', fields: loans },
    'publications.list': publications,
    'publications.download': { ...publications, keyColumn: 'Title' },
    'mail.log': mail,
    'webHooks.deliveries': deliveries,
    'audit.list': audit,
    'applicants.list': applicants,
    'applicants.download': applicants,
    'proposers.list': proposers,
    'proposers.download': proposers,
    'proposers.people': people,
    'proposers.peopleDownload': people,
    'staff.list': proposals,
    'staff.withReviewers': proposals,
    'staff.download': proposals,
    'staff.withAssignedSamples': withSamples,
    'staff.downloadAssignedSamples': withSamples,
    'reports.assigned': { actor: yale, fields: { ...texts, ...none, rank: kamoOrLund('3', '5') } },
    'reports.reviewers': reviewers,
    'reports.download': reviewers,
    'users.list': users,
    'users.mailList': users,
    'keywords.list': entries('Keyword'),
    'methods.list': entries('Method'),
    'organisations.list': {
      actor: office,
      fields: {
        name: [
          ['ELM', 'Birch', 'Cedar'],
          ['cédar', 'Cedar', 'Birch'],
        ],
      },
    },
    'organisations.affiliations': {
      actor: office,
      keyColumn: 'affiliation',
      fields: {
        affiliation: [
          ['MAP', 'Maple', 'Rowan'],
          ['rówan', 'Rowan', 'Maple'],
        ],
      },
    },
    'mail.list': {
      actor: office,
      keyColumn: 'title',
      fields: {
        keyword: [
          ['beta', 'Beta letter', 'Alpha letter'],
          ['OLIVINE letter', 'Alpha letter', 'Beta letter'],
        ],
        email: [
          ['FOG@', 'Alpha letter', 'Beta letter'],
          ['rain', 'Beta letter', 'Alpha letter'],
        ],
      },
    },
  }
}
