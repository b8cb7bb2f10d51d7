import type { GridSample } from '#domain/allocation/contract.ts'
import { BENNU, labelOf } from '#domain/masters/values.ts'
import { AsteroidMark, SampleName } from '#web/ui/text/asteroid.tsx'
import type { GridSizes, TextSpace } from '../geometry/sizes.ts'
import { countFitting, textWidth } from '../geometry/text_fit.ts'
import type { Claim } from '../state/assignments.ts'
import type { GridModel, Subject } from '../state/model.ts'
import { claimsTexts, sampleFigures, sampleKind, shortFigures, shortName } from '../texts.ts'
import classes from './head.module.css'
import { DetailsButton, MoreButton, NameButton } from './head_parts.tsx'

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
const ROW_PADDING = 28

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
      {!small && (
        <ClaimsLine
          of={sample.name}
          {...{ claims, clash, open }}
          space={sampleHeadWidth(sample, sizes) - HEAD_PADDING}
        />
      )}
    </div>
  )
}

/** The name, which is never cut, and the type beside it as far as there is space. */
const RowHead = (head: HeadProps) => {
  const { sample, sizes, claims, clash, open } = head
  const figures = sampleFigures(sample).join(', ')
  const taken = (space: number) => <ClaimsLine of={sample.name} {...{ claims, clash, open, space }} />
  const width = sizes.rowHead - ROW_PADDING
  return (
    <div className={classes.row} title={sampleTitle(head)}>
      <div className={classes.line}>
        <AsteroidMark asteroid={sample.db_type} />
        <NameButton of={sample.name} says={sample.name} open={open} clash={clash} />
        <span className={classes.type}>{labelOf('sample_type', sample.sample_type)}</span>
      </div>
      <div className={classes.second}>
        <span className={classes.still}>{figures}</span>
        {sizes.zoom === 'small' && taken(width - FIGURE_SCALE * textWidth(figures))}
      </div>
      {sizes.zoom === 'medium' && <div className={classes.second}>{taken(width)}</div>}
    </div>
  )
}

interface ClaimsLineProps extends Pick<HeadProps, 'claims' | 'clash' | 'open'> {
  of: string
  /** The width of the line in pixels. */
  space: number
}

/** The claims in one line, as many as fit. */
const ClaimsLine = ({ of, claims, clash, open, space }: ClaimsLineProps) => (
  <Claims
    of={of}
    texts={claimsTexts(claims, clash)}
    clash={clash}
    room={{ width: space, lines: 1 }}
    scale={FIGURE_SCALE}
    open={open}
  />
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
  /** The width of the texts relative to regular text. */
  scale?: number
  open: () => void
}

/** The claims on a sample; a button opens those that do not fit. */
function Claims({ of, texts, clash, room, scale = 1, open }: ClaimsProps) {
  if (texts.length === 0) return null
  const shown = Math.max(
    1,
    countFitting(
      texts.map((text) => scale * textWidth(text)),
      room,
      textWidth('+88'),
    ),
  )
  const left = texts.length - shown
  return (
    <div className={clash ? classes.over : classes.taken}>
      {texts.slice(0, shown).join(', ')}
      {left > 0 && <MoreButton of={`those who have ${of}`} says={`+${left}`} open={open} />}
    </div>
  )
}
