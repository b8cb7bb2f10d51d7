import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ROLES } from '#domain/access.ts'
import { contract } from '#domain/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { DEFAULT_ISSUE_MESSAGE, fieldErrors } from '#domain/errors.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { fieldPaths, setAt } from '#server/testing/field_paths.ts'
import { withServer } from '#server/testing/test_server.ts'

const endpoints = Object.entries<Record<string, Endpoint>>(contract).flatMap(([area, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint })),
)

const errorsOf = (shape: z.ZodType, value: unknown) =>
  fieldErrors(shape.safeParse(value, DEFAULT_ISSUE_MESSAGE).error?.issues ?? [])

describe('a PUT or POST that sets fields wants them present', () => {
  /** What may be absent, and why; a version may everywhere. */
  const ANSWER = [
    'pieces',
    'pieces.0.found',
    'pieces.0.condition',
    'pieces.0.remark',
    'unlisted',
    'unlisted.0.unit',
    'unlisted.0.found',
    'unlisted.0.remark',
  ]
  const OPTIONAL: Record<string, readonly string[]> = {
    // Which of the two submits it is; and the parts have a default.
    'applicants.create': ['methods', 'early_career', 'orcid'],
    'applicants.save': ['methods', 'early_career'],
    'applicants.startRun': ['without_mail'],
    // Said only with another e-mail.
    'users.saveMyProfile': ['password', 'email_token'],
    // The office's role has two names, one of which is asked for when all else is there; a mail only where it is said.
    // Curation is a role that not every caller knows: it stays as it is.
    'users.add': ['is_administration_office', 'is_admin', 'is_curation', 'send_mail'],
    'users.save': ['is_administration_office', 'is_admin', 'is_curation'],
    // What the sender saw; without it the save overwrites.
    'meetings.saveDocket': ['seen'],
    // One's own, where nobody is named; and a conflict of interest needs no reason.
    'meetings.attend': ['user_id'],
    'meetings.declareConflict': ['reason'],
    // The meeting stays where it is, unless it is said; ranks and notes that are not sent stay, and without the version of
    // score and rank both are overwritten.
    'meetings.putOff': ['next'],
    'meetings.agree': ['rank', 'score_version', 'notes', 'tell_reviewers', 'next'],
    'meetings.agreeTriage': ['scores.0.rank', 'scores.0.score_version', 'tell_reviewers'],
    // An entry is neither a question nor follows, unless it says so.
    'discussions.write': ['to_reviewers', 'follow'],
    // Not published and of today, unless it says otherwise.
    'information.add': ['date', 'published'],
    'keywords.add': ['adopt'],
    'methods.add': ['adopt'],
    // None, unless they are said.
    'organisations.add': ['spellings'],
    // What a browser may leave out by its own specification.
    'security.addPasskey': ['response.clientExtensionResults', 'response.response.transports', 'end_others'],
    // Other sessions end, unless it says otherwise.
    'security.addApp': ['end_others'],
    'security.removeApp': ['end_others'],
    'security.removePasskey': ['end_others'],
    // Accounts that came with a Notice stay as they are, unless they are confirmed.
    'session.changePassword': ['confirm_identities'],
    'providers.unlink': ['end_others'],
    // All that have failed, or those that match a filter.
    'webHooks.retry': ['id', 'hook_id', 'event', 'state', 'from', 'to', 'sort', 'dir', 'page', 'per_page'],
    // Maintenance needs no reason.
    'system.switchMaintenance': ['reason'],
    // One's own, where nobody is named.
    'conflicts.declare': ['user_id'],
    'conflicts.addRelation': ['user_id', 'email', 'note'],
    // Blocking needs no reason, and an answer no note.
    'conflicts.judge': ['reason'],
    'conflicts.answer': ['note'],
    'conflicts.answerLinked': ['note'],
    // Only where there are findings.
    'reports.add': ['acknowledged'],
    // An event is taken back whole, unless its right amount is known.
    'pieces.counter': ['amount'],
    // What the sender read; without it the one that is proposed now.
    'pieces.confirmWriteOff': ['write_off'],
    'pieces.withdrawWriteOff': ['write_off'],
    // A key only where the request may be sent again; notes, conditions and what travels with a parcel may be empty.
    'loans.choosePieces': ['reason'],
    'loans.receive': ['pieces.0.condition', 'key'],
    'loans.missing': ['key'],
    'loans.weighAgain': ['key'],
    'loans.split': ['parts.0.form', 'method', 'key'],
    'loans.consume': ['lost', 'key'],
    'loans.askMove': ['email', 'affiliation', 'reason', 'key'],
    'loans.decideMove': ['note'],
    'loans.askExtension': ['key'],
    'loans.decideExtension': ['until', 'note'],
    'loans.sendBack': ['carrier', 'tracking_number', 'key'],
    'loans.confirmReturn': ['how', 'reason'],
    'loans.sayLost': ['key'],
    // Either an account or a name with an address.
    'loans.handOver': ['user_id', 'name', 'email', 'affiliation'],
    'loans.noteUnlent': ['note'],
    'loans.uploadReport': ['note'],
    'loans.close': ['without_report'],
    // Only a corrected letter has one.
    'results.save': ['correction'],
    // Some pieces or what is not on the list; nothing found of what is not there.
    'inventories.answer': ANSWER,
    // Those without an account, where nobody is named.
    'inventories.answerFor': [...ANSWER, 'user_id'],
    // Asking curation, or for another weighing, needs no words.
    'inventories.resolve': ['reason'],
    // A list that no view was chosen for opens in its own.
    'session.chooseViews': ['proposals', 'reviewers', 'assigned'],
    // Not current, unless it says otherwise; the name is wanted only where a call is closed.
    'terms.add': ['is_current'],
    'terms.save': ['confirm'],
    // Accepting states it; and what a reviewer may add.
    'reports.accept': ['no_conflict'],
    'reports.declineLinked': ['note', 'suggestion'],
    'reports.declineOwn': ['note', 'suggestion'],
    // Whose ranks move with it, and whether reviewers hear of it.
    'staff.saveGlobalScore': ['others', 'tell_reviewers'],
    // Seven days, and the submission is kept.
    'staff.unlock': ['until', 'cancel_submission'],
    'samples.importCsv': ['digest'],
    // Of the current term, and of what is saved.
    'allocation.suggest': ['term_id', 'items', 'items.0.priority', 'others', 'others.0.priority'],
    // Judged, or not known to be a conflict of interest.
    'assignReviewers.saveMarks': ['marks.0.acknowledged'],
    'assignReviewers.take': ['items.0.acknowledged'],
    'panel.saveLeads': ['leads.0.acknowledged'],
    // Of the current term, all of it, and of what is saved.
    'assignReviewers.suggest': [
      'term_id',
      'marks',
      'marks.0.acknowledged',
      'keep',
      'acknowledged',
      'allow',
      'proposal_ids',
      'repair',
    ],
    // The best fit, where nobody chose; a scenario that is renamed keeps what it holds; without a grid all of them are meant.
    'savedViews.add': ['for_all'],
    'savedViews.save': ['for_all'],
    'scenarios.add': ['grid', 'items.0.priority'],
    'scenarios.save': ['grid', 'items', 'items.0.priority'],
    ...Object.fromEntries(
      ['save', 'saveGas', 'saveContactPad', 'saveProcessed'].map((name) => [
        `allocation.${name}`,
        ['0.db_type', '0.sample_type', '0.priority'],
      ]),
    ),
  }
  /** A draft may be incomplete, and a filter asks for no more than it says. */
  const LENIENT = ['proposals.save', 'proposals.put', 'reports.requestAllReviewers', 'mail.retry']

  const settable = endpoints.filter(
    ({ name, endpoint }) =>
      endpoint.method !== 'GET' && !LENIENT.includes(name) && fieldPaths(endpoint.body).length > 0,
  )
  test.each(settable)('$name', ({ name, endpoint: { body } }) => {
    const places = fieldPaths(body)
    const optional = OPTIONAL[name] ?? []
    for (const field of places) {
      const [last, ...before] = [...field].reverse()
      const of = before.reverse()
      if (last === '0' || last === '1' || last === 'version' || optional.includes(field.join('.'))) continue
      const errors = errorsOf(body, setAt(of, {}))
      expect.soft(errors[field.join('.')]?.[0] ?? null, `${field.join('.')} is absent`).not.toBeNull()
    }
    const known = places.map((place) => place.join('.'))
    expect(
      optional.filter((field) => !known.includes(field)),
      'may be absent, and is not there',
    ).toEqual([])
  })
})

