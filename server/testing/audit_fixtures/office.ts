import type {
  informationActions,
  mailActions,
  masterActions,
  organisationActions,
  savedViewActions,
  systemActions,
  termActions,
} from '#domain/audit_actions.ts'
import { mailState } from '#domain/mail/status.ts'
import type { TemplateText } from '#domain/mail_merge.ts'
import type { EntryList } from '#domain/masters/entries.ts'
import { aGroupMail, aGroupMailInput } from '../../builders/group_mail.ts'
import { anOrganisation } from '../../builders/organisations.ts'
import { aKeyword, aMethod, anAnnouncement, aTerm, makeCurrent } from '../../builders/people.ts'
import { aSavedProposal } from '../../builders/proposals.ts'
import { aView } from '../../builders/saved_views.ts'
import type { Ctx } from '../../platform/context.ts'
import { type AuditFixture, type AuditFixtureContext, newestId } from './fixture.ts'
import { onKeptAct } from './undo.ts'

/** Saves the term with `change`, after saving it with `prepared`. */
const savesTerm =
  (change: object, prepared?: object): AuditFixture =>
  async ({ api, term, admin }) => {
    const params = { id: term.id }
    const save = async (fields: object) =>
      api.terms.save({ params, body: { ...(await api.terms.get({ params })), ...fields } })
    if (prepared) await save(prepared)
    return { run: () => save(change), objectId: term.id, actorId: admin.id }
  }

export const termFixtures: Record<keyof typeof termActions, AuditFixture> = {
  'term.add': async ({ office, admin }) => ({
    run: () => aTerm(office, { id: 8, is_current: false }),
    objectId: 8,
    actorId: admin.id,
  }),
  'term.make_current': async ({ office, admin }) => {
    await aTerm(office, { id: 8, is_current: false })
    return { run: () => makeCurrent(office, 8), objectId: 8, actorId: admin.id }
  },
  'term.edit': savesTerm({ panel_meets_at: '2099-01-01T00:00:00Z' }),
  'term.disable': savesTerm({ disabled: true }),
  'term.enable': savesTerm({ disabled: false }, { disabled: true }),
  'term.check': async ({ api, term, admin }) => ({
    run: () => api.callState.check({ params: { id: term.id }, body: { item: 'dates', done: true } }),
    objectId: term.id,
    actorId: admin.id,
  }),
  'term.panel_line': async ({ api, term, admin }) => ({
    run: () => api.panel.saveLine({ query: { term_id: term.id }, body: { line: 9 } }),
    objectId: term.id,
    actorId: admin.id,
  }),
}

/** Creates an object whose id is known afterwards. */
const creates =
  (make: (office: Ctx) => Promise<number>): AuditFixture =>
  async ({ office, admin }) => {
    let made = 0
    const does = async () => {
      made = await make(office)
    }
    return { run: does, objectId: async () => made, actorId: admin.id }
  }

const renamesEntry =
  (list: EntryList, make: typeof aKeyword): AuditFixture =>
  async ({ office, api, admin }) => {
    const id = await make(office, { name: 'Ice' })
    const body = { name: 'Ices', sort: 1, hidden: 0 as const }
    return { run: () => api[list].save({ params: { id }, body }), objectId: id, actorId: admin.id }
  }

/** Adopts a keyword or method typed into a proposal; writes an entry for it and one for the proposal. */
const adoptsEntry =
  (list: EntryList, to: 'entry' | 'proposal'): AuditFixture =>
  async ({ office, api, admin }) => {
    const typed = { [`${list}_other`]: [{ name: 'Ice' }] }
    const { proposal_id } = await aSavedProposal(office, { input: typed })
    const entry = async () => (await api[list].list()).data[0]!.id
    return {
      run: () => api[list].add({ body: { name: 'Ice', sort: null, adopt: true } }),
      objectId: to === 'entry' ? entry : proposal_id,
      actorId: admin.id,
    }
  }

