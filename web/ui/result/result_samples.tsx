import type { ReactNode } from 'react'
import { fromCatalogue } from '#domain/custody/amounts.ts'
import { GAS, labelOf } from '#domain/masters/values.ts'
import type { OwnResult, ResultSample, TextFinding } from '#domain/results/contract.ts'
import { REASONS } from '#domain/results/status.ts'
import { sizeInMm } from '#domain/samples/size.ts'
import { AmountWithUnit, amountsText } from '../custody/amount.tsx'
import { SampleName } from '../text/asteroid.tsx'
import classes from './result_samples.module.css'

type Measured = Pick<ResultSample, 'sample_type' | 'weight' | 'size' | 'pressure' | 'volume'>

/** 'Particle · 1.402 mm', 'Gas · 20 ml'. */
export const sampleKind = ({ sample_type, size, volume }: Omit<Measured, 'weight' | 'pressure'>) =>
  [
    labelOf('sample_type', sample_type),
    size !== null && `${sizeInMm(size)} mm`,
    volume !== null && `${volume} ml`,
  ]
    .filter(Boolean)
    .join(' · ')

/** The weight of a sample in mg, or the pressure of a gas in Pa; nothing where it is not known. */
export const SampleAmount = ({ sample_type, weight, pressure }: Measured) => {
  const figure = sample_type === GAS ? pressure : weight
  if (figure === null) return null
  const unit = sample_type === GAS ? 'mpa' : 'ug'
  return <AmountWithUnit unit={unit} n={fromCatalogue(unit, figure)} />
}

/** '3.344 mg'; '' where no weight is known. */
export const milligramsText = (mg: number) => (mg > 0 ? amountsText(fromCatalogue('ug', mg), 0) : '')

interface GrantedSamplesProps {
  samples: readonly ResultSample[]
  /** At the end of each line, in place of its amount. */
  end?: (sample: ResultSample) => ReactNode
}

/** The samples of a result, a line each. */
export const GrantedSamples = ({ samples, end }: GrantedSamplesProps) => (
  <ul className={classes.list} aria-label="Samples">
    {samples.map((sample) => (
      <li key={sample.sample_id}>
        <SampleName asteroid={sample.db_type} name={sample.name} />
        <span className={classes.what}>{sampleKind(sample)}</span>
        <span className={classes.amount}>{end ? end(sample) : <SampleAmount {...sample} />}</span>
      </li>
    ))}
  </ul>
)

type Unmet = OwnResult['unmet'][number]

/** 'Particle · about 2 mg'. */
const requestKind = ({ sample_type, asked, asked_count, given_count }: Unmet) =>
  [labelOf('sample_type', sample_type), asked, given_count > 0 && `${given_count} of ${asked_count} granted`]
    .filter(Boolean)
    .join(' · ')

interface UnmetRequestsProps {
  requests: readonly Unmet[]
  /** With room for what each asks for in a column of its own. */
  wide?: boolean
}

/** The requests that are not met, each with its reason. */
export const UnmetRequests = ({ requests, wide = false }: UnmetRequestsProps) => (
  <ul className={classes.list} aria-label="Not granted" data-wide={wide || undefined}>
    {requests.map((request) => (
      <li key={request.priority}>
        <SampleName asteroid={request.db_type} name={request.name ?? 'Any'} />
        <span className={classes.what}>{requestKind(request)}</span>
        <span className={classes.reason}>
          {request.reason === null ? (
            <b className={classes.missing}>No reason chosen yet</b>
          ) : (
            `${REASONS[request.reason].label}.`
          )}
        </span>
      </li>
    ))}
  </ul>
)

/** The text of a result with the passages that were found in it. */
export const MarkedText = ({ text, findings }: { text: string; findings: readonly TextFinding[] }) => (
  <p className={classes.words}>{[...markedParts(text, findings)]}</p>
)

function* markedParts(text: string, findings: readonly TextFinding[]): Generator<ReactNode> {
  let at = 0
  for (const { start, end, why, allowed } of findings.toSorted((a, b) => a.start - b.start)) {
    const from = Math.max(start, at)
    if (end <= from) continue
    yield text.slice(at, from)
    yield (
      <mark key={from} title={why} data-allowed={allowed !== null || undefined}>
        {text.slice(from, end)}
      </mark>
    )
    at = end
  }
  yield text.slice(at)
}