/** What nobody who fills in a form would send. */
const WRONG: unknown[] = [
  null,
  '',
  'x',
  '-1',
  '1.5',
  -1,
  1.5,
  1e21,
  '9'.repeat(30),
  true,
  [],
  ['x'],
  [null],
  [{}],
  {},
  { x: 1 },
  'w '.repeat(30_000),
  `a\0b`,
  '\ud800',
  'one\r\ntwo',
]

const STRANGE =
  /LIBRARY|expected|received|invalid (input|option|string)|too (big|small)|must match|not valid|syntax|violates|undefined|NaN|FST_|JSON|\bnull\b/iu

describe('no sentence of a library reaches a person', () => {
  const before = z.config()
  const { customError } = before
  // Whatever nobody has words for says so.
  beforeEach(() => z.config({ customError: () => 'LIBRARY' }))
  afterEach(() => z.config({ customError }))

  test.each(endpoints)('$name', ({ endpoint }) => {
    for (const shape of [endpoint.body, endpoint.query, endpoint.params])
      for (const place of [[], ...fieldPaths(shape)])
        for (const value of [undefined, ...WRONG])
          for (const [field, messages] of Object.entries(errorsOf(shape, setAt(place, value))))
            for (const message of messages)
              expect
                .soft(message, `${place.join('.')} = ${JSON.stringify(value)?.slice(0, 30)}: ${field}`)
                .not.toMatch(STRANGE)
  })

  test('over HTTP, from whatever of the server answers', () =>
    withServer(async ({ ctx, as, at, services, visitor }) => {
      at(services.clock())
      await aTerm(ctx())
      const visits = new Map(
        await Promise.all(ROLES.map(async (role) => [role, await as(await aUser(ctx(), [role]))] as const)),
      )
      const failed: string[] = []
      for (const { name, endpoint } of endpoints) {
        const { access, method, path } = endpoint
        if (name === 'session.logout') continue
        const { request } = access === 'public' ? visitor : visits.get(access[0])!
        const send = async (address: string, body?: unknown) => {
          const reply = await request(method, address, body)
          if (reply.statusCode < 400) return
          const { message, errors = {} } = reply.json()
          if (reply.statusCode >= 500) failed.push(`${name} ${address} ${JSON.stringify(body)?.slice(0, 80)}`)
          for (const said of [message, ...Object.values(errors).flat()])
            expect.soft(said, `${name} ${JSON.stringify(body)?.slice(0, 60)}`).not.toMatch(STRANGE)
        }
        const plain = path.replace(/:\w+/gu, '1')
        await send(path.replace(/:\w+/gu, '99999999999'))
        if (method === 'GET')
          for (const bad of ['x\0'])
            await send(
              `${plain}?${new URLSearchParams(fieldPaths(endpoint.query).map((place) => [place[0]!, bad]))}`,
            )
        else
          for (const bad of [null, -1, 'a\0b']) {
            await send(
              plain,
              Object.assign({}, ...fieldPaths(endpoint.body).map((place) => setAt(place, bad))),
            )
          }
      }
      expect(failed).toEqual([])
    }))

  test.each<[string, string, Record<string, string>, string]>([
    ['an address that is none', '/api/users/%E0%A4%A', {}, ''],
    ['a body that is no JSON', '/api/admin/login', { 'content-type': 'application/json' }, '{"email":'],
    ['an empty body', '/api/admin/login', { 'content-type': 'application/json' }, ''],
    ['a body of another kind', '/api/admin/login', { 'content-type': 'text/xml' }, '<a/>'],
    ['a poisoned body', '/api/admin/login', { 'content-type': 'application/json' }, '{"__proto__":{"x":1}}'],
    ['a form without parts', '/api/admin/login', { 'content-type': 'multipart/form-data' }, 'x'],
    [
      'a body that is too large',
      '/api/admin/login',
      { 'content-type': 'application/json' },
      `"${'x'.repeat(9e6)}"`,
    ],
    ['what is not there', '/api/nowhere', {}, ''],
  ])('%s', (_, url, headers, payload) =>
    withServer(async ({ app, visitor }) => {
      const reply = await app.inject({
        method: payload === '' && !headers['content-type'] ? 'GET' : 'POST',
        url,
        headers: { cookie: visitor.cookie, 'x-xsrf-token': visitor.csrf, ...headers },
        payload,
      })
      expect(reply.statusCode).toBeGreaterThanOrEqual(400)
      expect(reply.statusCode).toBeLessThan(500)
      const { message, ...rest } = reply.json()
      expect(message).not.toMatch(STRANGE)
      expect(Object.keys(rest).filter((field) => field !== 'errors')).toEqual([])
    }),
  )
})
