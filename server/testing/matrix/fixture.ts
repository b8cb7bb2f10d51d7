import type { Actor } from '#domain/session/actor.ts'
import { aTerm, aUser, daysFrom, makeCurrent } from '../../builders/people.ts'
import { anIdentity } from '../../builders/providers.ts'
import { aReviewer } from '../../builders/reports.ts'
import { aPasskey } from '../../builders/second_factor.ts'
import type { TestClient, TestServer } from '../test_server.ts'
import { CANARIES } from './canaries.ts'
import type { CallerKind, Phase, Subject, SubjectKind } from './cell.ts'
import { officeSubjects } from './office_subjects.ts'
import { proposalSubjects } from './proposal_subjects.ts'
import { resultSubjects } from './result_subjects.ts'

/** A server with one object of each kind in each state, and all callers. */
export interface MatrixFixture {
  server: TestServer
  people: Partial<Record<CallerKind, Actor>>
  clients: Record<CallerKind, TestClient>
  spareReviewer: Actor
  term: number
  subjects: { [K in SubjectKind]: Subject<K>[] }
}

const TERM = 7
const NEXT_TERM = 8

export async function createMatrixFixture(server: TestServer): Promise<MatrixFixture> {
  server.at(server.services.clock())
  const nobody = server.ctx()
  await aTerm(nobody, { id: TERM })
  await aTerm(nobody, { id: NEXT_TERM, is_current: false })
  const named = (last_name: string) => ({ first_name: 'R', last_name })
  const staff = {
    disabled: await aUser(nobody, ['admin', 'panel', 'reviewer', 'proposer']),
    none: await aUser(nobody, ['panel']),
    admin: await aUser(nobody, ['admin']),
    panel: await aUser(nobody, ['panel']),
    conflicted: await aUser(nobody, ['admin', 'panel']),
    reviewer: await aReviewer(nobody, named(CANARIES.reviewer)),
    'other reviewer': await aReviewer(nobody, named(CANARIES.otherReviewer)),
    curation: await aUser(nobody, ['curation']),
  }
  const office = server.ctx(staff.admin)
  const { proposals, stranger, ...objects } = await proposalSubjects(server, office, staff)
  const submitted = proposals.find(({ state }) => state === 'submitted')!
  const people = { ...staff, proposer: submitted.owner!.actor, 'other proposer': stranger }
  const visits = { nobody: server.visitor } as Record<CallerKind, TestClient>
  for (const [who, actor] of Object.entries(people)) visits[who as CallerKind] = await server.as(actor)
  const { db } = server
  await db.updateTable('users').set({ disabled: true }).where('id', '=', staff.disabled.id).execute()
  await db.updateTable('users').set({ is_panel: false }).where('id', '=', staff.none.id).execute()
  return {
    server,
    people,
    clients: visits,
    spareReviewer: await aReviewer(nobody),
    term: TERM,
    subjects: {
      nothing: [{ state: '-', id: 0, own: [] }],
      proposal: proposals,
      term: [{ state: 'of the phase', id: TERM, own: [] }],
      reviewer: [{ state: 'asked', id: staff.reviewer.id, own: [] }],
      proposer: [{ state: 'registered', id: people.proposer.id, own: [] }],
      person: [
        { state: 'self', id: 0, own: ['reviewer', 'other reviewer'] },
        { state: 'another', id: staff.admin.id, own: [] },
      ],
      ...(await panelSubjects(server, staff.panel)),
      ...objects,
      result: await resultSubjects(server, office, staff.conflicted),
      ...(await officeSubjects(server, office, { ...staff, term: TERM })),
    },
  }
}

/** A session in another browser, a passkey and an account at a provider of the panel member. */
async function panelSubjects(server: TestServer, panel: Actor) {
  const { sessions } = await (await server.as(panel)).api.security.show()
  const other = sessions.find(({ current }) => current)!
  const own: CallerKind[] = ['panel']
  return {
    session: [{ state: 'another of the panel' as const, id: other.id, own }],
    passkey: [{ state: 'of the panel' as const, id: await aPasskey(server.ctx(), panel), own }],
    identity: [{ state: 'of the panel' as const, id: await anIdentity(server.ctx(), panel), own }],
  }
}

const FAR = 30
/** Moves the windows of the objects' term, or makes another term current. */
export async function enterPhase({ server, term }: MatrixFixture, phase: Phase) {
  if (phase === 'disabled') return makeCurrent(server.ctx(), NEXT_TERM)
  const now = server.services.clock()
  const [opens, closes] = { before: [1, FAR], open: [-FAR, FAR], closed: [-FAR, -1] }[phase] as [
    number,
    number,
  ]
  await server.db
    .updateTable('terms')
    .set({
      noi_opens_at: daysFrom(now, opens),
      noi_closes_at: daysFrom(now, closes),
      proposals_open_at: daysFrom(now, opens),
      proposals_close_at: daysFrom(now, closes),
    })
    .where('id', '=', term)
    .execute()
}
