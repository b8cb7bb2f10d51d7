import { formatAmount } from '#domain/custody/amounts.ts'
import type { LoanPiece } from '#domain/custody/loans/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aLoan, type LoanStep } from '#server/builders/loans.ts'
import { aUser } from '#server/builders/people.ts'
import { anAnsweredResult, aReleasedResult } from '#server/builders/results.ts'
import { aSample } from '#server/builders/samples.ts'
import { enterPiece } from '#server/custody/events.ts'
import { answerInventory } from '#server/custody/inventories/answers.ts'
import { askInventory } from '#server/custody/inventories/service.ts'
import { askExtension } from '#server/custody/loans/extensions.ts'
import { showLoan } from '#server/custody/loans/list.ts'
import { askMove, consume, split } from '#server/custody/loans/use.ts'
import { addPublication } from '#server/custody/publications/service.ts'
import { createDistinctScene } from '#server/testing/distinct/scene.ts'
import { distinguish } from '#server/testing/distinct/values.ts'
import type { TestServer } from '#server/testing/test_server.ts'

/** Weights in mg, each another. */
const SAMPLES = {
  promised: 1.117,
  reserve: 1.223,
  accepted: 1.331,
  declined: 1.447,
  used: 2.114,
  whole: 1.853,
  odd: 3.329,
  travelling: 2.741,
  papers: 2.557,
  ready: 2.663,
  back: 2.879,
  doomed: 2.983,
}

/**
 * The call of the other families and what follows 'confirmed': results that are drafted, released and answered, a loan at
 * each step, pieces that were used and split, an inventory that is partly answered, and a publication.
 */
