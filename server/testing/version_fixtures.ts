import { DEFAULT_LIMITS } from '#domain/assign_reviewers/limits.ts'
import type { Saved } from '#domain/endpoint.ts'
import type { EntryList } from '#domain/masters/entries.ts'
import { anEntry } from '../builders/discussions.ts'
import { aGroupMail, aGroupMailInput } from '../builders/group_mail.ts'
import { aMeeting } from '../builders/meetings.ts'
import { anOrganisation } from '../builders/organisations.ts'
import { aKeyword, aMethod, aNotice, anAnnouncement, aProposer, aUser } from '../builders/people.ts'
import { aProposalInput, aSavedProposal, aSubmittedProposal } from '../builders/proposals.ts'
import { aReport, aReview, aReviewer } from '../builders/reports.ts'
import { aScenario } from '../builders/samples.ts'
import { aView } from '../builders/saved_views.ts'
import { aWebHook, aWebHookInput } from '../builders/web_hooks.ts'
import type { AuditFixtureContext } from './audit_fixtures/fixture.ts'
import { CUSTODY_VERSIONED } from './custody_versions.ts'
import type { Sent, Versioned } from './versioned.ts'

const entry =
  (list: EntryList, make: typeof aKeyword) =>
  async ({ api, office, admin }: AuditFixtureContext): Promise<Versioned> => {
    const params = { id: await make(office, { name: 'Ice' }) }
    return {
      load: () => api[list].get({ params }),
      save: (sent, round) =>
        api[list].save({ params, body: { ...sent, name: `Ice ${round}`, sort: 1, hidden: 0 } }),
      by: admin.name,
    }
  }

const proposal =
  (call: 'save' | 'put') =>
  async ({ server, office }: AuditFixtureContext): Promise<Versioned> => {
    const { actor, proposal_id: id } = await aSavedProposal(office)
    const { proposals } = (await server.as(actor)).api
    return {
      load: () => proposals.edit({ params: { id } }),
      save: (sent, round) =>
        proposals[call]({ params: { id }, body: { ...aProposalInput({ title: `Ice ${round}` }), ...sent } }),
      by: actor.name,
    }
  }

type Api = AuditFixtureContext['api']

/** A question of the office to the reviewers of a proposal with a submitted report; meanwhile its author edits it. */
const question =
  (
    save: (api: Api, params: { id: number }, sent: Sent, round: number, report_id: number) => Promise<Saved>,
  ) =>
  async ({ server, api, office, admin }: AuditFixtureContext): Promise<Versioned> => {
    const { proposal_id: id } = await aSubmittedProposal(office)
    const reviewer = await aReviewer(server.ctx())
    const report = await aReport(office, { proposal_id: id, reviewer, status: 3, review: aReview() })
    await anEntry(office, { proposal_id: id, to_reviewers: true })
    const params = { id }
    return {
      load: async () => (await api.discussions.get({ params })).entries[0]!,
      save: (sent, round) => save(api, params, sent, round, report),
      meanwhile: () => api.discussions.edit({ params, body: { number: 1, text: 'Meanwhile.' } }),
      by: admin.name,
    }
  }

const groupMail = async ({ api, office, admin }: AuditFixtureContext) => {
  const params = { id: await aGroupMail(office, { destinations: [admin] }) }
  const save = (sent: Sent, round: number) =>
    api.mail.save({
      params,
      body: { ...aGroupMailInput({ destinations: [admin.id], title: `Ice ${round}` }), ...sent },
    })
  return { params, save, load: () => api.mail.get({ params }), by: admin.name }
}

const aProfile = (max_reports: number) => ({
  keywords: [],
  methods: [],
  max_reports,
  expertise: '',
  absences: [],
})

