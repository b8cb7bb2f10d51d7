import { Fragment, memo } from 'react'
import { address } from '#domain/address.ts'
import type { GridProposal } from '#domain/allocation/contract.ts'
import type { Grid } from '#domain/allocation/grid.ts'
import { scoreColour } from '#domain/staff/score_band.ts'
import { figure } from '#web/lib/format.ts'
import { shade } from '#web/tokens.ts'
import { SampleName } from '#web/ui/asteroid.tsx'
import { ScreenLink } from '#web/ui/screen_link.tsx'
import { type Axes, columnSubject, rowSubject, type Subject } from './axes.ts'
import classes from './grid.module.css'
import type { GridModel } from './model.ts'
import { Request } from './request.tsx'
import { sampleFigures, sampleKind } from './words.ts'

interface HeadProps {
  model: GridModel
  axes: Axes
  grid: Grid
  /** The head of the row, or of the column, of this place on the screen. */
  of: 'row' | 'column'
  place: number
  onDetails: (subject: Subject) => void
  /** Changes when any tick does. */
  version: number
}

/** The head of a row or a column: a proposal or a sample. Plain elements: a fast scroll makes them by the hundred. */
export const Head = memo(function Head({ of, place, axes, ...rest }: HeadProps) {
  const subject = (of === 'row' ? rowSubject : columnSubject)(rest.model, axes, place)
  return 'proposal' in subject ? (
    <ProposalHead {...rest} subject={subject} />
  ) : (
    <SampleHead {...rest} subject={subject} />
  )
})

const Details = ({ of, open }: { of: string; open: () => void }) => (
  <button type="button" aria-label={`Details of ${of}`} onClick={open} className={classes.details}>
    i
  </button>
)

type Of<K extends 'proposal' | 'sample'> = Pick<HeadProps, 'model' | 'grid' | 'onDetails'> & {
  subject: Extract<Subject, Record<K, unknown>>
}

function ProposalHead({ model, grid, subject, onDetails }: Of<'proposal'>) {
  const { proposal, row } = subject
  const targets = proposal.requested_samples.filter(({ target }) => target)
  const others = proposal.requested_samples.filter(({ target }) => !target)
  return (
    <>
      <div className={classes.headline}>
        <ScreenLink to={address('/proposals/detail/$id', { id: proposal.id })}>{proposal.id}</ScreenLink>
        <span className={classes.name}>{proposal.name}</span>
        <Details of={`proposal ${proposal.id}`} open={() => onDetails(subject)} />
      </div>
      <div className={classes.title}>{proposal.title}</div>
      <div className={classes.scores}>
        <span className={classes.score} style={shade(scoreColour(proposal.global_score))}>
          {figure(proposal.global_score)}
        </span>
        <span>Rank {figure(proposal.rank)}</span>
        <Given
          samples={proposal.assigned_samples}
          given={model.given[row]!}
          asked={model.asked[row]!}
          over={model.overAsked(row)}
        />
      </div>
      <div className={classes.requests}>
        {targets.map((request) => (
          <span key={request.id} className={classes.target}>
            <Request grid={grid} of={request} />
          </span>
        ))}
        {others.map((request) => (
          <small key={request.id}>
            (<Request grid={grid} of={request} />)
          </small>
        ))}
      </div>
    </>
  )
}

interface GivenProps {
  given: number
  asked: number
  over: boolean
  samples: GridProposal['assigned_samples']
}

/** How many samples of how many asked for, more than asked marked; and what is assigned already, in any grid. */
const Given = ({ given, asked, over, samples }: GivenProps) => (
  <>
    <span className={over ? classes.over : undefined}>
      {given} of {asked}
      {over && ' over-asked'}
    </span>
    {samples.length > 0 && (
      <span className={classes.given}>
        Assigned:{' '}
        {samples.map(({ sample_id, db_type, name }, n) => (
          <Fragment key={sample_id}>
            {n > 0 && ', '}
            <SampleName asteroid={db_type} name={name} />
          </Fragment>
        ))}
      </span>
    )}
  </>
)

function SampleHead({ model, subject, onDetails }: Of<'sample'>) {
  const { sample, column } = subject
  return (
    <>
      <div className={classes.sample}>
        <SampleName asteroid={sample.db_type} name={sample.name} />
      </div>
      <div className={classes.headline}>
        <span className={classes.kind}>{sampleKind(sample)}</span>
        <Details of={sample.name} open={() => onDetails(subject)} />
      </div>
      <div className={classes.figures}>
        {sampleFigures(sample).map((text) => (
          <span key={text}>{text}</span>
        ))}
        <Taken {...model.standing(column)} />
      </div>
    </>
  )
}

/** Who has the sample: promised to one proposal, ticked for one, or for too many. */
function Taken({ takers, clash, promised }: ReturnType<GridModel['standing']>) {
  if (clash) return <span className={classes.over}>{takers > 1 ? `${takers} ticks: clash` : 'clash'}</span>
  if (promised) return <span className={classes.taken}>confirmed: {promised}</span>
  return takers > 0 ? <span className={classes.taken}>assigned</span> : null
}
