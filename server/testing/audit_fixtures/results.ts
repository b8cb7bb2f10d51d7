import type { resultActions } from '#domain/audit_actions.ts'
import { contract } from '#domain/contract.ts'
import {
  aDraftedResult,
  anAllocatedProposal,
  anAnsweredResult,
  aReleasedResult,
} from '../../builders/results.ts'
import { handlers } from '../../handlers.ts'
import { carryOutDue, performer } from '../../undo/carry_out.ts'
import { pressed } from '../undo.ts'
import type { AuditFixture, AuditFixtureContext } from './fixture.ts'

type Results = AuditFixtureContext['api']['results']
interface Stage {
  params: { id: number }
  /** The results of the office, and those of the proposer. */
  office: Results
  own: Results
  only: { body: { proposal_ids: number[] } }
  samples: { id: number }[]
}

/** A command on a result, made by `make`, after what prepares it; by the office unless `by` says otherwise. */
const command =
  (
    make: (office: AuditFixtureContext['office']) => ReturnType<typeof anAllocatedProposal>,
    act: (stage: Stage) => Promise<unknown>,
    {
      by = 'office',
      before,
    }: { by?: 'office' | 'proposer'; before?: (stage: Stage) => Promise<unknown> } = {},
  ): AuditFixture =>
  async ({ server, office, admin, api }) => {
    const { proposal_id, actor, samples } = await make(office)
    const stage: Stage = {
      ...{ params: { id: proposal_id }, office: api.results, samples },
      own: (await server.as(actor)).api.results,
      only: { body: { proposal_ids: [proposal_id] } },
    }
    await before?.(stage)
    return {
      run: () => act(stage),
      objectId: proposal_id,
      actorId: by === 'office' ? admin.id : actor.id,
    }
  }

const correct = ({ office, params, samples }: Stage) =>
  office.correct({ params, body: { correction: 'Mixed up.', remove: [samples[0]!.id], add: [] } })
/** Something that the check of texts names. */
const NUMBERED = 'Your rank is 12.'
const write = ({ office, params }: Stage, text: string) =>
  office.save({ params, body: { text, correction: '', reasons: [], version: 1 } })

/** A step of a release that waits to be undone. */
const waiting =
  (step: 'defer' | 'undo' | 'fail' | 'dismiss'): AuditFixture =>
  async ({ server, office, admin, api }) => {
    const { proposal_id } = await aDraftedResult(office)
    const visit = await server.as(admin)
    const press = () => pressed(visit, 'PUT', '/api/results/release', { proposal_ids: [proposal_id] })
    const carryOut = async () => {
      await server.db.updateTable('kept_acts').set({ due_at: '2000-01-01T00:00:00Z', area: 'none' }).execute()
      await carryOutDue(server.services, performer(contract, handlers))
    }
    const act = async () => ({ params: { id: (await api.undo.list())[0]!.id } })
    if (step !== 'defer') await press()
    if (step === 'dismiss') await carryOut()
    const runs = {
      defer: press,
      undo: async () => api.undo.undo(await act()),
      fail: carryOut,
      dismiss: async () => api.undo.dismiss(await act()),
    }
    return { run: runs[step], objectId: proposal_id, actorId: step === 'fail' ? null : admin.id }
  }

export const resultFixtures: Record<keyof typeof resultActions, AuditFixture> = {
  'result.draft': async ({ office, admin, api, term }) => {
    const { proposal_id } = await anAllocatedProposal(office)
    return {
      run: () => api.results.draft({ body: { term_id: term.id } }),
      objectId: proposal_id,
      actorId: admin.id,
    }
  },
  'result.save': command(aDraftedResult, (stage) => write(stage, 'Other words.')),
  'result.renew': command(aDraftedResult, ({ office, params }) => office.renew({ params })),
  'result.allow': command(
    aDraftedResult,
    async ({ office, params }) => {
      const [finding] = (await office.get({ params })).text_findings
      return office.allow({ params, body: { fingerprint: finding!.fingerprint, reason: 'It is known.' } })
    },
    { before: (stage) => write(stage, NUMBERED) },
  ),
  'result.check': command(aDraftedResult, ({ office, only }) => office.check(only)),
  'result.release': command(aDraftedResult, ({ office, only }) => office.release(only)),
  'result.correct': command(aReleasedResult, correct),
  'result.cancel_correction': command(
    aReleasedResult,
    ({ office, params }) => office.cancelCorrection({ params }),
    { before: correct },
  ),
  'result.read': command(aReleasedResult, ({ own, params }) => own.markRead({ params }), { by: 'proposer' }),
  'result.answer': command(
    aReleasedResult,
    ({ own, params, samples }) =>
      own.answer({
        params,
        body: { edition: 1, samples: samples.map(({ id }) => ({ sample_id: id, accepted: true })) },
      }),
    { by: 'proposer' },
  ),
  'result.note': command(
    (office) => anAnsweredResult(office, { count: 1, declined: [] }),
    ({ office, only }) => office.takeNote(only),
  ),
  'result.remind': command(aReleasedResult, ({ office, only }) => office.remind(only)),
  'result.download': command(aDraftedResult, ({ office, params }) => office.pdf({ params })),
  'result.defer': waiting('defer'),
  'result.undo': waiting('undo'),
  'result.fail': waiting('fail'),
  'result.dismiss': waiting('dismiss'),
}
