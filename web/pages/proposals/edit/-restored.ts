import type { ReconciledDraft } from '#web/lib/drafts/draft.ts'
import { ANY, type ProposalValues } from './-values.ts'

type Ids = ReadonlySet<string>
type List = 'keywords' | 'methods'

/** What can be chosen now, and what a sample is called whether it can or not. */
interface Offered extends Record<List | 'samples', Ids> {
  name: (sample: string) => string | undefined
}

/** What of a restored draft can still be chosen; what the saved proposal holds stays in any case. */
export function restorable(
  values: ProposalValues,
  held: ProposalValues,
  offered: Offered,
): ReconciledDraft<ProposalValues> {
  const gone = goneSamples(values, held, offered.samples)
  const left = (list: List) => values[list].filter((id) => offered[list].has(id) || held[list].includes(id))
  const [keywords, methods] = [left('keywords'), left('methods')]
  return {
    values: {
      ...values,
      keywords,
      methods,
      samples: values.samples.map((row) => (gone.has(row.sample) ? { ...row, sample: '' } : row)),
    },
    lost: [
      ...[...gone].map((id) => `${named(offered.name(id))} is no longer on offer.`),
      ...hidden(values.keywords.length - keywords.length, 'keyword'),
      ...hidden(values.methods.length - methods.length, 'analysis method'),
      ...(values.file === null && values.file_name !== ''
        ? [`A file can not be kept in a draft: ${values.file_name} must be chosen again.`]
        : []),
    ],
  }
}

/** The samples of a draft that can not be asked for any more, but those that the saved proposal asks for. */
export function goneSamples(values: ProposalValues, held: ProposalValues, samples: Ids): Ids {
  const asked = new Set(held.samples.map(({ sample }) => sample))
  const chosen = values.samples.map(({ sample }) => sample)
  return new Set(chosen.filter((id) => id !== '' && id !== ANY && !samples.has(id) && !asked.has(id)))
}

const named = (name: string | undefined) => (name === undefined ? 'A sample' : `Sample ${name}`)

const hidden = (count: number, noun: string) =>
  count === 0
    ? []
    : [`${count === 1 ? `One ${noun} has` : `${count} ${noun}s have`} been taken off the list.`]
