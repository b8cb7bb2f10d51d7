import type { NewSavedView } from '#domain/saved_views/contract.ts'
import type { Ctx } from '../platform/context.ts'
import { createView } from '../saved_views/service.ts'

/** A view of the list of proposals; returns its id. */
export async function aView(ctx: Ctx, input: Partial<NewSavedView> = {}): Promise<number> {
  const search = { columns: ['ID: Title', 'Status'], sort: 'title', dir: 'desc' }
  const { id } = await createView(ctx, {
    list: '/proposals',
    name: 'By title',
    for_all: false,
    search,
    ...input,
  })
  return id!
}
