import { notFound } from '#domain/errors.ts'
import type { PersonFilter, ProposerFilter } from '#domain/proposers/contract.ts'
import type { Ctx } from '../platform/context.ts'
import { exportAddress } from '../platform/csv.ts'
import { peopleExport, proposerExport } from './exports.ts'
import { findPeople, findProposer, findProposers } from './queries.ts'

export const listProposers = (ctx: Ctx, filter: ProposerFilter) => findProposers(ctx.db, filter)

export const downloadProposers = (ctx: Ctx, filter: ProposerFilter) =>
  exportAddress(ctx, proposerExport, filter)

/** Throws 'missing'. */
export async function showProposer(ctx: Ctx, id: number) {
  const proposer = await findProposer(ctx.db, id, ctx.actor)
  if (!proposer) throw notFound()
  return proposer
}

export const listPeople = (ctx: Ctx, filter: PersonFilter) => findPeople(ctx.db, filter)

export const downloadPeople = (ctx: Ctx, filter: PersonFilter) => exportAddress(ctx, peopleExport, filter)
