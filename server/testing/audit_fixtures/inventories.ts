import type { inventoryActions, promiseActions, publicationActions } from '#domain/audit_actions.ts'
import { endAssignments, holdPromise } from '../../allocation/service.ts'
import { aLoan } from '../../builders/loans.ts'
import { aSubmittedProposal } from '../../builders/proposals.ts'
import { anAssignment, aSample } from '../../builders/samples.ts'
import { showLoan } from '../../custody/loans/list.ts'
import type { AuditFixture, AuditFixtureContext } from './fixture.ts'

/** A piece in use; its proposer holds it. */
async function aHeldPiece({ server, office }: AuditFixtureContext) {
  const { proposal_id, actor } = await aSubmittedProposal(office)
  const { id, name } = await aSample(office)
  const number = await aLoan(office, { proposal_id, sample_ids: [id] })
  const [piece] = (await showLoan(office, number)).piece_list
  return {
    holder: actor,
    holderApi: (await server.as(actor)).api,
    name,
    piece: piece!.piece,
    present: piece!.present,
  }
}

async function anInventory(context: AuditFixtureContext) {
  const held = await aHeldPiece(context)
  const { inventories } = context.api
  // One is open at a time.
  await context.server.db
    .updateTable('inventories')
    .set({ closed_at: context.office.now().toISOString(), closed_by_name: 'Office' })
    .where('closed_at', 'is', null)
    .execute()
  const name = `Inventory of ${held.name}`
  const { id } = await inventories.ask({ body: { name, days: 30 } })
  const params = { id: id! }
  const answer = (more = 0) =>
    held.holderApi.inventories.answer({
      body: {
        inventory_id: id!,
        pieces: [{ address: held.piece, there: true, found: held.present + more, remark: '' }],
      },
    })
  const resolve = async () => {
    const [row] = (await inventories.get({ params })).differences
    const { id: entry_id, answered_at } = row!
    return inventories.resolve({ params, body: { entry_id, answered_at, act: 'weigh', reason: 'Again.' } })
  }
  return { ...held, inventories, params, answer, resolve }
}
type Stage = Awaited<ReturnType<typeof anInventory>>

const onInventory =
  (
    run: (stage: Stage) => Promise<unknown>,
    before: (stage: Stage) => Promise<unknown> = async () => undefined,
  ): AuditFixture =>
  async (context) => {
    const stage = await anInventory(context)
    await before(stage)
    return { run: () => run(stage), objectId: stage.params.id, actorId: context.admin.id }
  }

export const inventoryFixtures: Record<keyof typeof inventoryActions, AuditFixture> = {
  'inventory.ask': async (context) => {
    await aHeldPiece(context)
    const { db } = context.server
    return {
      run: () => context.api.inventories.ask({ body: { name: 'Inventory', days: 30 } }),
      objectId: async () =>
        (await db.selectFrom('inventories').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id,
      actorId: context.admin.id,
    }
  },
  'inventory.remind': onInventory(({ inventories, params, holder }) =>
    inventories.remind({ params, body: { user_ids: [holder.id] } }),
  ),
  'inventory.answer': async (context) => {
    const { answer, params, holder } = await anInventory(context)
    return { run: () => answer(), objectId: params.id, actorId: holder.id }
  },
  'inventory.accept': onInventory(
    ({ inventories, params }) => inventories.accept({ params }),
    ({ answer }) => answer(),
  ),
  'inventory.resolve': onInventory(
    ({ resolve }) => resolve(),
    ({ answer }) => answer(100),
  ),
  'inventory.close': onInventory(({ inventories, params }) =>
    inventories.close({ params, body: { unanswered: 1 } }),
  ),
}

let counter = 0
const aDoi = () => `10.5555/fixture.${++counter}`

async function aPublication(context: AuditFixtureContext) {
  const { holderApi, piece } = await aHeldPiece(context)
  const body = { doi: aDoi(), title: 'Salts in a fixture', year: 2027, pieces: [piece] }
  const newest = async () =>
    (
      await context.server.db
        .selectFrom('publications')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    ).id
  return { body, newest, add: () => holderApi.publications.add({ body }) }
}

const onPublication =
  (
    run: (
      api: AuditFixtureContext['api'],
      id: number,
      body: Awaited<ReturnType<typeof aPublication>>['body'],
    ) => Promise<unknown>,
  ): AuditFixture =>
  async (context) => {
    const { add, newest, body } = await aPublication(context)
    await add()
    const id = await newest()
    return { run: () => run(context.api, id, body), objectId: id, actorId: context.admin.id }
  }

export const publicationFixtures: Record<keyof typeof publicationActions, AuditFixture> = {
  'publication.add': async (context) => {
    const { body, newest } = await aPublication(context)
    return {
      run: () => context.api.publications.add({ body }),
      objectId: newest,
      actorId: context.admin.id,
    }
  },
  'publication.edit': onPublication(({ publications }, id, body) =>
    publications.save({ params: { id }, body: { ...body, title: 'Another title' } }),
  ),
  'publication.confirm': onPublication(({ publications }, id) =>
    publications.confirm({ body: { ids: [id] } }),
  ),
  'publication.remove': onPublication(({ publications }, id) =>
    publications.remove({ params: { id }, body: { reason: 'A mistake.' } }),
  ),
}

/** A sample that is confirmed for a proposal. */
async function aPromise({ office }: AuditFixtureContext) {
  const { proposal_id } = await aSubmittedProposal(office)
  const sample = await aSample(office)
  await anAssignment(office, 1, [{ sample_id: sample.id, proposal_id }], { confirmed: true })
  return { proposal_id, sample, sample_ids: [sample.id] }
}

export const promiseFixtures: Record<keyof typeof promiseActions, AuditFixture> = {
  'allocation.end': async (context) => {
    const { proposal_id, sample_ids } = await aPromise(context)
    return {
      run: () => context.office.write((tx) => endAssignments(tx, { proposal_id, sample_ids })),
      objectId: context.term.id,
      actorId: context.admin.id,
    }
  },
  'allocation.hold': async (context) => {
    const { proposal_id, sample_ids, sample } = await aPromise(context)
    await context.office.write((tx) => endAssignments(tx, { proposal_id, sample_ids, ended_as: 'returned' }))
    return {
      run: () => context.office.write((tx) => holdPromise(tx, sample)),
      objectId: context.term.id,
      actorId: context.admin.id,
    }
  },
}
