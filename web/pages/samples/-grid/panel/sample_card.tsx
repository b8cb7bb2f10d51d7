import { address } from '#domain/address.ts'
import type { GridSample } from '#domain/allocation/contract.ts'
import { labelOf } from '#domain/masters/values.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { SampleLink } from '../../-sample_link.tsx'
import { sampleFigures, sampleKind } from '../words.ts'
import classes from './panel.module.css'

/** What a sample is: its kind, its figures, where it was found, and the ways to its history and the sample database. */
export const SampleCard = ({ sample }: { sample: GridSample }) => (
  <div className={classes.part}>
    <div className={classes.who}>
      <b>
        <SampleName asteroid={sample.db_type} name={sample.name} />
      </b>
      <span className={classes.rank}>
        <ScreenLink to={address('/samples/history/$id', { id: sample.id })} inherit>
          History
        </ScreenLink>
        <SampleLink sample={sample} />
      </span>
    </div>
    <p>
      {sampleKind(sample)}: {[...sampleFigures(sample), ...origin(sample)].join(', ')}
    </p>
    {sample.description !== '' && <p className={classes.remarks}>{sample.description}</p>}
    {sample.source !== '' && <p className={classes.remarks}>Source: {sample.source}</p>}
  </div>
)

const origin = ({ chamber, dish }: GridSample) => [
  ...(chamber ? [`chamber ${labelOf('ChamberList', chamber)}`] : []),
  ...(dish ? [`dish ${dish}`] : []),
]
