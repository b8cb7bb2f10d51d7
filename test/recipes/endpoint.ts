import { z } from 'zod'
import { staff } from '#domain/access.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { byId, done, get } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import { PROCESSED } from '#domain/masters/values.ts'
import { type Ctx, commandOn, type Db } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { lockSamples } from '#server/samples/service.ts'
import { type MatrixRow, on } from '#server/testing/matrix/cell.ts'

export const samples = {
  taken: get('/api/samples/taken/:id', staff, {
    summary: 'Says whether a sample is assigned for good.',
    params: byId,
    reply: z.boolean(),
  }),
}

export const findTaken = (db: Db, id: number) =>
  db
    .selectFrom('assignments')
    .select('id')
    .where('sample_id', '=', id)
    .where('status', '=', CONFIRMED)
    .executeTakeFirst()

export const isTaken = async (ctx: Ctx, id: number) => (await findTaken(ctx.db, id)) !== undefined

export const sampleRows: Record<keyof typeof samples, MatrixRow> = {
  taken: on('sample', 'ok'),
}

export const sampleRoutes: Handlers<typeof samples> = {
  taken: (ctx, { params }) => isTaken(ctx, params.id),
}

const onSample = commandOn(async (tx, id) => {
  const [sample] = await lockSamples(tx, [id])
  if (!sample) throw notFound()
  return sample
})

export const putOnOffer = onSample(
  ({ sample_type }) => (sample_type === PROCESSED ? null : 'Only a processed sample is put on offer.'),
  async (tx, sample) => {
    await tx.updateTable('samples').set({ flg: true }).where('id', '=', sample.id).execute()
    await tx.audit('sample.add', sample, { flg: true }, { flg: false })
    return done(`${sample.name} is on offer.`)
  },
)
