import { done } from '#domain/endpoint.ts'
import { invalid } from '#domain/errors.ts'
import type { CorrectionInput } from '#domain/results/contract.ts'
import { whyNotCancelCorrection, whyNotCorrect } from '#domain/results/rules.ts'
import { whyNotAdd } from '../allocation/confirm.ts'
import { loansOf } from '../custody/loans/create.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { addCorrection, idOf } from './drafting.ts'
import { factsOf, onResult } from './locking.ts'
import type { StoredResult } from './queries.ts'
import { deleteResult } from './write_queries.ts'

/** Throws 'invalid' for a sample that cannot be taken back or added. */
async function checkSamples(tx: Tx, result: StoredResult, { remove, add }: CorrectionInput) {
  const { proposal_id } = result
  const granted = new Map(result.samples.map((sample) => [sample.sample_id, sample]))
  const lent = await loansOf(tx, [proposal_id])
  for (const [i, sample_id] of remove.entries()) {
    const sample = granted.get(sample_id)
    if (!sample) throw invalid({ [`remove.${i}`]: 'The result does not grant this sample.' })
    const loan = lent.find(({ sample_ids }) => sample_ids.includes(sample_id))
    if (loan) throw invalid({ [`remove.${i}`]: `${sample.name} is in loan ${loan.number}.` })
  }
  for (const [i, sample_id] of add.entries()) {
    const why = granted.has(sample_id)
      ? 'The result grants this sample already.'
      : await whyNotAdd(tx, proposal_id, sample_id)
    if (why) throw invalid({ [`add.${i}`]: why })
  }
}

/** Begins a correction of a released result: a new draft, which changes nothing before it is released. Throws 'missing', 'invalid'. */
export const correctResult = (ctx: Ctx, id: number, input: CorrectionInput) =>
  onResult(
    (result) => whyNotCorrect(factsOf(result)),
    async (tx, result) => {
      const [removes, adds] = [[...new Set(input.remove)], [...new Set(input.add)]]
      await checkSamples(tx, result, { ...input, remove: removes, add: adds })
      const { correction } = input
      const { outcome } = await addCorrection(tx, result, { correction, removes, adds })
      await tx.audit('result.correct', idOf(result), {
        edition: result.edition + 1,
        ...{ correction, removes, adds, outcome },
      })
      return done(
        `Version ${result.edition + 1} of the result of ${id} has been drafted. The present one counts until it is released.`,
      )
    },
  )(ctx, id)

/** Removes a correction that is not released. Throws 'missing'. */
export const cancelCorrection = onResult(
  (result) => whyNotCancelCorrection(factsOf(result)),
  async (tx, result) => {
    await deleteResult(tx, result)
    await tx.audit('result.cancel_correction', idOf(result), null, { edition: result.edition })
    return done(`The correction of the result of ${result.proposal_id} has been removed.`)
  },
)
