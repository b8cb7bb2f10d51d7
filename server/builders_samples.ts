import { PARTICLE, RYUGU } from '#domain/masters/values.ts'
import type { Sample } from '#domain/samples/contract.ts'
import type { AnyCtx } from './platform/context.ts'
import { addSamples } from './samples/service.ts'

let made = 0

/** A sample nobody has: a Ryugu particle of chamber A unless said otherwise. Answers its id and name. */
export async function aSample(ctx: AnyCtx, sample: Partial<Omit<Sample, 'id'>> & { flg?: boolean } = {}) {
  const name = `A${String(++made).padStart(4, '0')}`
  const row = { db_type: RYUGU, sample_type: PARTICLE, name, weight: 5.4, size: 2000, chamber: 1, ...sample }
  const [added] = await ctx.write((tx) => addSamples(tx, [row]))
  return { ...added!, db_type: row.db_type, sample_type: row.sample_type }
}
