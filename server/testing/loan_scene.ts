import type { Loan, LoanPiece } from '#domain/custody/loans/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import { aLoan, type LoanStep } from '../builders/loans.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { aSample } from '../builders/samples.ts'
import type { Ctx } from '../platform/context.ts'
import type { TestClient, TestServer } from './test_server.ts'

export interface LoanScene {
  office: TestClient
  second: TestClient
  curation: TestClient
  holder: TestClient
  other: TestClient
  people: Record<'office' | 'second' | 'curation' | 'holder' | 'other', Actor>
  officeCtx: Ctx
  proposal_id: number
  /** Makes a loan of samples with these weights (mg), at a step; returns its number. */
  lend(until: LoanStep, weights?: readonly number[], more?: LendOptions): Promise<string>
  /** A loan of these samples. */
  lendSamples(until: LoanStep, sample_ids: readonly number[], more?: LendOptions): Promise<string>
  loan(number: string, as?: TestClient): Promise<Loan>
  /** The n-th piece of a loan. */
  piece(number: string, n?: number): Promise<LoanPiece>
}
type LendOptions = Partial<Pick<Parameters<typeof aLoan>[1], 'differences' | 'packer' | 'proposal_id'>>

/** An open term, two of the office, curation, a proposer whose proposal is granted, and another one. */
export async function loanScene(world: TestServer): Promise<LoanScene> {
  await aTerm(world.ctx())
  const people = {
    office: await aUser(world.ctx(), ['admin']),
    second: await aUser(world.ctx(), ['admin']),
    curation: await aUser(world.ctx(), ['curation']),
  }
  const officeCtx = world.ctx(people.office)
  const { proposal_id, actor: holder } = await aSubmittedProposal(officeCtx)
  const { actor: other } = await aSubmittedProposal(officeCtx)
  const office = await world.as(people.office)
  const lendSamples: LoanScene['lendSamples'] = (until, sample_ids, more = {}) =>
    aLoan(officeCtx, { proposal_id, sample_ids, until, ...more })
  const loan: LoanScene['loan'] = (number, as = office) => as.api.loans.get({ params: { number } })
  return {
    office,
    second: await world.as(people.second),
    curation: await world.as(people.curation),
    holder: await world.as(holder),
    other: await world.as(other),
    people: { ...people, holder, other },
    officeCtx,
    proposal_id,
    lendSamples,
    loan,
    async lend(until, weights = [2.004], more = {}) {
      const sample_ids: number[] = []
      for (const weight of weights) sample_ids.push((await aSample(officeCtx, { weight })).id)
      return lendSamples(until, sample_ids, more)
    },
    piece: async (number, n = 0) => (await loan(number)).piece_list[n]!,
  }
}
