import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import createClient from 'openapi-fetch'
import { expect, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aPdf } from '#server/builders/proposals.ts'
import { aSample } from '#server/builders/samples.ts'
import { findMails } from '#server/testing/reviews.ts'
import { type TestServer, withServer } from '#server/testing/test_server.ts'
import { CHAIN_TYPES, chainTypes } from '../scripts/chain_types.ts'
import type { paths } from './fixtures/chain_api.gen.ts'

/** A body as a form, `samples[0][size]`, as the document's introduction describes it. */
function asForm(body: object | undefined): FormData {
  const form = new FormData()
  const add = (name: string, value: unknown) => {
    if (value instanceof Blob) form.append(name, value, 'attachment.pdf')
    else if (value !== null && typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner)
    else if (value !== undefined && value !== null) form.append(name, String(value))
  }
  for (const [name, value] of Object.entries(body ?? {})) add(name, value)
  return form
}

/** What a program does that has read nothing but the document: a client made from it, which keeps cookies. */
function documentClient(app: FastifyInstance, cookies = new Map<string, string>()) {
  const send = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const body = Buffer.from(await request.arrayBuffer())
    const reply = await app.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: {
        ...Object.fromEntries(request.headers),
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
      },
      ...(body.length > 0 && { payload: body }),
    })
    for (const { name, value } of reply.cookies) cookies.set(name, value)
    const headers = new Headers(
      Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const bytes = new Uint8Array(reply.rawPayload)
    return new Response(reply.statusCode === 204 ? null : bytes, { status: reply.statusCode, headers })
  }
  return createClient<paths>({ baseUrl: 'http://localhost', fetch: send })
}
type DocumentClient = ReturnType<typeof documentClient>

/** The answer, or an error with what the server said. */
async function answerOf<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await call
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

const PASSWORD = 'a phrase of several words'

/** Signs in with the temporary password that was mailed, and replaces it. */
async function signIn({ db, app }: TestServer, email: string): Promise<DocumentClient> {
  const client = documentClient(app)
  await client.GET('/api/sanctum/csrf-cookie')
  const { body } = await db
    .selectFrom('mails')
    .select('body')
    .where('kind', 'in', ['registration', 'account'])
    .where((where) => where(where.val(email), '=', where.fn.any('recipients')))
    .executeTakeFirstOrThrow()
  const password = /^Password: (\S+)$/mu.exec(body)![1]!
  const signedIn = await answerOf(client.POST('/api/admin/login', { body: { email, password } }))
  expect(signedIn.success).toBe(true)
  const changed = await answerOf(
    client.POST('/api/change_password', {
      body: { currentPass: password, newPass: PASSWORD, newPassConfirm: PASSWORD },
    }),
  )
  expect(changed).toMatchObject({ result: 1 })
  return client
}

/** A signed-in client of someone who has an account. */
async function as(world: TestServer, actor: Parameters<TestServer['as']>[0]): Promise<DocumentClient> {
  const { cookie } = await world.as(actor)
  return documentClient(
    world.app,
    new Map(cookie.split('; ').map((pair) => pair.split('=') as [string, string])),
  )
}

test('the types are those of the document', async () => {
  // `npm run api:types` writes them again.
  expect(await chainTypes()).toBe(readFileSync(CHAIN_TYPES, 'utf8'))
})

const PERSON = { first_name: 'Mina', middle_name: '', last_name: 'Sato', suffix: '' }
const EMAIL = 'mina.sato@example.org'

