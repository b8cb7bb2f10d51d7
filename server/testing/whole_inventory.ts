import { aLoan } from '../builders/loans.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aSample } from '../builders/samples.ts'
import { answerInventory } from '../custody/inventories/answers.ts'
import { ownInventory, showInventory } from '../custody/inventories/read.ts'
import {
  acceptAnswers,
  askInventory,
  closeInventory,
  resolveDifference,
} from '../custody/inventories/service.ts'
import type { Ctx } from '../platform/context.ts'

/** Every so many holders find less of their first piece than the tolerance allows. */
const DIFFERS_EVERY = 10

/** An inventory of holders with so many pieces each, from the question to its end; `acts`: those of the office. */
export async function takeWholeInventory(office: Ctx, holders: number, pieces: number) {
  const borrowers: Ctx[] = []
  for (let n = 0; n < holders; n++) {
    const { proposal_id, actor } = await aSubmittedProposal(office)
    const sample_ids: number[] = []
    for (let i = 0; i < pieces; i++) sample_ids.push((await aSample(office, { weight: 2 })).id)
    await aLoan(office, { proposal_id, sample_ids })
    borrowers.push(office.as(actor))
  }
  let acts = 0
  const act = async <T>(done: Promise<T>) => {
    acts++
    return done
  }
  const inventory = (await act(askInventory(office, { name: 'Inventory 2027', days: 30 }))).id!
  for (const [n, borrower] of borrowers.entries()) {
    const { entries } = (await ownInventory(borrower))!
    const foundOf = (on_record: number, i: number) =>
      on_record - (n % DIFFERS_EVERY === 0 && i === 0 ? 100 : i % 4)
    await answerInventory(borrower, {
      inventory_id: inventory,
      pieces: entries.map(({ address, on_record }, i) => ({
        ...{ address, there: true, found: foundOf(on_record, i), condition: 'unchanged', remark: '' },
      })),
    })
  }
  await act(acceptAnswers(office, inventory))
  const { differences } = await showInventory(office, inventory)
  for (const { id: entry_id, answered_at, acts: suggested } of differences) {
    const input = { entry_id, answered_at, act: suggested[0]!, reason: 'Seen.' }
    await act(resolveDifference(office, inventory, input))
  }
  const closed = await act(closeInventory(office, inventory, 0))
  return { acts, exceptions: differences.length, closed, inventory: await showInventory(office, inventory) }
}