export const masterFixtures: Record<keyof typeof masterActions, AuditFixture> = {
  'keyword.add': creates((office) => aKeyword(office, { name: 'Ice' })),
  'method.add': creates((office) => aMethod(office, { name: 'TEM' })),
  'keyword.edit': renamesEntry('keywords', aKeyword),
  'method.edit': renamesEntry('methods', aMethod),
  'keyword.adopt': adoptsEntry('keywords', 'entry'),
  'method.adopt': adoptsEntry('methods', 'entry'),
  'proposal.adopt_keyword': adoptsEntry('keywords', 'proposal'),
  'proposal.adopt_method': adoptsEntry('methods', 'proposal'),
  'settings.save': async ({ api, admin }) => {
    const { setup: _, ...settings } = await api.masters.settings()
    return { run: () => api.masters.saveSettings({ body: settings }), objectId: null, actorId: admin.id }
  },
}

/** A command on an organisation with the spelling Ices. */
const onOrganisation =
  (act: (api: AuditFixtureContext['api']['organisations'], id: number) => Promise<unknown>): AuditFixture =>
  async ({ api, office, admin }) => {
    const id = await anOrganisation(office, { name: 'Institute of Ices', spellings: ['Ices'] })
    return { run: () => act(api.organisations, id), objectId: id, actorId: admin.id }
  }

export const organisationFixtures: Record<keyof typeof organisationActions, AuditFixture> = {
  'organisation.add': creates((office) => anOrganisation(office)),
  'organisation.edit': onOrganisation((api, id) =>
    api.save({ params: { id }, body: { name: 'Institute of Salts', ror: '', parent_id: null } }),
  ),
  'organisation.add_spellings': onOrganisation((api, id) =>
    api.addSpellings({ params: { id }, body: { spellings: ['Salts'] } }),
  ),
  'organisation.remove_spellings': onOrganisation(async (api, id) => {
    const { spellings } = await api.get({ params: { id } })
    const spelling_ids = spellings.filter(({ is_name }) => !is_name).map((one) => one.id)
    return api.removeSpellings({ params: { id }, body: { spelling_ids } })
  }),
  'organisation.merge': async ({ api, office, admin }) => {
    const into = await anOrganisation(office, { name: 'Institute of Ices' })
    const id = await anOrganisation(office, { name: 'Institute of Salts' })
    const does = () => api.organisations.merge({ params: { id }, body: { into } })
    return { run: does, objectId: into, actorId: admin.id }
  },
  'organisation.delete': onOrganisation((api, id) => api.remove({ params: { id } })),
}

const NEWS = { title: 'News', target: 1, content: 'The call is open.', url: '' }

/** A command on a published or unpublished announcement. */
const onNews =
  (
    published: boolean,
    act: (api: AuditFixtureContext['api'], id: number) => Promise<unknown>,
  ): AuditFixture =>
  async ({ api, office, admin }) => {
    const id = await anAnnouncement(office, { published })
    return { run: () => act(api, id), objectId: id, actorId: admin.id }
  }

export const informationFixtures: Record<keyof typeof informationActions, AuditFixture> = {
  'information.add': async (context) => {
    const { api, admin } = context
    return {
      run: () => api.information.add({ body: NEWS }),
      objectId: newestId(context, 'information'),
      actorId: admin.id,
    }
  },
  'information.edit': onNews(true, ({ information }, id) =>
    information.save({ params: { id }, body: { ...NEWS, date: '2026-05-01', published: 1 } }),
  ),
  'information.delete': onNews(false, ({ information }, id) => information.remove({ params: { id } })),
}

/** A command on an unsent group mail. */
const onGroupMail =
  (
    act: (api: AuditFixtureContext['api'], id: number, destination: number) => Promise<unknown>,
    before?: typeof act,
  ): AuditFixture =>
  async ({ api, office, admin }) => {
    const id = await aGroupMail(office, { destinations: [admin] })
    await before?.(api, id, admin.id)
    return { run: () => act(api, id, admin.id), objectId: id, actorId: admin.id }
  }

