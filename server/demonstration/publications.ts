import { PublicationFilter } from '#domain/custody/publications/contract.ts'
import {
  addPublication,
  choosablePieces,
  confirmPublications,
  listPublications,
} from '../custody/publications/service.ts'
import type { DemonstrationContext } from './context.ts'
import type { Lent } from './loans.ts'

const TITLES = [
  ['10.5555/ao.2026.001', 'Soluble organic compounds in a grain of Ryugu'],
  ['10.5555/ao.2026.002', 'Carbonates as a record of early fluids: {Δ47} of two particles'],
  ['10.5555/ao.2026.003', 'Nitrogen & noble gases released by stepwise heating'],
  ['10.5555/ao.2026.004', 'Φυλλοπυριτικά and magnetite at the nanometre scale'],
] as const
const CONFIRMED = 2

/** Publications about lent pieces, added by their borrowers: two are confirmed, the others wait for the office. */
export async function addPublications(stage: DemonstrationContext, lent: readonly Lent[], day = -90) {
  const holders = [...new Map(lent.map(({ holder }) => [holder.id, holder])).values()]
  for (const [n, [doi, title]] of TITLES.entries()) {
    const holder = holders[n]
    if (!holder) break
    stage.at(day + n * 20)
    const ctx = stage.as(holder)
    const pieces = (await choosablePieces(ctx, '')).slice(0, 2).map(({ address }) => address)
    if (pieces.length === 0) continue
    await addPublication(ctx, { doi, title, year: stage.today.getUTCFullYear(), pieces })
    if (n + 1 !== CONFIRMED) continue
    stage.at(day + n * 20 + 2)
    const { data } = await listPublications(stage.office, PublicationFilter.parse({}))
    await confirmPublications(
      stage.office,
      data.map(({ id }) => id),
    )
  }
  stage.at(0)
}
