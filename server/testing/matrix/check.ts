import type { OutgoingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { allows } from '#domain/access.ts'
import { fileAddress } from '#domain/endpoint.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { TestClient } from '../test_server.ts'
import { findLeak } from './canaries.ts'
import {
  type Answer,
  CALLERS,
  type CallerKind,
  type Cell,
  expectedAnswer,
  type Phase,
  type Subject,
} from './cell.ts'
import { digestTables } from './digest.ts'
import { enterPhase, type MatrixFixture } from './fixture.ts'
import type { MatrixEndpoint } from './rows/all.ts'

/** Numbers of checked requests and refusals, and the faults. */
export interface MatrixResult {
  cells: number
  refusals: number
  faults: string[]
}

interface MatrixRequest {
  endpoint: MatrixEndpoint
  who: CallerKind
  subject: Subject
  phase: Phase
  /** The id in the path. */
  id: number | string
  client: TestClient
  /** Null for visitors and disabled users. */
  actor: Actor | null
}

/** An unused id and invalid ids. */
const NO_OBJECT = [2_000_000_000, -1, 'x']

/** The requests to an endpoint: each subject by each caller, and ids that do not exist. */
function* requestsFor(
  scene: MatrixFixture,
  call: MatrixEndpoint,
  phase: Phase,
  whole: boolean,
): Generator<MatrixRequest> {
  const subjects: readonly Subject[] = scene.subjects[call.row.subjectKind]
  const byAddress = /:\w+$/u.test(call.endpoint.path) && !call.row.params
  for (const subject of whole ? subjects : subjects.slice(0, 1))
    for (const who of CALLERS) {
      const asked = { endpoint: call, who, subject, phase, ...callerOf(scene, who, subject) }
      yield { ...asked, id: subject.id }
      const missing = byAddress && subject === subjects[0] && (whole || !refusedByRole(asked))
      if (missing) for (const id of NO_OBJECT) yield { ...asked, id }
    }
}

/** The caller's client and actor; 'proposer' is the owner of the subject. */
function callerOf({ clients: visits, people }: MatrixFixture, who: CallerKind, { owner }: Subject) {
  if (who === 'proposer' && owner) return { client: owner.visit, actor: owner.actor }
  if (who === 'nobody' || who === 'disabled') return { client: visits[who], actor: null }
  const actor = people[who]!
  return { client: visits[who], actor: who === 'none' ? { ...actor, roles: [] } : actor }
}

/** The status with which the role guard refuses, or null if it lets the caller in. */
function refusedByRole({
  endpoint: { endpoint },
  actor,
}: Pick<MatrixRequest, 'endpoint' | 'actor'>): 401 | 403 | null {
  if (endpoint.access === 'public') return null
  if (!actor) return 401
  return allows(endpoint.access, actor.roles) ? null : 403
}

function expectedFor(asked: MatrixRequest): Answer | 401 {
  const { endpoint: call, who, subject, phase, id } = asked
  const away = refusedByRole(asked)
  if (away) return away
  if (id !== subject.id) return 404
  return expectedAnswer(call.row.expected, {
    who,
    phase,
    state: subject.state,
    own: subject.own.includes(who),
  } as Cell)
}

/**
 * Checks these endpoints with every caller and object in these phases of the term (only the first object unless `full`).
 * Each request starts from the fixture's state. For callers refused by role, the data is compared once per endpoint.
 */
export async function checkMatrix(
  scene: MatrixFixture,
  endpoints: readonly MatrixEndpoint[],
  phases: readonly Phase[],
  whole: boolean,
): Promise<MatrixResult> {
  const { db } = scene.server
  const walked: MatrixResult = { cells: 0, refusals: 0, faults: [] }
  const digest = await digestTables(db)
  for (const phase of phases) {
    await sql`savepoint phase`.execute(db)
    await enterPhase(scene, phase)
    const before = await digest()
    const unchanged = async (title: string) => {
      const changed = (await digest()).filter((held, i) => held !== before[i])
      if (changed.length > 0) walked.faults.push(`${title}: refused, and changed ${changed.join(', ')}`)
    }
    for (const call of endpoints) {
      const all = [...requestsFor(scene, call, phase, whole)]
      await sql`savepoint cell`.execute(db)
      for (const asked of all.filter(refusedByRole)) await checkRequest(scene, asked, walked)
      await unchanged(`${call.name} · by role · ${phase}`)
      for (const asked of all.filter((one) => !refusedByRole(one))) {
        await sql`rollback to savepoint cell`.execute(db)
        if ((await checkRequest(scene, asked, walked)) !== 'ok') await unchanged(titleOf(asked))
      }
      await sql`rollback to savepoint cell`.execute(db)
    }
    await sql`rollback to savepoint phase`.execute(db)
    if (whole) console.log(`${phase}: ${walked.cells} cells so far, ${walked.faults.length} faults`)
  }
  return walked
}

const titleOf = ({ endpoint: call, who, subject, phase, id }: MatrixRequest) =>
  `${call.name} · ${who} · ${id === subject.id ? subject.state : `no object ${id}`} · ${phase}`

async function sendRequest(
  scene: MatrixFixture,
  { endpoint: call, subject, id, client: visit, actor }: MatrixRequest,
) {
  const { endpoint, row: line } = call
  const sending = { ...scene, subject, actor }
  const at = actor && line.params ? line.params(sending) : {}
  const path = endpoint.path.replace(/:(\w+)/gu, (_, name: string) => String(at[name] ?? id))
  const query = line.query ? `?${line.query(sending)}` : ''
  const body = endpoint.method === 'GET' ? undefined : ((await line.body?.(sending)) ?? {})
  return visit.request(endpoint.method, path + query, body)
}

/** What is wrong with the headers of an answer: none is cached, and files are saved, never shown as a page. */
function headerFaults(headers: OutgoingHttpHeaders, isFile: boolean): string[] {
  const expected: [string, RegExp][] = [
    ['cache-control', /^private, no-store$/u],
    ['x-content-type-options', /^nosniff$/u],
    ...(isFile ? [['content-disposition', /^attachment; filename=/u] satisfies [string, RegExp]] : []),
  ]
  return expected
    .filter(([name, value]) => !value.test(String(headers[name])))
    .map(([name]) => `${name} is ${headers[name]}`)
}

/** Sends a request, records wrong answers and leaks, and returns the answer. */
async function checkRequest(
  scene: MatrixFixture,
  asked: MatrixRequest,
  walked: MatrixResult,
): Promise<Answer | number> {
  const { endpoint: call, who, subject, client: visit } = asked
  const expected = expectedFor(asked)
  const reply = await sendRequest(scene, asked)
  const refused = reply.statusCode >= 400
  const isFile = call.endpoint.gives === 'file' && !refused
  // The content of a PDF or ZIP is compressed.
  let text = isFile ? '' : reply.payload
  const answer = refused ? reply.statusCode : /^\{"result":0[,}]/u.test(text) ? 'no' : 'ok'
  walked.cells++
  if (answer !== 'ok') walked.refusals++
  if (answer !== expected)
    walked.faults.push(`${titleOf(asked)}: ${answer}, not ${expected}: ${text.slice(0, 160)}`)
  if (answer === 401 && text !== '{"message":"Unauthenticated."}')
    walked.faults.push(`${titleOf(asked)}: ${text}`)
  walked.faults.push(...headerFaults(reply.headers, isFile).map((fault) => `${titleOf(asked)}: ${fault}`))
  if (answer === 'ok' && call.endpoint.reply === fileAddress) {
    const file = await visit.request('GET', reply.json())
    walked.faults.push(
      ...headerFaults(file.headers, true).map((fault) => `${titleOf(asked)}, its file: ${fault}`),
    )
    text += file.payload
  }
  const leak = findLeak(text, who, subject, refused)
  if (leak) walked.faults.push(`${titleOf(asked)}: tells '${leak}'`)
  return answer
}