export async function createCustodyScene(server: TestServer) {
  const scene = await createDistinctScene(server)
  const { sources } = scene
  const office = server.ctx(scene.actors.admin)
  const is = (name: string, table: string, id: number) =>
    distinguish(server.db, sources, { name, table, id, values: {} })
  const samples = {} as Record<keyof typeof SAMPLES, { id: number; name: string }>
  for (const [name, weight] of Object.entries(SAMPLES)) {
    const { id } = await aSample(office, { weight, initial_weight: weight + 5, size: 1000 * weight + 7 })
    await is(name, 'samples', id)
    const row = server.db.selectFrom('samples').select(['id', 'name']).where('id', '=', id)
    samples[name as keyof typeof SAMPLES] = await row.executeTakeFirstOrThrow()
  }
  const curator = await aUser(server.ctx(), ['curation'])
  await is('curator', 'users', curator.id)
  const people: Record<string, Actor> = { curator }
  const ids: Record<string, number | string> = { ...scene.ids }

  const { promised, reserve, accepted, declined } = samples
  const results = {
    winner: await aReleasedResult(office, { given: [promised, reserve] }),
    answerer: await anAnsweredResult(office, { given: [accepted, declined], declined: [1] }),
  }
  for (const [name, { proposal_id, actor }] of Object.entries(results)) {
    people[name] = actor
    ids[`${name}_proposal`] = proposal_id
    await is(name, 'users', actor.id)
    await is(`${name}_proposal`, 'proposals', proposal_id)
  }

  const { winner } = results
  const lend = async (
    name: string,
    proposal_id: number,
    until: LoanStep,
    pieces: readonly (keyof typeof SAMPLES)[],
    differences: Readonly<Record<string, number>> = {},
  ) => {
    const sample_ids = pieces.map((one) => samples[one].id)
    const number = await aLoan(office, { proposal_id, sample_ids, until, differences })
    ids[name] = number
    sources.set(number, `${name}.number`)
    const list = (await showLoan(office, number)).piece_list
    for (const piece of list) {
      const own = pieces.find((one) => samples[one].name === piece.name)!
      ids[`${own}_piece`] = piece.piece
      sources.set(piece.piece, `${own}.address`)
    }
    return { number, list }
  }
  const using = await lend('using_loan', winner.proposal_id, 'in_use', ['used'])
  const split_loan = await lend('split_loan', winner.proposal_id, 'in_use', ['whole'])
  await lend('parcel_loan', winner.proposal_id, 'dispatched', ['travelling'])
  await lend('odd_loan', scene.ids.open!, 'in_use', ['odd'], { [samples.odd.name]: 41 })
  await lend('papers_loan', scene.ids.open!, 'agreement_due', ['papers'])
  await lend('ready_loan', results.answerer.proposal_id, 'ready_to_pack', ['ready'])
  await lend('back_loan', results.answerer.proposal_id, 'sent_back', ['back'])

  const doomed = await office.write((tx) => enterPiece(tx, samples.doomed.id))
  ids.doomed_piece = doomed.address
  sources.set(doomed.address, 'doomed.address')
  await (await server.as(curator)).api.pieces.proposeWriteOff({
    params: { address: doomed.address },
    body: { reason: 'Contaminated by a leak' },
  })

  const holder = office.as(people.winner!)
  const [one, whole] = [...using.list, ...split_loan.list] as [LoanPiece, LoanPiece]
  await consume(holder, using.number, {
    ...{ piece: one.piece, consumed: 317, lost: 0, method: 'Acid digestion', version: undefined },
    key: undefined,
  })
  await split(holder, split_loan.number, {
    piece: whole.piece,
    parts: [
      { amount: 931, form: 'Chip' },
      { amount: 909, form: 'Powder' },
    ],
    ...{ consumed: 0, lost: 13, method: '', version: undefined, key: undefined },
  })
  await askExtension(holder, using.number, { until: '2031-05-06', reason: 'Beam time', key: undefined })
  const parts = (await showLoan(office, split_loan.number)).piece_list.filter(({ parent }) => parent !== null)
  for (const [at, part] of parts.entries()) {
    const name = ['chip', 'powder'][at]!
    ids[`${name}_piece`] = part.piece
    sources.set(part.piece, `${name}.address`)
    sources.set(part.name, `${name}.name`)
    sources.set(formatAmount('ug', part.present).replace(' mg', ''), `${name}.present`)
  }
  await askMove(holder, using.number, {
    ...{ piece: one.piece, to: 'colleague', name: 'Colleague at the beamline', email: 'beam@x.example' },
    ...{ affiliation: 'A synchrotron', reason: 'Measured there', version: undefined, key: undefined },
  })
  for (const [text, source] of [
    ['1.797', 'used.present'],
    ['3.370', 'odd.found'],
    ['2031-05-06', 'extension.until'],
    ['Beam time', 'extension.reason'],
    ['Colleague at the beamline', 'move.to'],
    ['Contaminated by a leak', 'write_off.reason'],
  ] as const)
    sources.set(text, source)

  const { id } = await askInventory(office, { name: 'Inventory of the year', days: 46 })
  ids.inventory = id!
  sources.set(String(id), 'inventory.id')
  const inventory = server.db.selectFrom('inventories').select('until').where('id', '=', id!)
  sources.set(String((await inventory.executeTakeFirstOrThrow()).until), 'inventory.until')
  sources.set('Inventory of the year', 'inventory.name')
  await answerInventory(holder, {
    inventory_id: id!,
    pieces: [
      { address: parts[0]!.piece, there: true, found: 931, condition: 'unchanged', remark: '' },
      { address: parts[1]!.piece, there: false, found: null, condition: 'unchanged', remark: 'Not found' },
    ],
  })
  await addPublication(holder, {
    ...{ doi: '10.1000/x.1', title: 'A publication', year: 2026, pieces: [one.piece] },
  })
  const publication = await server.db.selectFrom('publications').select('id').executeTakeFirstOrThrow()
  sources.set(String(publication.id), 'publication.id')
  sources.set('10.1000/x.1', 'publication.doi')
  sources.set('A publication', 'publication.title')
  return { actors: { ...scene.actors, ...people }, ids, sources }
}
