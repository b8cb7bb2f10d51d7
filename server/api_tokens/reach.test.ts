import { describe, expect, test } from 'vitest'
import { SCOPES, type Scope } from '#domain/access.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { groupBy } from '#domain/group_by.ts'
import { anApiToken } from '../builders/api_tokens.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { ENDPOINTS } from '../testing/matrix/rows/all.ts'
import { sharedServer } from '../testing/test_server.ts'
import { tokenClient } from '../testing/token_client.ts'

/** What each scope reaches: nothing else, and no endpoint for more than one. */
const REACHED: Record<Scope, string> = {
  read_lists: `masters.keywordChoices masters.methodChoices masters.environmentalConditions masters.previousStatuses
    masters.sampleTypes masters.chambers masters.dishes masters.reportStatuses masters.informationTargets
    masters.earlyCareerShortMap masters.proposalStatusMap masters.applicantStatusMap masters.reportStatusMap
    masters.previousStatusMap masters.sampleTypeMap masters.chamberMap masters.dishMap masters.progressMap masters.globalScoreMap masters.scoreMap masters.informationTargetMap
    users.list users.mailList terms.all terms.list keywords.list methods.list organisations.list
    organisations.affiliations applicants.list applicants.download proposers.list proposers.download proposers.people
    proposers.peopleDownload reports.reviewers reports.download reports.late conflicts.findings conflicts.findingsDownload
    allocation.current allocation.currentDownload assignReviewers.grid assignReviewers.download staff.list
    staff.withReviewers staff.withAssignedSamples staff.download staff.downloadAssignedSamples results.list results.counts
    results.download meetings.list information.list mail.list`,
  read_allocation: `allocation.proposals allocation.proposalsOf allocation.samples allocation.samplesOf
    allocation.changes allocation.download allocation.downloadOf allocation.assigned allocation.assignedDownload
    allocation.history scenarios.list scenarios.get`,
  import_samples: 'samples.importCsv',
  read_custody: `loans.get loans.file loans.list loans.download loans.summary loans.owed loans.agreementPdf
    loans.packingListPdf pieces.list pieces.download pieces.labels pieces.ofSample pieces.get pieces.eventsDownload
    inventories.list inventories.get inventories.download inventories.entriesOf publications.list publications.download
    publications.bibtex publications.ofProposal publications.ofPiece`,
}
const scopeOf = (name: string) => SCOPES.find((scope) => REACHED[scope].split(/\s+/u).includes(name)) ?? null

/** Any address of an endpoint; nothing is at it where it wants an id. */
const anAddress = ({ path }: Endpoint) =>
  path.replace(':grid', '1').replace(':all', '1').replace(/:\w+/gu, '1')

/** The files of earlier requests: refused to any token but the one that asked, so 404 here. */
const WITH_ANY = 'downloads.get'

test('the contract gives every endpoint the scope that it is to have', () => {
  const given = ENDPOINTS.map(({ name, endpoint }) => [name, endpoint.scope])
  expect(given).toEqual(ENDPOINTS.map(({ name }) => [name, scopeOf(name)]))
  expect(ENDPOINTS.filter(({ endpoint }) => endpoint.anyScope).map(({ name }) => name)).toEqual([WITH_ANY])
})

test('only reading is open to tokens, and the import of samples', () => {
  const writing = ENDPOINTS.filter(({ endpoint }) => endpoint.scope !== null && endpoint.method !== 'GET')
  expect(writing.map(({ name }) => name)).toEqual(['samples.importCsv'])
})

describe('every endpoint, tried with every scope', () => {
  const { scene } = sharedServer(async (world) => {
    await aTerm(world.ctx())
    const maker = await aUser(world.ctx(), ['admin', 'panel', 'reviewer', 'curation', 'proposer'])
    const clients: [Scope, ReturnType<typeof tokenClient>][] = []
    for (const scope of SCOPES) {
      const { token } = await anApiToken(world.ctx(), maker, { scopes: [scope] })
      clients.push([scope, tokenClient(world, token)])
    }
    return { clients, browser: await world.as(maker) }
  })

  test.each([...groupBy(ENDPOINTS, ({ name }) => name.split('.')[0]!)])('%s', async (_, endpoints) => {
    for (const { name, endpoint } of endpoints)
      for (const [scope, send] of scene.clients) {
        const reply = await send(endpoint.method, anAddress(endpoint))
        const said = reply.headers['www-authenticate']
        if (scopeOf(name) === scope) {
          const asTheMaker = await scene.browser.request(endpoint.method, anAddress(endpoint))
          expect([name, scope, reply.statusCode]).toEqual([name, scope, asTheMaker.statusCode])
          expect([401, 403, 419]).not.toContain(reply.statusCode)
        } else if (name === WITH_ANY) expect([name, scope, reply.statusCode]).toEqual([name, scope, 404])
        else {
          expect([name, scope, reply.statusCode]).toEqual([name, scope, 403])
          const wanted = scopeOf(name) === null ? '' : `, scope="${scopeOf(name)}"`
          expect([name, said]).toEqual([name, expect.stringMatching(/error="insufficient_scope"/u)])
          expect(String(said).endsWith(`error="insufficient_scope"${wanted}`)).toBe(true)
        }
      }
  })
})
