import type { conflictActions, relationActions } from '#domain/audit_actions.ts'
import { aConflict, findFinding, makeColleagues } from '../../builders/conflicts.ts'
import { aPerson } from '../../builders/people.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { aReviewer } from '../../builders/reports.ts'
import { type AuditFixture, type AuditFixtureContext, newestId } from './fixture.ts'

async function aProposalAndReviewer({ server, office }: AuditFixtureContext) {
  const { proposal_id } = await aSubmittedProposal(office)
  return { proposal_id, user_id: (await aReviewer(server.ctx())).id }
}

async function aFinding(context: AuditFixtureContext) {
  const { office } = context
  const { actor, proposal_id } = await aSubmittedProposal(office)
  const { id: user_id } = await aReviewer(context.server.ctx())
  await makeColleagues(office, [actor.id, user_id])
  return findFinding(office, { proposal_id, user_id })
}

const RELATION = {
  kind: 'family',
  name: 'Aoi Sato',
  email: '',
  from_year: 2019,
  until_year: null,
  note: '',
} as const

export const relationFixtures: Record<keyof typeof relationActions, AuditFixture> = {
  'relation.declare': async (context) => ({
    run: () => context.api.conflicts.addRelation({ body: RELATION }),
    objectId: newestId(context, 'declared_relations'),
    actorId: context.admin.id,
  }),
  'relation.remove': async (context) => {
    await context.api.conflicts.addRelation({ body: RELATION })
    const id = await newestId(context, 'declared_relations')()
    return {
      run: () => context.api.conflicts.removeRelation({ params: { id } }),
      objectId: id,
      actorId: context.admin.id,
    }
  },
}

export const conflictFixtures: Record<keyof typeof conflictActions, AuditFixture> = {
  'conflict.declare': async (context) => {
    const body = { ...(await aProposalAndReviewer(context)), reason: 'We share a grant.' }
    const does = () => context.api.conflicts.declare({ body })
    return { run: does, objectId: newestId(context, 'conflicts'), actorId: context.admin.id }
  },
  'conflict.take_back': async (context) => {
    const id = await aConflict(context.office, await aProposalAndReviewer(context))
    return {
      run: () => context.api.conflicts.takeBack({ params: { id }, body: { reason: 'They left it.' } }),
      objectId: id,
      actorId: context.admin.id,
    }
  },
  'conflict.lift': async (context) => {
    const { id: user_id, email } = await aReviewer(context.server.ctx())
    const { proposal_id } = await aSubmittedProposal(context.office, {
      input: { proposal_collaborator: [{ ...aPerson({ email }), middle_name: '' }] },
    })
    const body = { proposal_id, user_id, reason: 'A shared address.' }
    const does = () => context.api.conflicts.lift({ body })
    return { run: does, objectId: newestId(context, 'lifted_conflicts'), actorId: context.admin.id }
  },
  'conflict.block': async (context) => {
    const body = { findings: [await aFinding(context)], verdict: 'block' as const, reason: '' }
    return {
      run: () => context.api.conflicts.judge({ body }),
      objectId: newestId(context, 'conflict_judgements'),
      actorId: context.admin.id,
    }
  },
  'conflict.allow': async (context) => {
    const body = { findings: [await aFinding(context)], verdict: 'allow' as const, reason: 'Two campuses.' }
    return {
      run: () => context.api.conflicts.judge({ body }),
      objectId: newestId(context, 'conflict_judgements'),
      actorId: context.admin.id,
    }
  },
  'conflict.ask': async (context) => {
    const body = { findings: [await aFinding(context)] }
    return {
      run: () => context.api.conflicts.ask({ body }),
      objectId: newestId(context, 'conflict_questions'),
      actorId: context.admin.id,
    }
  },
  'conflict.answer': async (context) => {
    const { server, api } = context
    const finding = await aFinding(context)
    await api.conflicts.ask({ body: { findings: [finding] } })
    const user = await server.db
      .selectFrom('users')
      .select(['id', 'email', 'name'])
      .where('id', '=', finding.user_id)
      .executeTakeFirstOrThrow()
    const own = (await server.as({ ...user, roles: ['reviewer'] })).api
    const [question] = await own.conflicts.questions()
    const params = { id: question!.id }
    return {
      run: () => own.conflicts.answer({ params, body: { conflict: false, note: '' } }),
      objectId: question!.id,
      actorId: finding.user_id,
    }
  },
}