/** Every endpoint with a `version`, by area and name. */
export const VERSIONED: Record<string, (context: AuditFixtureContext) => Promise<Versioned>> = {
  ...CUSTODY_VERSIONED,
  'proposals.save': proposal('save'),
  'proposals.put': proposal('put'),
  'reports.save': async ({ server, office }) => {
    const { proposal_id } = await aSubmittedProposal(office)
    const reviewer = await aReviewer(server.ctx())
    const params = { id: await aReport(office, { proposal_id, reviewer }) }
    const { reports } = (await server.as(reviewer)).api
    return {
      load: () => reports.get({ params }),
      save: (sent, round) =>
        reports.save({ params, body: { ...aReview({ science_comment_strength: `Ice ${round}` }), ...sent } }),
      by: reviewer.name,
    }
  },
  'reports.submit': async ({ server, office }) => {
    const { proposal_id } = await aSubmittedProposal(office)
    const reviewer = await aReviewer(server.ctx())
    const id = await aReport(office, { proposal_id, reviewer, review: {} })
    const { reports } = (await server.as(reviewer)).api
    return {
      load: () => reports.get({ params: { id } }),
      save: (sent) => reports.submit({ params: { reportId: id }, body: sent }),
      meanwhile: () => reports.save({ params: { id }, body: aReview({ science_comment_strength: 'Ice' }) }),
      by: reviewer.name,
    }
  },
  'staff.saveNote': async ({ api, office, admin }) => {
    const params = { id: (await aSubmittedProposal(office)).proposal_id }
    return {
      load: async () => {
        const { additional_notes, note_version: version } = await api.staff.get({ params })
        return { additional_notes, version }
      },
      save: (sent, round) => api.staff.saveNote({ params, body: { note: `Ice ${round}`, ...sent } }),
      by: admin.name,
    }
  },
  'staff.saveGlobalScore': async ({ api, office, admin }) => {
    const params = { id: (await aSubmittedProposal(office)).proposal_id }
    return {
      load: async () => {
        const { global_score, rank, score_version: version } = await api.staff.get({ params })
        return { global_score, rank, version }
      },
      save: (sent, round) =>
        api.staff.saveGlobalScore({ params, body: { global_score: round, rank: 1, ...sent } }),
      by: admin.name,
    }
  },
  'staff.saveDecisionNotes': async ({ api, office, admin }) => {
    const params = { id: (await aSubmittedProposal(office)).proposal_id }
    return {
      load: () => api.staff.decisionNotes({ params }),
      save: (sent, round) =>
        api.staff.saveDecisionNotes({
          params,
          body: { for_proposer: `Ice ${round}`, internal: '', ...sent },
        }),
      by: admin.name,
    }
  },
  'discussions.edit': question((api, params, sent, round) =>
    api.discussions.edit({ params, body: { number: 1, text: `Ice ${round}`, ...sent } }),
  ),
  'discussions.withdraw': question((api, params, sent) =>
    api.discussions.withdraw({ params, body: { number: 1, ...sent } }),
  ),
  'discussions.sendQuestion': question((api, params, sent, _, report_id) =>
    api.discussions.sendQuestion({
      params,
      body: { number: 1, words: 'Ice', report_ids: [report_id], ...sent },
    }),
  ),
  'discussions.declineQuestion': question((api, params, sent) =>
    api.discussions.declineQuestion({ params, body: { number: 1, reason: 'Ice', ...sent } }),
  ),
  'mailTemplates.save': async ({ api, admin }) => {
    const params = { name: 'review_closed' }
    const load = () => api.mailTemplates.get({ params })
    const { text } = await load()
    return {
      load,
      save: (sent, round) =>
        api.mailTemplates.save({ params, body: { subject: `Ice ${round}`, text, ...sent } }),
      by: admin.name,
    }
  },
  'savedViews.save': async ({ api, office, admin }) => {
    const params = { id: await aView(office) }
    return {
      load: async () => (await api.savedViews.list({ query: { list: '/proposals' } }))[0]!,
      save: (sent, round) =>
        api.savedViews.save({ params, body: { name: `By title ${round}`, search: {}, ...sent } }),
      by: admin.name,
    }
  },
  'assignReviewers.saveLimits': async ({ api, term, admin }) => {
    const query = { term_id: term.id }
    return {
      load: async () => (await api.assignReviewers.grid({ query })).limits,
      save: (sent, round) =>
        api.assignReviewers.saveLimits({
          query,
          body: { ...DEFAULT_LIMITS, per_reviewer: round + 1, ...sent },
        }),
      by: admin.name,
    }
  },
  'scenarios.save': async ({ api, office, term, admin }) => {
    const params = { id: await aScenario(office, { term_id: term.id }) }
    return {
      load: () => api.scenarios.get({ params }),
      save: (sent, round) =>
        api.scenarios.save({ params, body: { name: `Ice ${round}`, note: '', items: [], ...sent } }),
      by: admin.name,
    }
  },
  'applicants.save': async ({ api, office, admin }) => {
    const params = { id: await aNotice(office) }
    return {
      load: () => api.applicants.edit({ params }),
      save: async (sent, round) => {
        const {
          version: _,
          applicant_collaborator: collaborators,
          ...notice
        } = await api.applicants.edit({ params })
        return api.applicants.save({
          params,
          body: { ...notice, collaborators, methods: 'validate', suffix: `Ice ${round}`, ...sent },
        })
      },
      by: admin.name,
    }
  },
  'users.save': async ({ api, server, admin }) => {
    const params = { id: (await aUser(server.ctx(), ['panel'])).id }
    return {
      load: () => api.users.get({ params }),
      save: async (sent, round) => {
        const { version: _, ...user } = await api.users.get({ params })
        return api.users.save({ params, body: { ...user, suffix: `Ice ${round}`, ...sent } })
      },
      by: admin.name,
    }
  },
  'users.saveMyProfile': async ({ api, server, office }) => {
    const { actor } = await aProposer(office)
    const { users } = (await server.as(actor)).api
    const params = { id: actor.id }
    return {
      load: users.myProfile,
      save: async (sent, round) => {
        const { version: _, ...profile } = await users.myProfile()
        return users.saveMyProfile({ body: { ...profile, suffix: `Ice ${round}`, ...sent } })
      },
      meanwhile: async () =>
        api.users.save({ params, body: { ...(await api.users.get({ params })), suffix: 'By the office' } }),
      // Proposers do not see the names of office members.
      by: 'the administration office',
    }
  },
  'information.save': async ({ api, office, admin }) => {
    const params = { id: await anAnnouncement(office) }
    return {
      load: () => api.information.get({ params }),
      save: (sent, round) =>
        api.information.save({
          params,
          body: { title: `Ice ${round}`, target: 1, content: '', url: '', date: '', published: 0, ...sent },
        }),
      by: admin.name,
    }
  },
  'terms.save': async ({ api, term, admin }) => {
    const params = { id: term.id }
    return {
      load: () => api.terms.get({ params }),
      save: (sent, round) =>
        api.terms.save({
          params,
          body: { ...term, panel_meets_at: `2099-01-0${round}T00:00:00.000Z`, ...sent },
        }),
      by: admin.name,
    }
  },
  'webHooks.save': async ({ api, office, admin }) => {
    const params = { id: (await aWebHook(office)).id }
    return {
      load: () => api.webHooks.get({ params }),
      save: (sent, round) =>
        api.webHooks.save({ params, body: { ...aWebHookInput({ name: `Ice ${round}` }), ...sent } }),
      by: admin.name,
    }
  },
  'masters.saveSettings': async ({ api, admin }) => ({
    load: () => api.masters.settings(),
    save: async (sent, round) => {
      const { version: _, ...settings } = await api.masters.settings()
      return api.masters.saveSettings({
        body: { ...settings, top_url: `https://example.org/${round}`, ...sent },
      })
    },
    by: admin.name,
  }),
  'meetings.save': async ({ api, office, admin, term }) => {
    const params = { id: await aMeeting(office, { term_id: term.id, chair: admin }) }
    const settings = {
      ...{ place: '', quorum: 1, minutes_each: 10, sessions: [], members: [] },
      ...{ chair_id: admin.id, deputy_id: null },
    }
    return {
      load: () => api.meetings.get({ params }),
      save: (sent, round) =>
        api.meetings.save({ params, body: { ...settings, name: `Meeting ${round}`, ...sent } }),
      by: admin.name,
    }
  },
  'panel.saveGrade': async ({ server, office }) => {
    const params = { id: (await aSubmittedProposal(office)).proposal_id }
    const { panel } = (await server.as(await aUser(office, ['panel']))).api
    const save = (sent: Sent, round: number) =>
      panel.saveGrade({ params, body: { grade: (round % 20) / 4, notes: `Ice ${round}`, ...sent } })
    await save({}, 0)
    return { load: async () => (await panel.myGrades())[0]!, save, by: 'you' }
  },
  'panel.saveLine': async ({ api, term, admin }) => {
    const query = { term_id: term.id }
    return {
      load: async () => ({ version: (await api.staff.adjusted({ query })).line_version }),
      save: (sent, round) => api.panel.saveLine({ query, body: { line: round, ...sent } }),
      by: admin.name,
    }
  },
  'organisations.save': async ({ api, office, admin }) => {
    const params = { id: await anOrganisation(office) }
    return {
      load: () => api.organisations.get({ params }),
      save: (sent, round) =>
        api.organisations.save({ params, body: { name: `Ice ${round}`, ror: '', parent_id: null, ...sent } }),
      by: admin.name,
    }
  },
  'reviewerProfiles.save': async ({ server, api, admin }) => {
    const params = { id: (await aReviewer(server.ctx())).id }
    return {
      load: () => api.reviewerProfiles.get({ params }),
      save: (sent, round) => api.reviewerProfiles.save({ params, body: { ...aProfile(round), ...sent } }),
      by: admin.name,
    }
  },
  'reviewerProfiles.saveMine': async ({ server }) => {
    const reviewer = await aReviewer(server.ctx())
    const { reviewerProfiles } = (await server.as(reviewer)).api
    return {
      load: () => reviewerProfiles.mine(),
      save: (sent, round) => reviewerProfiles.saveMine({ body: { ...aProfile(round), ...sent } }),
      by: reviewer.name,
    }
  },
  'keywords.save': entry('keywords', aKeyword),
  'methods.save': entry('methods', aMethod),
  'mail.save': groupMail,
  'mail.send': async (context) => {
    const { params, save, ...mail } = await groupMail(context)
    return {
      ...mail,
      save: (sent) => context.api.mail.send({ params, body: sent }),
      meanwhile: () => save({}, 1),
    }
  },
  'mail.schedule': async (context) => {
    const { params, save, ...mail } = await groupMail(context)
    const send_at = '2026-11-22T10:00:00.000Z'
    return {
      ...mail,
      save: (sent) => context.api.mail.schedule({ params, body: { send_at, ...sent } }),
      meanwhile: () => save({}, 1),
    }
  },
}
