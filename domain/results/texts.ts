import { formatAmount, fromCatalogue } from '../custody/amounts.ts'
import { asteroids, GAS } from '../masters/values.ts'
import { bottlesText } from '../proposals/field_texts.ts'
import type { ResultSample } from './contract.ts'
import type { ResultOutcome } from './status.ts'

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')
const written = (count: number) => NUMBERS[count] ?? String(count)
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

interface Counted {
  outcome: ResultOutcome
  requests: number
  met: number
  samples: readonly Pick<ResultSample, 'db_type' | 'sample_type' | 'weight'>[]
}

/** '3.344 mg of Ryugu', '1.000 mg and 1 bottle of gas from Ryugu'; '' where nothing is weighed or bottled. */
function amountText(db_type: ResultSample['db_type'], samples: Counted['samples']): string {
  const asteroid = asteroids[db_type]
  const own = samples.filter((sample) => sample.db_type === db_type)
  const bottles = own.filter(({ sample_type }) => sample_type === GAS).length
  const solids = own.filter(({ sample_type }) => sample_type !== GAS)
  const weight = solids.reduce((sum, sample) => sum + fromCatalogue('ug', sample.weight), 0)
  const mg = weight > 0 ? formatAmount('ug', weight) : ''
  if (bottles === 0) return mg && `${mg} of ${asteroid}`
  return `${[mg, `${bottlesText(bottles)} of gas`].filter(Boolean).join(' and ')} from ${asteroid}`
}

/** What is granted of each asteroid: '3.344 mg of Ryugu and 1.200 mg of Bennu'. */
function amountsText(samples: Counted['samples']): string {
  const parts = ([1, 2] as const).map((db_type) => amountText(db_type, samples)).filter(Boolean)
  return parts.join(parts.some((part) => part.includes(' and ')) ? ', and ' : ' and ')
}

/** 'Two of your four requests are granted: 3.344 mg of Ryugu'. */
export function outcomeText({ outcome, requests, met, samples }: Counted): string {
  if (outcome === 'not') return 'No sample can be granted to this proposal'
  const amounts = amountsText(samples)
  const all =
    requests === 1 ? 'Your request is granted' : `All of your ${written(requests)} requests are granted`
  const some = `${capitalised(written(met))} of your ${written(requests)} requests ${met === 1 ? 'is' : 'are'} granted`
  const none = `Your ${requests === 1 ? 'request is' : 'requests are'} granted in part`
  const part = met === 0 ? none : some
  return [outcome === 'granted' ? all : part, amounts].filter(Boolean).join(': ')
}
