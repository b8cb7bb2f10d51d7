import { sql } from 'kysely'
import { allows } from '#domain/access.ts'
import { contract } from '#domain/contract.ts'
import { type Endpoint, fileAddress } from '#domain/endpoint.ts'
import type { Actor } from '#domain/session/actor.ts'
import { CheckResult, SystemState } from '#domain/system/contract.ts'
import type { TestClient, TestServer } from './test_server.ts'

/** The ids that addresses may name. */
export interface Named {
  proposals: readonly number[]
  proposers?: readonly number[]
  users?: readonly number[]
  reports?: readonly number[]
  meetings?: readonly number[]
}

/** Constants. */
const LEFT_OUT = /csrf|masters\/(formArray|\w+List$|\w+_\w+$|Keyword|Analysis|Environmental)/u

/** Measurements of the machine. */
const MEASURED = /^(Clock|Disk|File store)$/u
/** Sizes of all that is recorded, which gaps in the audit log's ids tell as well (SECURITY.md). */
const GROWS = /^(database|audit)$/u
/** What differs on the System page each time, or says only that something was done: the rest of it must not. */
const COMPARED: Record<string, (body: string) => unknown> = {
  '/api/system': (body) => {
    const { started_at, working, sizes, ...rest } = SystemState.parse(JSON.parse(body))
    return { ...rest, sizes: sizes.filter(({ key }) => !GROWS.test(key)) }
  },
  '/api/system/checks': (body) =>
    CheckResult.parse(JSON.parse(body)).checks.filter(({ name }) => !MEASURED.test(name)),
}

const endpoints = Object.values<Record<string, Endpoint>>(contract)
  .flatMap((area) => Object.values(area))
  .filter(({ method, gives, path }) => method === 'GET' && gives === 'json' && !LEFT_OUT.test(path))

function idsFor(path: string, named: Named): readonly (number | string)[] {
  if (path.startsWith('/api/meetings')) return named.meetings ?? []
  if (path.startsWith('/api/terms')) return [7]
  if (path.includes('/reports/') || path === '/api/assigned_proposals/:id') return named.reports ?? []
  if (path.endsWith(':grid')) return [0, 1, 2, 3, 4]
  if (path.endsWith(':all')) return [0, 1]
  if (path.includes('/users/') || path.includes('/reviewers/')) return named.users ?? []
  if (path.startsWith('/api/proposers/')) return named.proposers ?? []
  return named.proposals
}

const QUERIES: Record<string, string[]> = {
  '/api/proposals': [
    'scored=true',
    'assigned=true',
    'submitted=true',
    'reviewed=true',
    'not_scored=true',
    'without_reviewer=true',
    'to_score=true',
    'question_waiting=true',
    'sort=global_score',
    'sort=rank&dir=desc',
  ],
  '/api/reviewers': ['status=0', 'status=1', 'status=2', 'status=3', 'status=9'],
  '/api/results': [
    'state=released',
    'state=answered',
    'state=not_released',
    'answer=awaited',
    'outcome=granted',
    'sort=state&per_page=1&page=2',
  ],
  '/api/results/counts': ['term_id=7'],
  '/api/results/download': ['state=released'],
  '/api/mail_log': ['state=0', 'state=1', 'state=2', 'per_page=1&page=2', 'kind=result_released'],
  '/api/audit_log': [
    'per_page=1&page=2',
    'page=1000000',
    'object=result',
    'action=result.release',
    'action=result.answer',
  ],
  '/api/reviewers/get_all_reviewer': ['proposal_id=1', 'proposal_id=2'],
  '/api/conflicts': [],
  '/api/search': ['q=Sato', 'q=Akari', 'q=1', 'q=5', 'q=result', 'q=A0'],
}

/** Every address of the role's GET endpoints. */
const addressesFor = (roles: Actor['roles'], named: Named): [Endpoint, string][] =>
  endpoints
    .filter(({ access }) => access === 'public' || allows(access, roles))
    .flatMap((endpoint): [Endpoint, string][] => {
      const { path } = endpoint
      const ids = /:\w+/u.test(path) ? idsFor(path, named) : ['']
      const proposals = named.proposals.map((proposal_id) => `proposal_id=${proposal_id}`)
      if (path === '/api/assign_reviewers/reasons')
        return (named.users ?? []).flatMap((id) =>
          proposals.map((proposal): [Endpoint, string] => [endpoint, `${path}?${proposal}&user_id=${id}`]),
        )
      const queries =
        path === '/api/reviewers/get_all_reviewer' || path === '/api/conflicts'
          ? proposals
          : (QUERIES[path] ?? [])
      const paths = ids.map((id) => path.replace(/:\w+/u, String(id)))
      return [...paths, ...queries.map((query) => `${path}?${query}`)].map((at) => [endpoint, at])
    })

/** By address every answer to a caller, with its ETag; of a CSV file its content. What the questions write is rolled back. */
export async function answersTo(
  { request }: TestClient,
  roles: Actor['roles'],
  { db }: TestServer,
  named: Named,
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const [{ reply }, at] of addressesFor(roles, named)) {
    await sql`savepoint answer`.execute(db)
    const answer = await request('GET', at)
    const file = reply === fileAddress && answer.statusCode === 200
    const body = file ? (await request('GET', answer.json())).payload : answer.payload
    const compared = COMPARED[at]
    answers[at] = compared
      ? JSON.stringify(compared(body))
      : `${answer.statusCode} ${file ? '' : (answer.headers.etag ?? '')} ${body}`
    await sql`rollback to savepoint answer`.execute(db)
  }
  return answers
}

/** The addresses whose answers differ. */
export const differing = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(before).flatMap((at) =>
    before[at] === after[at] ? [] : [{ at, was: before[at], is: after[at] }],
  )