const onTemplate =
  (
    act: (api: AuditFixtureContext['api'], params: { name: string }, words: TemplateText) => Promise<unknown>,
  ): AuditFixture =>
  async ({ api, admin }) => {
    const params = { name: 'review_closed' }
    const { subject, text } = await api.mailTemplates.get({ params })
    return { run: () => act(api, params, { subject, text }), objectId: null, actorId: admin.id }
  }

const scheduleIt = ({ mail }: AuditFixtureContext['api'], id: number) =>
  mail.schedule({ params: { id }, body: { send_at: new Date(Date.now() + 3_600_000).toISOString() } })

export const mailFixtures: Record<keyof typeof mailActions, AuditFixture> = {
  'group_mail.add': creates((office) => aGroupMail(office, { destinations: [] })),
  'group_mail.edit': onGroupMail(({ mail }, id, user) =>
    mail.save({ params: { id }, body: aGroupMailInput({ destinations: [user] }) }),
  ),
  'mail.retry': async ({ office, server, api, admin }) => {
    await office.write((tx) => {
      tx.skipAudit('The mail is only part of the fixture.')
      return tx.mail({ kind: 'group_mail', recipients: ['bo@example.org'], subject: 'News', body: 'News' })
    })
    const { id } = await server.db
      .updateTable('mails')
      .set({ state: mailState.code.FAILED })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { run: () => api.mail.retry({ params: { id }, body: {} }), objectId: id, actorId: admin.id }
  },
  'mail_template.save': onTemplate((api, params, words) =>
    api.mailTemplates.save({ params, body: { ...words, subject: 'The review of #proposal# is closed' } }),
  ),
  'mail_template.test': onTemplate((api, params, words) =>
    api.mailTemplates.test({ params, body: { ...words, about: null } }),
  ),
  'group_mail.delete': onGroupMail(({ mail }, id) => mail.remove({ params: { id } })),
  'group_mail.send': onGroupMail(({ mail }, id) => mail.send({ params: { id }, body: {} })),
  'group_mail.defer': onGroupMail(scheduleIt),
  'group_mail.undo': onGroupMail(({ mail }, id) => mail.unschedule({ params: { id } }), scheduleIt),
  'group_mail.fail': onKeptAct('group_mail', ({ carryOut }) => carryOut()),
  'group_mail.dismiss': onKeptAct('group_mail', ({ dismiss }) => dismiss()),
}

const inAnHour = () => ({ until: new Date(Date.now() + 3_600_000).toISOString(), reason: 'Upgrade' })

export const systemFixtures: Record<keyof typeof systemActions, AuditFixture> = {
  'maintenance.on': async ({ api, admin }) => ({
    run: () => api.system.switchMaintenance({ body: inAnHour() }),
    objectId: null,
    actorId: admin.id,
  }),
  'maintenance.off': async ({ api, admin }) => {
    await api.system.switchMaintenance({ body: inAnHour() })
    return {
      run: () => api.system.switchMaintenance({ body: { until: null, reason: '' } }),
      objectId: null,
      actorId: admin.id,
    }
  },
}

const VIEW = { name: 'By title', search: { sort: 'title' } }

/** A command on a view of the office. */
const onView =
  (act: (api: AuditFixtureContext['api'], id: number) => Promise<unknown>): AuditFixture =>
  async ({ api, office, admin }) => {
    const id = await aView(office, { name: 'By status' })
    return { run: () => act(api, id), objectId: id, actorId: admin.id }
  }

export const savedViewFixtures: Record<keyof typeof savedViewActions, AuditFixture> = {
  'view.add': creates((office) => aView(office)),
  'view.edit': onView(({ savedViews }, id) => savedViews.save({ params: { id }, body: VIEW })),
  'view.delete': onView(({ savedViews }, id) => savedViews.remove({ params: { id } })),
}
