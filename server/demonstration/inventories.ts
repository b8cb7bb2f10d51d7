import type { AnswerInput, OwnInventory } from '#domain/custody/inventories/contract.ts'
import { answerInventory } from '../custody/inventories/answers.ts'
import { ownInventory, showInventory } from '../custody/inventories/read.ts'
import { askInventory, previewInventory, remindHolders } from '../custody/inventories/service.ts'
import type { Ctx } from '../platform/context.ts'
import type { DemonstrationContext } from './context.ts'
import type { Lent } from './loans.ts'

type Said = AnswerInput['pieces'][number]
type Entry = OwnInventory['entries'][number]

const asOnRecord = ({ address, on_record }: Entry): Said => ({
  ...{ address, there: true, found: on_record, condition: 'unchanged', remark: '' },
})

/** What holders say of one of their pieces, one each; those who follow find everything as on record. */
const ODD: readonly ((entry: Entry) => Said)[] = [
  (entry) => ({
    ...asOnRecord(entry),
    there: false,
    found: null,
    remark: 'Lost while polishing the section',
  }),
  (entry) => ({ ...asOnRecord(entry), found: entry.on_record + 255, remark: 'Weighed in its carrier' }),
  (entry) => ({
    ...asOnRecord(entry),
    found: Math.max(1, entry.on_record - 41),
    remark: 'Grains on the wall of the cup',
  }),
  (entry) => ({ ...asOnRecord(entry), condition: 'broken', remark: 'Broken into two on opening' }),
]

/** Answers of a holder, of whose solid pieces the first ones are odd; returns for how many. */
async function answer(ctx: Ctx, odd: typeof ODD, unlisted?: AnswerInput['unlisted']): Promise<number> {
  const own = await ownInventory(ctx)
  const asked = own?.entries.filter((entry) => entry.answer === null) ?? []
  if (!own || asked.length === 0) return 0
  await answerInventory(ctx, {
    inventory_id: own.id,
    pieces: asked.map((entry, i) => (entry.unit === 'ug' && odd[i] ? odd[i](entry) : asOnRecord(entry))),
    ...(unlisted && { unlisted }),
  })
  return asked.length
}

/** Each holder once. */
const holdersOf = (lent: readonly Lent[]) => [
  ...new Map(lent.map(({ holder }) => [holder.id, holder])).values(),
]

/**
 * This year's inventory, half answered: a piece that is not there, one that weighs too much, one too little, one that is
 * broken, and something that is not on the list. Some of the others were reminded.
 */
export async function takeInventory(stage: DemonstrationContext, lent: readonly Lent[], day = -19) {
  const { office } = stage
  stage.at(day)
  const { name } = await previewInventory(office)
  const { id } = await askInventory(office, { name, days: 30 })
  const asked = (await showInventory(office, id!)).holders
  const unlisted = [{ what: 'C0410-01', unit: 'ug' as const, found: 1122, remark: 'In the same parcel' }]
  let answered = 0
  let odd = 0
  for (const holder of holdersOf(lent)) {
    if (answered >= Math.ceil(asked / 2)) break
    stage.at(day + 2 + answered)
    const count = await answer(stage.as(holder), ODD.slice(odd), answered === 0 ? unlisted : undefined)
    if (count > 0) answered++
    odd += count
  }
  stage.at(-4)
  const { unanswered } = await showInventory(office, id!)
  const user_ids = unanswered.flatMap(({ user_id }) => user_id ?? []).slice(0, 3)
  if (user_ids.length > 0) await remindHolders(office, id!, user_ids)
  stage.at(0)
}