test('a client made from the document goes the whole way from a notice to a released result', () =>
  withServer(async (world) => {
    await aTerm(world.ctx())
    const sample = await aSample(world.ctx())
    const admin = await aUser(world.ctx(), ['admin'])
    const colleague = await aUser(world.ctx(), ['reviewer'])
    const office = await as(world, admin)
    const reviewer = await as(world, colleague)
    const done = { result: 1 }

    const visitor = documentClient(world.app)
    await visitor.GET('/api/sanctum/csrf-cookie')
    const notice = {
      ...PERSON,
      methods: 'add' as const,
      email: EMAIL,
      affiliation: 'Institute of Astromaterials',
      early_career: 0,
      proposal_title: 'Organic matter in grains of Ryugu',
      proposal_abstract: 'We ask what the grains say of the water they met.',
      collaborators: [],
    }
    expect(await answerOf(visitor.POST('/api/applicants/create', { body: notice }))).toMatchObject(done)
    const { data: notices } = await answerOf(office.GET('/api/applicants'))
    const registered = { params: { path: { id: notices[0]!.id } } }
    expect(await answerOf(office.PUT('/api/applicants/register/{id}', registered))).toMatchObject(done)

    const proposer = await signIn(world, EMAIL)
    const { id } = await answerOf(proposer.GET('/api/myProposal'))
    const path = { id: id! }
    const { version } = await answerOf(proposer.GET('/api/proposals/edit/{id}', { params: { path } }))
    const requestable = await answerOf(proposer.GET('/api/masters/getRyuguSamples'))
    expect(requestable.map((one) => one.id)).toEqual([sample.id])
    const { bytes } = await aPdf()
    const proposal = {
      title: 'Organic matter in grains of Ryugu',
      abstract: 'We ask what the grains say of the water they met.',
      check_organization: true,
      check_collaborators: true,
      keywords_other: [{ name: 'Aqueous alteration' }],
      methods_other: [{ name: 'SEM-EDS' }],
      samples: [{ db_type: 1, type: 0, sample_id: sample.id }],
      version,
      file: new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }) as unknown as string,
    }
    expect(
      await answerOf(
        proposer.POST('/api/proposals/edit/{id}', {
          params: { path },
          body: proposal as never,
          bodySerializer: asForm,
        }),
      ),
    ).toMatchObject(done)
    expect(await answerOf(proposer.PUT('/api/proposals/submit/{id}', { params: { path } }))).toMatchObject(
      done,
    )

    const added = await answerOf(
      office.PUT('/api/reviewers/add/{proposalId}', {
        params: { path: { proposalId: id! } },
        body: { reviewer_id: colleague.id, acknowledged: true },
      }),
    )
    const reportPath = { params: { path: { reportId: added.report_id! } } }
    expect(await answerOf(office.PUT('/api/reviewers/request/{reportId}', reportPath))).toMatchObject(done)
    const [requested] = await answerOf(reviewer.GET('/api/requested_proposals'))
    expect(requested!.id).toBe(added.report_id)
    expect(
      await answerOf(
        reviewer.POST('/api/reports/accept/{reportId}', { ...reportPath, body: { no_conflict: true } }),
      ),
    ).toMatchObject(done)
    const review = {
      science_score: 4,
      technical_score: 3,
      science_comment_strength: 'A question that only these grains can answer.',
      science_comment_weakness: 'The sample is small.',
      technical_comment_strength: 'The group knows the beam line.',
      technical_comment_weakness: '',
    }
    expect(
      await answerOf(
        reviewer.PUT('/api/reports/{id}', { params: { path: { id: added.report_id! } }, body: review }),
      ),
    ).toMatchObject(done)
    expect(
      await answerOf(reviewer.PUT('/api/reports/submit/{reportId}', { ...reportPath, body: {} })),
    ).toMatchObject(done)

    expect(
      await answerOf(
        office.PUT('/api/proposals/global_score/{id}', {
          params: { path },
          body: { global_score: 4.25, rank: 1 },
        }),
      ),
    ).toMatchObject(done)
    const { data: scored } = await answerOf(
      office.GET('/api/proposals', { params: { query: { excellent: true } } }),
    )
    expect(scored).toMatchObject([{ id, global_score: 4.25, rank: 1 }])

    const grid = await office.GET('/api/samples/allocation')
    const etag = grid.response.headers.get('etag')!
    const pair = { sample_id: sample.id, proposal_id: id! }
    const save = (sent: string) =>
      office.POST('/api/samples/allocation', { params: { header: { 'If-Match': sent } }, body: [pair] })
    expect(await answerOf(save(etag))).toMatchObject(done)
    const { response, error } = await save(etag)
    expect([response.status, error]).toMatchObject([409, { etag: expect.any(String) }])
    expect(await answerOf(office.POST('/api/samples/assign', { body: [pair] }))).toMatchObject(done)

    expect(await answerOf(office.POST('/api/results/draft', { body: { term_id: 7 } }))).toMatchObject(done)
    const chosen = { body: { proposal_ids: [id!] } }
    expect(await answerOf(office.PUT('/api/results/check', chosen))).toMatchObject(done)
    expect(await answerOf(office.POST('/api/results/preview', chosen))).toMatchObject({
      results: 1,
      mails: 1,
    })
    expect(await answerOf(office.PUT('/api/results/release', chosen))).toMatchObject(done)
    const [result] = await answerOf(proposer.GET('/api/results/mine'))
    expect(result).toMatchObject({ proposal_id: id, outcome: 'granted' })
    expect(await findMails(world, 'result_released')).toMatchObject([{ recipients: [EMAIL] }])
  }))
