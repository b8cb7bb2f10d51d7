import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { memo, useId, useMemo } from 'react'
import { address } from '#domain/address.ts'
import type { GridSample } from '#domain/allocation/contract.ts'
import { labelOf } from '#domain/masters/values.ts'
import { figure, termLabel } from '#web/lib/format/format.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import type { Place } from '#web/ui/grid/axes.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { SampleLink } from '#web/ui/text/sample_link.tsx'
import type { Claim } from '../state/assignments.ts'
import { keepForProposal, otherRowsOf, whyNotKeep } from '../state/clashes.ts'
import type { GridModel } from '../state/model.ts'
import { sampleFigures, sampleKind } from '../texts.ts'
import { type Asker, answeredPriority, askersOf } from './candidates.ts'
import classes from './panel.module.css'
import { AssignBox, MoreLines, PriorityMark, ScoreChip, useLineLimit } from './panel_parts.tsx'
import { answeredPiecesText, answersText, askText, comparedFigure, offBy } from './texts.ts'

interface FaceProps {
  model: GridModel
  column: number
  /** Changes with every change of the model, to render again. */
  version: number
  editable: boolean
  show: (place: Place) => (() => void) | null
}

/** The panel's view of a sample: who has it, who requests it by name, and whose request for any it could answer. */
export const BySample = memo(function BySample({ model, column, editable, show }: FaceProps) {
  const { byName, any } = useMemo(() => askersOf(model, column), [model, column])
  const list = { model, column, editable, show }
  return (
    <>
      <SampleCard sample={model.columns[column]!} />
      <Holders {...list} />
      <Askers
        {...list}
        key={`named ${column}`}
        title="Asked for by name"
        none="No proposal asks for it by name"
        askers={byName}
      />
      <Askers
        {...list}
        key={`any ${column}`}
        title="Could answer an Any request"
        none="Matches no open request for Any"
        askers={any}
      />
    </>
  )
})

interface AskersProps extends Omit<FaceProps, 'version'> {
  title: string
  /** Shown without askers. */
  none: string
  askers: readonly Asker[]
}

function Askers({ title, none, askers, ...list }: AskersProps) {
  const most = useLineLimit()
  const shown = askers.slice(0, most.value)
  return (
    <section className={classes.part} aria-label={title}>
      <h3>
        {title} <small>{askers.length}</small>
      </h3>
      {askers.length === 0 && <p className={classes.none}>{none}</p>}
      <ul className={classes.lines}>
        {shown.map((asker) => (
          <AskerLine key={asker.row} {...list} {...asker} />
        ))}
      </ul>
      <MoreLines of={title} shown={shown.length} all={askers.length} most={most} />
    </section>
  )
}

/** Kind, figures and origin of a sample, with links to its history and the sample database. */
const SampleCard = ({ sample }: { sample: GridSample }) => (
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

interface HoldersProps {
  model: GridModel
  column: number
  editable: boolean
  show: (place: Place) => (() => void) | null
}

/** The claims on a sample; in a clash each with a button that keeps the sample for it. */
function Holders({ model, column, editable, show }: HoldersProps) {
  const claims = model.claims(column)
  const clash = model.hasClash(column)
  if (claims.length === 0) return null
  return (
    <section className={classes.part} data-clash={clash || undefined} aria-label="Held by">
      <h3 className={clash ? classes.bad : undefined}>
        {clash ? `Assigned to ${claims.length} proposals` : 'Held by'}
      </h3>
      <ul className={classes.holders}>
        {claims.map((claim) => (
          <Holder
            key={`${claim.term_id} ${claim.proposal_id}`}
            {...{ model, column, editable, show, claim, clash }}
          />
        ))}
      </ul>
    </section>
  )
}

const state = ({ confirmed, saved }: Claim) =>
  [confirmed ? 'confirmed' : 'assigned', !saved && 'not saved'].filter(Boolean).join(', ')

function Holder({
  model,
  column,
  editable,
  show,
  claim,
  clash,
}: HoldersProps & { claim: Claim; clash: boolean }) {
  const row = claim.term_id === null ? model.assignments.rowOfProposal(claim.proposal_id) : undefined
  if (row === undefined)
    return (
      <li>
        {claim.confirmed && <IconLock size={12} aria-hidden />} <b>{claim.proposal_id}</b>
        {claim.term_id !== null && ` of ${termLabel(claim.term_id)}`}
        <p>{state(claim)}</p>
      </li>
    )
  const place = { row, column }
  const proposal = model.rows[row]!
  const why = whyNotKeep(model, place)
  const answering = answeredPriority(model, place)
  return (
    <li>
      <span className={classes.who}>
        <AssignBox
          model={model}
          place={place}
          priority={model.assignments.valueAt(place).priority}
          editable={editable}
        />
        <ScoreChip score={proposal.global_score} />
        <span className={classes.rank}>Rank {figure(proposal.rank)}</span>
      </span>
      <ToRow model={model} place={place} show={show} />
      <p>
        {answersText(answering)}, {state(claim)}
      </p>
      {editable && clash && otherRowsOf(model, place).length > 0 && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            mt={4}
            disabled={why !== null}
            onClick={() => keepForProposal(model, place)}
          >
            Keep for {claim.proposal_id}
          </Button>
          {why !== null && <p>{why}</p>}
        </>
      )}
    </li>
  )
}

interface AskerLineProps extends Asker {
  model: GridModel
  column: number
  editable: boolean
  show: (place: Place) => (() => void) | null
}

/** A proposal that requests a sample: score and rank, the request, and what it has already. */
function AskerLine({ model, row, column, request, editable, show }: AskerLineProps) {
  const proposal = model.rows[row]!
  const place = { row, column }
  const measure = comparedFigure(request)
  const off = offBy(measure.asked, measure.of(model.columns[column]!))
  const below = useId()
  return (
    <li className={classes.asker}>
      <AssignBox
        model={model}
        place={place}
        priority={request.priority}
        editable={editable}
        describedBy={below}
      />
      <span className={classes.who}>
        <ScoreChip score={proposal.global_score} />
        <ToRow model={model} place={place} show={show} />
        <span className={classes.rank}>Rank {figure(proposal.rank)}</span>
      </span>
      <span id={below} className={classes.below}>
        <PriorityMark priority={request.priority} />{' '}
        {request.sample_id === null && `${askText(request)}${off === '-' ? '' : `, off by ${off}`}; `}
        has {answeredPiecesText(model.answers.row(row))}
        {proposal.conflict &&
          '; you have a conflict of interest with it, so someone else must assign its samples'}
      </span>
    </li>
  )
}

interface ToRowProps {
  model: GridModel
  place: Place
  show: AskerLineProps['show']
}

/** Number and proposer of a proposal, a button that goes to its row in the grid. */
function ToRow({ model, place, show }: ToRowProps) {
  const { id, name } = model.rows[place.row]!
  const go = show(place)
  const says = (
    <>
      <b>{id}</b> {name}
    </>
  )
  if (!go) return <span title="Not among the proposals that the grid shows">{says}</span>
  return (
    <button type="button" className={classes.name} onClick={go} title={`Show proposal ${id} in the grid`}>
      {says}
    </button>
  )
}
