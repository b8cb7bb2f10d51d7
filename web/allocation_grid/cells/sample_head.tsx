import type { GridSample } from '#domain/allocation/contract.ts'
import { BENNU, labelOf } from '#domain/masters/values.ts'
import { AsteroidMark, SampleName } from '#web/ui/text/asteroid.tsx'
import type { GridSizes, TextSpace } from '../geometry/sizes.ts'
import { countFitting, textWidth } from '../geometry/text_fit.ts'
import type { Claim } from '../state/assignments.ts'
import type { GridModel, Subject } from '../state/model.ts'
import { claimsTexts, sampleFigures, sampleKind, shortFigures, shortName } from '../texts.ts'
import classes from './head.module.css'
import { DetailsButton, MoreButton, NameButton, SIGN_WIDTH } from './head_parts.tsx'

interface SampleHeadProps {
  model: GridModel
  sample: GridSample
  column: number
  sizes: GridSizes
  of: 'row' | 'column'
  onDetails: (subject: Subject) => void
}

interface HeadProps {
  sample: GridSample
  sizes: GridSizes
  claims: readonly Claim[]
  clash: boolean
  open: () => void
}

/** The head of a sample: name, kind, figures and claims, as far as the zoom leaves space. */
export function SampleHead({ model, sample, column, sizes, of, onDetails }: SampleHeadProps) {
  const head = {
    sample,
    sizes,
    claims: model.claims(column),
    clash: model.hasClash(column),
    open: () => onDetails({ sample, column }),
  }
  if (sizes.zoom === 'large') return <LargeHead {...head} />
  return of === 'row' ? <RowHead {...head} /> : <ColumnHead {...head} />
}

/** The estimated width of the texts of a column head relative to regular text: names are bold, figures set tightly. */
const NAME_SCALE = 0.95
const FIGURE_SCALE = 0.78
const HEAD_PADDING = 10

/** The width of a sample's column: the usual one, or what its name and figures need. */
export function sampleHeadWidth(sample: GridSample, sizes: GridSizes): number {
  const usual = sample.db_type === BENNU ? sizes.wideWidth : sizes.cellWidth
  if (sizes.zoom === 'large') return usual
  const small = sizes.zoom === 'small'
  const widths = [
    NAME_SCALE * textWidth(small ? shortName(sample.name) : sample.name),
    ...(small ? shortFigures(sample) : sampleFigures(sample)).map((text) => FIGURE_SCALE * textWidth(text)),
  ]
  return Math.max(usual, Math.ceil(Math.max(...widths)) + HEAD_PADDING)
}

/** The tooltip of the head. */
const sampleTitle = ({ sample, claims, clash }: HeadProps) =>
  [`${sample.name}: ${sampleKind(sample)}`, ...sampleFigures(sample), claimsTexts(claims, clash).join(', ')]
    .filter((text) => text !== '')
    .join(', ')

/** The asteroid above the name, and two figures; at medium zoom also kind and claims. */
const ColumnHead = (head: HeadProps) => {
  const { sample, sizes, claims, clash, open } = head
  const small = sizes.zoom === 'small'
  const name = small ? shortName(sample.name) : sample.name
  return (
    <div className={classes.column} title={sampleTitle(head)}>
      <AsteroidMark asteroid={sample.db_type} />
      <NameButton of={sample.name} says={name} open={open} clash={clash} />
      {!small && <span className={classes.cut}>{sampleKind(sample)}</span>}
      {(small ? shortFigures(sample) : sampleFigures(sample)).map((text) => (
        <span key={text} className={classes.cut}>
          {text}
        </span>
      ))}
      {!small && <ClaimsLine claims={claims} clash={clash} />}
    </div>
  )
}

/** The name, shortened if it does not fit, and the type beside it. */
const RowHead = (head: HeadProps) => {
  const { sample, sizes, claims, clash, open } = head
  const fits = SIGN_WIDTH + textWidth(sample.name) <= sizes.claims.width
  const taken = <ClaimsLine claims={claims} clash={clash} />
  return (
    <div className={classes.row} title={sampleTitle(head)}>
      <div className={classes.line}>
        <AsteroidMark asteroid={sample.db_type} />
        <NameButton
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
        {sizes.zoom === 'small' && taken}
      </div>
      {sizes.zoom === 'medium' && <div className={classes.second}>{taken}</div>}
    </div>
  )
}

/** The claims in one line, truncated. */
const ClaimsLine = ({ claims, clash }: Pick<HeadProps, 'claims' | 'clash'>) =>
  claims.length > 0 && (
    <span className={`${classes.cut} ${clash ? classes.over : classes.taken}`}>
      {claimsTexts(claims, clash).join(', ')}
    </span>
  )

const LargeHead = ({ sample, sizes, claims, clash, open }: HeadProps) => (
  <div className={classes.whole}>
    <div className={classes.headline}>
      <div className={classes.sample}>
        <SampleName asteroid={sample.db_type} name={sample.name} />
      </div>
      <DetailsButton of={sample.name} open={open} />
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
      room={sizes.claims}
      open={open}
    />
  </div>
)

interface ClaimsProps {
  of: string
  texts: readonly string[]
  clash: boolean
  room: TextSpace
  open: () => void
}

/** The claims on a sample; a button opens those that do not fit. */
function Claims({ of, texts, clash, room, open }: ClaimsProps) {
  if (texts.length === 0) return null
  const shown = Math.max(1, countFitting(texts.map(textWidth), room, textWidth('+88')))
  const left = texts.length - shown
  return (
    <div className={clash ? classes.over : classes.taken}>
      {texts.slice(0, shown).join(', ')}
      {left > 0 && <MoreButton of={`those who have ${of}`} says={`+${left}`} open={open} />}
    </div>
  )
}
