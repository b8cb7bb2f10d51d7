import type { ResultDetail } from '#domain/results/contract.ts'
import { resultOutcome } from '#domain/results/status.ts'
import { day, time } from '#web/lib/format/format.ts'
import { PreviewPart } from '#web/ui/lists/preview_pane.tsx'
import { GrantedSamples, UnmetRequests } from '#web/ui/result/result_samples.tsx'
import classes from './results.module.css'

type Moment = ResultDetail['drafted']

/** 'Checked 2027-06-14 by Demo Office'. */
const momentText = (what: string, moment: Moment | null) =>
  moment && `${what} ${day(time(moment.at))} by ${moment.by}`

/** Who drafted, checked and released it, and when it was read; in one paragraph. */
export function History({ result }: { result: ResultDetail }) {
  const { drafted, saved, checked, released, read_at, noted, reminded_at } = result
  const lines = [
    momentText('Drafted', drafted),
    saved.at !== drafted.at && momentText('edited', saved),
    momentText('checked', checked),
    momentText('released', released),
    read_at && `read ${day(time(read_at))}`,
    ...reminded_at.map((at) => `reminded ${day(time(at))}`),
    momentText('answer acted on', noted),
  ]
  return (
    <PreviewPart>
      <p className={classes.quiet}>{`${lines.filter(Boolean).join('; ')}.`}</p>
    </PreviewPart>
  )
}

/** The versions before a correction, as they were sent. */
export const EarlierVersions = ({ result: { earlier } }: { result: ResultDetail }) =>
  earlier.length > 0 && (
    <PreviewPart title="Earlier versions">
      {earlier.map(({ edition, outcome, released, text, samples, unmet }) => (
        <details key={edition}>
          <summary>
            {`Version ${edition}: ${resultOutcome.label(outcome)}, released ${day(time(released.at))} by ${released.by}`}
          </summary>
          <div className={classes.stack}>
            {samples.length > 0 && <GrantedSamples samples={samples} />}
            {unmet.length > 0 && <UnmetRequests requests={unmet} />}
            <div className={`${classes.box} ${classes.mail}`}>{text}</div>
          </div>
        </details>
      ))}
    </PreviewPart>
  )
