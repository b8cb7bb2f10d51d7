import type { GridSample } from '#domain/allocation/contract.ts'
import { labelOf } from '#domain/masters/values.ts'
import { AsteroidMark, SampleName } from '#web/ui/text/asteroid.tsx'
import type { Subject } from '../geometry/axes.ts'
import type { Measures, Room } from '../geometry/sizes.ts'
import { fitting, widthOf } from '../geometry/text_fit.ts'
import type { Claim } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import { claimsTexts, sampleFigures, sampleKind, shortFigures, shortName } from '../texts.ts'
import classes from './head.module.css'
import { Details, More, Open, SIGN_WIDTH } from './head_parts.tsx'

interface SampleHeadProps {
  model: GridModel
  sample: GridSample
  column: number
  measures: Measures
  /** It is the head of a row or of a column. */
  of: 'row' | 'column'
  onDetails: (subject: Subject) => void
}

interface HeadProps {
  sample: GridSample
  measures: Measures
  claims: readonly Claim[]
  clash: boolean
  open: () => void
}

/** The head of a sample: its name, kind and figures, and who has it, as much as the zoom has room for. */
export function SampleHead({ model, sample, column, measures, of, onDetails }: SampleHeadProps) {
  const head = {
    sample,
    measures,
    claims: model.claims(column),
    clash: model.clashes(column),
    open: () => onDetails({ sample, column }),
  }
  if (measures.zoom === 'large') return <Whole {...head} />
  return of === 'row' ? <InRow {...head} /> : <InColumn {...head} />
}

/** All of it in one line, for a pointer. */
const inWords = ({ sample, claims, clash }: HeadProps) =>
  [`${sample.name}: ${sampleKind(sample)}`, ...sampleFigures(sample), claimsTexts(claims, clash).join(', ')]
    .filter((text) => text !== '')
    .join(', ')

/** The sign of the asteroid above the name, and two figures; at medium also kind and claims. */
const InColumn = (head: HeadProps) => {
  const { sample, measures, claims, clash, open } = head
  const small = measures.zoom === 'small'
  const name = small ? shortName(sample.name) : sample.name
  return (
    <div className={classes.column} title={inWords(head)}>
      <AsteroidMark asteroid={sample.db_type} />
      <Open of={sample.name} says={name} open={open} clash={clash} />
      {!small && <span>{sampleKind(sample)}</span>}
      {(small ? shortFigures(sample) : sampleFigures(sample)).map((text) => (
        <span key={text} className={classes.cut}>
          {text}
        </span>
      ))}
      {!small && <Taken claims={claims} clash={clash} />}
    </div>
  )
}

/** The name, whole or as short as it has to be, and the type beside it; the sign says the asteroid. */
const InRow = (head: HeadProps) => {
  const { sample, measures, claims, clash, open } = head
  const fits = SIGN_WIDTH + widthOf(sample.name) <= measures.claims.width
  const taken = <Taken claims={claims} clash={clash} />
  return (
    <div className={classes.row} title={inWords(head)}>
      <div className={classes.line}>
        <AsteroidMark asteroid={sample.db_type} />
        <Open
          of={sample.name}
          says={fits ? sample.name : shortName(sample.name)}
          open={open}
          clash={clash}
          wide
        />
        <span className={classes.quiet}>{labelOf('sample_type', sample.sample_type)}</span>
      </div>
      <div className={classes.second}>
        <span className={classes.still}>{sampleFigures(sample).join(', ')}</span>
        {measures.zoom === 'small' && taken}
      </div>
      {measures.zoom === 'medium' && <div className={classes.second}>{taken}</div>}
    </div>
  )
}

/** Who has it, in one line; cut where there is no room. */
const Taken = ({ claims, clash }: Pick<HeadProps, 'claims' | 'clash'>) =>
  claims.length > 0 && (
    <span className={`${classes.cut} ${clash ? classes.over : classes.taken}`}>
      {claimsTexts(claims, clash).join(', ')}
    </span>
  )

const Whole = ({ sample, measures, claims, clash, open }: HeadProps) => (
  <div className={classes.whole}>
    <div className={classes.headline}>
      <div className={classes.sample}>
        <SampleName asteroid={sample.db_type} name={sample.name} />
      </div>
      <Details of={sample.name} open={open} />
    </div>
    <div className={classes.kind}>{sampleKind(sample)}</div>
    <div className={classes.figures}>
      {sampleFigures(sample).map((text) => (
        <span key={text}>{text}</span>
      ))}
    </div>
    <Claims
      of={sample.name}
      texts={claimsTexts(claims, clash)}
      clash={clash}
      room={measures.claims}
      open={open}
    />
  </div>
)

interface ClaimsProps {
  of: string
  texts: readonly string[]
  clash: boolean
  room: Room
  open: () => void
}

/** Who has a sample; those who find no room are counted and open. */
function Claims({ of, texts, clash, room, open }: ClaimsProps) {
  if (texts.length === 0) return null
  const shown = Math.max(1, fitting(texts.map(widthOf), room, widthOf('+88')))
  const left = texts.length - shown
  return (
    <div className={clash ? classes.over : classes.taken}>
      {texts.slice(0, shown).join(', ')}
      {left > 0 && <More of={`those who have ${of}`} says={`+${left}`} open={open} />}
    </div>
  )
}
