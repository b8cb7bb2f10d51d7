const done = (message: string) => ({ result: 1, message })

const PAIR = { sample_id: 118, proposal_id: 63 }

/** Examples of the main chain, from a notice to a released result, by operation. */
export const EXAMPLES: Record<string, { body?: unknown; reply?: unknown }> = {
  'session.login': {
    body: { email: 'mina.sato@example.org', password: 'k7wd-m2xq-p9ta' },
    reply: { success: true, role: ['proposer'], redirect: '/password' },
  },
  'session.changePassword': {
    body: {
      currentPass: 'k7wd-m2xq-p9ta',
      newPass: 'a phrase of several words',
      newPassConfirm: 'a phrase of several words',
    },
    reply: done('The password has been changed.'),
  },
  'applicants.create': {
    body: {
      methods: 'add',
      first_name: 'Mina',
      middle_name: '',
      last_name: 'Sato',
      suffix: '',
      email: 'mina.sato@example.org',
      affiliation: 'Institute of Astromaterials',
      early_career: 0,
      proposal_title: 'Organic matter in grains of Ryugu',
      proposal_abstract: 'We ask what the grains say of the water they met.',
      collaborators: [
        {
          first_name: 'Bo',
          middle_name: '',
          last_name: 'Ek',
          suffix: '',
          email: 'bo.ek@example.org',
          affiliation: 'University of the North',
        },
      ],
    },
    reply: done('This application has been sent successfully'),
  },
  'applicants.register': { reply: done('Mina Sato has been registered.') },
  'proposals.mine': { reply: { status: 1, id: 63 } },
  'proposals.save': {
    body: {
      version: 1,
      title: 'Organic matter in grains of Ryugu',
      abstract: 'We ask what the grains say of the water they met.',
      check_organization: '1',
      check_collaborators: '1',
      keywords_other: [{ name: 'Aqueous alteration' }],
      methods_other: [{ name: 'SEM-EDS' }],
      samples: [
        { db_type: 1, type: 0, sample_id: 118 },
        { db_type: 1, type: 0, any: '1', size: 1.5, chamber: 1 },
      ],
    },
    reply: { ...done('Saved successfully'), version: 2 },
  },
  'proposals.submit': { reply: done('The proposal has been submitted.') },
  'reports.add': {
    body: { reviewer_id: 41, acknowledged: true },
    reply: { ...done('Bo Ek has been added to proposal 63.'), report_id: 207 },
  },
  'reports.request': { reply: done('1 report has been requested from Bo Ek.') },
  'reports.accept': { body: { no_conflict: true }, reply: done('The review has been accepted.') },
  'reports.save': {
    body: {
      science_score: 4,
      technical_score: 3,
      science_comment_strength: 'A question that only these grains can answer.',
      science_comment_weakness: 'The sample is small for the error that is hoped for.',
      technical_comment_strength: 'The beam line is there and the group knows it.',
      technical_comment_weakness: '',
      version: 1,
    },
    reply: { ...done('Success'), version: 2 },
  },
  'reports.submit': { body: { version: 2 }, reply: done('The report has been submitted.') },
  'staff.saveGlobalScore': {
    body: { global_score: 4.25, rank: 1, version: 3 },
    reply: { ...done('Success'), version: 4 },
  },
  'allocation.save': { body: [PAIR], reply: done('Saved successfully') },
  'allocation.confirm': { body: [PAIR], reply: done('1 assignment has been confirmed.') },
  'results.draft': { body: { term_id: 7 }, reply: { ...done('1 result has been drafted.'), drafted: 1 } },
  'results.check': { body: { proposal_ids: [63] }, reply: done('1 result has been checked.') },
  'results.release': { body: { proposal_ids: [63] }, reply: done('1 result has been released.') },
}
