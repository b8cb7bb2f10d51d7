import { Radio } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ResultAnswer, ResultSample } from '#domain/results/contract.ts'
import { SampleName } from '../text/asteroid.tsx'
import classes from './answer_choice.module.css'
import { SampleAmount, sampleKind } from './result_samples.tsx'

/** The answer as the form opens: the one that was given, else everything accepted. */
export const answerOf = (edition: number, samples: readonly ResultSample[]): ResultAnswer => ({
  edition,
  samples: samples.map(({ sample_id, accepted }) => ({ sample_id, accepted: accepted ?? true })),
})

/** The names of the samples that an answer accepts, and declines. */
export function answerNames(samples: readonly ResultSample[], answer: ResultAnswer) {
  const names = (wanted: boolean) =>
    answer.samples
      .filter(({ accepted }) => accepted === wanted)
      .flatMap(({ sample_id }) => samples.find((one) => one.sample_id === sample_id)?.name ?? [])
  return { accepted: names(true), declined: names(false) }
}

const samplesText = (count: number) => (count === 1 ? '1 sample' : `${count} samples`)

/** 'Accept 2 samples', 'Accept 1, decline 1', 'Decline 2 samples': what the button does. */
export function answerVerb(answer: ResultAnswer): string {
  const declined = answer.samples.filter(({ accepted }) => !accepted).length
  const accepted = answer.samples.length - declined
  if (declined === 0) return `Accept ${samplesText(accepted)}`
  return accepted === 0 ? `Decline ${samplesText(declined)}` : `Accept ${accepted}, decline ${declined}`
}

interface AnswerChoicesProps {
  samples: readonly ResultSample[]
  fields: UseFormReturnType<ResultAnswer>
}

/** Accept or Decline for each sample. */
export const AnswerChoices = ({ samples, fields }: AnswerChoicesProps) => (
  <ul className={classes.list}>
    {fields.values.samples.map(({ sample_id, accepted }, place) => {
      const sample = samples.find((one) => one.sample_id === sample_id)
      if (!sample) return null
      const path = `samples.${place}.accepted`
      return (
        <li key={sample_id}>
          <b className={classes.name}>
            <SampleName asteroid={sample.db_type} name={sample.name} />
          </b>
          <span className={classes.kind}>{sampleKind(sample)}</span>
          <span className={classes.amount}>
            <SampleAmount {...sample} />
          </span>
          <div role="radiogroup" aria-label={sample.name} data-path={path} className={classes.choices}>
            {[true, false].map((accepts) => (
              <Radio
                key={String(accepts)}
                name={`answer-${sample_id}`}
                value={String(accepts)}
                label={accepts ? 'Accept' : 'Decline'}
                checked={accepted === accepts}
                onChange={() => fields.setFieldValue(path, accepts as never)}
              />
            ))}
          </div>
        </li>
      )
    })}
  </ul>
)
