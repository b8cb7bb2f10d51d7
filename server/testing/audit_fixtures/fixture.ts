import type { Client } from '#domain/client.ts'
import type { SystemContract } from '#domain/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Term } from '#domain/terms/rules.ts'
import { aTerm, aUser } from '../../builders/people.ts'
import type { Ctx } from '../../platform/context.ts'
import type { TestServer } from '../test_server.ts'

/** A server with an open term and an office member. */
export interface AuditFixtureContext {
  server: TestServer
  term: Term
  admin: Actor
  /** The product's services on behalf of the office, and its browser. */
  office: Ctx
  api: Client<SystemContract>
}

/** A prepared command that writes one audit entry. */
export interface AuditedCommand {
  run(): Promise<unknown>
  /** The id of the object; a function if the command creates the object. */
  objectId: number | null | (() => Promise<number>)
  /** Null is a visitor. */
  actorId: number | null
}

/** Prepares an audited command. */
export type AuditFixture = (context: AuditFixtureContext) => Promise<AuditedCommand>

/** Finds the highest id of a table when called. */
export const newestId =
  (
    { server: { db } }: AuditFixtureContext,
    table:
      | 'users'
      | 'applicants'
      | 'proposals'
      | 'reports'
      | 'conflicts'
      | 'lifted_conflicts'
      | 'conflict_judgements'
      | 'conflict_questions'
      | 'declared_relations'
      | 'information'
      | 'meetings'
      | 'meeting_ballots'
      | 'scenarios',
  ) =>
  () =>
    db
      .selectFrom(table)
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
      .then(({ id }) => id)

export async function createAuditContext(server: TestServer): Promise<AuditFixtureContext> {
  const term = await aTerm(server.ctx())
  const admin = await aUser(server.ctx(), ['admin'])
  return { server, term, admin, office: server.ctx(admin), api: (await server.as(admin)).api }
}
