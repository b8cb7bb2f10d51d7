import { createContext, Fragment, memo, useContext } from 'react'
import { address } from '#domain/address.ts'
import type { GridProposal } from '#domain/allocation/contract.ts'
import { scoreColour } from '#domain/staff/status.ts'
import { figure } from '#web/lib/format/format.ts'
import { shade } from '#web/tokens.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import type { Subject } from '../geometry/axes.ts'
import type { Measures, Room } from '../geometry/sizes.ts'
import { fitting, widthOf } from '../geometry/text_fit.ts'
import type { GridRequest, RowAnswers } from '../state/requests.ts'
import { givenBriefly, givenText, requestText } from '../texts.ts'
import classes from './head.module.css'
import { Details, More, Open, SIGN_WIDTH } from './head_parts.tsx'

interface ProposalHeadProps {
  proposal: GridProposal
  row: number
  answers: RowAnswers
  measures: Measures
  /** It is the head of a row or of a column. */
  of: 'row' | 'column'
  onDetails: (subject: Subject) => void
}

/** The head of a proposal: who, what, its scores, what it asks for and has, as much as the zoom has room for. */
export const ProposalHead = memo(function ProposalHead({ onDetails, ...head }: ProposalHeadProps) {
  const open = () => onDetails({ proposal: head.proposal, row: head.row })
  if (head.measures.zoom === 'large') return <Whole {...head} open={open} />
  return head.of === 'row' ? <InRow {...head} open={open} /> : <InColumn {...head} open={open} />
})

type HeadProps = Omit<ProposalHeadProps, 'onDetails'> & { open: () => void }

/** Two lines: score, number, name and rank; title, and what is given of what is asked. Where there is room a third of requests. */
const InRow = ({ proposal, answers, measures, open }: HeadProps) => (
  <div className={classes.row}>
    <div className={classes.line}>
      <Score of={proposal} />
      <Id of={proposal} />
      <Open of={`proposal ${proposal.id}`} says={proposal.name} open={open} wide />
      <span className={classes.quiet}>{proposal.rank === null ? '' : `Rank ${figure(proposal.rank)}`}</span>
    </div>
    <div className={classes.second}>
      <span className={classes.cut} title={proposal.title}>
        {proposal.title}
      </span>
      <Count answers={answers} />
    </div>
    {measures.zoom === 'medium' && <RequestList proposal={proposal} room={measures.requests} open={open} />}
  </div>
)

const InColumn = ({ proposal, answers, measures, open }: HeadProps) => (
  <div className={classes.column} title={`${proposal.id}: ${proposal.title}`}>
    <Score of={proposal} />
    <b>{proposal.id}</b>
    <Open of={`proposal ${proposal.id}`} says={proposal.name} open={open} />
    <Count answers={answers} brief />
    {measures.zoom === 'medium' && <RequestList proposal={proposal} room={measures.requests} open={open} />}
  </div>
)

const Score = ({ of: { global_score } }: { of: GridProposal }) => (
  <span className={classes.score} style={shade(scoreColour(global_score))}>
    {figure(global_score)}
  </span>
)

const Id = ({ of: { id } }: { of: GridProposal }) => (
  <ScreenLink to={address('/proposals/detail/$id', { id })}>{id}</ScreenLink>
)

/** What it is given of what it asks for; red where that is too much. */
const Count = ({ answers, brief = false }: { answers: RowAnswers; brief?: boolean }) => (
  <span className={answers.over.length > 0 ? `${classes.still} ${classes.over}` : classes.still}>
    {(brief ? givenBriefly : givenText)(answers)}
  </span>
)

/** In a head as wide as this what is assigned stands beside the scores. */
const WIDE = 300
/** The score, and the gaps of its line. */
const SCORE = 70
/** What is not bold is narrower. */
const LIGHT = 0.9

/** All that is known, in a head of many lines. What has no room is a press away. */
function Whole({ proposal, answers, measures: { requests: room }, open }: HeadProps) {
  const { assigned_samples: has } = proposal
  const rank = `Rank ${figure(proposal.rank)}`
  const given = has.slice(0, givenFitting(has, room, rank + givenText(answers)))
  const left = has.length - given.length
  return (
    <div className={classes.whole}>
      <div className={classes.headline}>
        <Id of={proposal} />
        <span className={classes.name}>{proposal.name}</span>
        <Details of={`proposal ${proposal.id}`} open={open} />
      </div>
      <div className={classes.title}>{proposal.title}</div>
      <div className={classes.scores}>
        <Score of={proposal} />
        <span>{rank}</span>
        <Count answers={answers} />
        {given.length > 0 && <Given samples={given} />}
      </div>
      <RequestList
        proposal={proposal}
        room={room}
        left={left === 0 ? '' : `${given.length === 0 ? '' : '+'}${left} assigned`}
        open={open}
      />
    </div>
  )
}

type Assigned = GridProposal['assigned_samples']

/** How many of the samples that a proposal has find room in the line of its scores, or in one of their own. */
function givenFitting(samples: Assigned, { width, lines }: Room, beside: string) {
  if (lines === 0) return 0
  const free = width > WIDE ? width - SCORE - widthOf(beside) : width
  const widths = samples.map(({ name }) => SIGN_WIDTH + LIGHT * widthOf(name))
  return fitting(widths, { width: free - LIGHT * widthOf('Assigned: '), lines: 1 }, 0)
}

/** What is assigned already, in any grid. */
const Given = ({ samples }: { samples: Assigned }) => (
  <span className={classes.given}>
    Assigned:{' '}
    {samples.map(({ sample_id, db_type, name }, n) => (
      <Fragment key={sample_id}>
        {n > 0 && ', '}
        <SampleName asteroid={db_type} name={name} />
      </Fragment>
    ))}
  </span>
)

/** The width of the priority before a request, in pixels. */
const PRIORITY_WIDTH = 20

interface RequestListProps {
  proposal: GridProposal
  room: Room
  /** What else of the proposal has no room: '2 assigned'. */
  left?: string
  open: () => void
}

/** What a proposal asks for, what the grid is for first; the rest is a press away. */
function RequestList({ proposal, room, left = '', open }: RequestListProps) {
  const { requested_samples: asked } = proposal
  const requests = [...asked.filter(({ target }) => target), ...asked.filter(({ target }) => !target)]
  const shown = requestsFitting(requests, room, left)
  const says = [left, more(requests.length, shown)].filter((text) => text !== '').join(', ')
  return (
    <div className={classes.requests}>
      {requests.slice(0, shown).map((request) =>
        request.target ? (
          <span key={request.id} className={classes.target}>
            <Way proposal_id={proposal.id} request={request} />
          </span>
        ) : (
          <small key={request.id}>
            (<Request of={request} />)
          </small>
        ),
      )}
      {says !== '' && <More of={`proposal ${proposal.id}`} says={says} open={open} />}
    </div>
  )
}

/** A request that this grid is for: pressed, it leads to its sample. */
function Way({ proposal_id, request }: { proposal_id: number; request: GridRequest }) {
  const lead = useContext(RequestWay)
  return (
    <button type="button" className={classes.way} onClick={() => lead?.(proposal_id, request)}>
      <Request of={request} />
    </button>
  )
}

/** What of `all` requests is not shown: '+8', '4 requests', or nothing. */
function more(all: number, shown: number): string {
  if (shown === all) return ''
  if (shown > 0) return `+${all - shown}`
  return `${all} ${all === 1 ? 'request' : 'requests'}`
}

function requestsFitting(requests: readonly GridRequest[], room: Room, left: string) {
  const widths = requests.map((request) => PRIORITY_WIDTH + SIGN_WIDTH + widthOf(requestText(request)))
  const button = widthOf([left, '+88'].filter((text) => text !== '').join(', '))
  return fitting(widths, room, button, left !== '')
}

/** A request in one line: its priority, the sign of its asteroid, and what it asks for. */
const Request = ({ of: request }: { of: GridRequest }) => (
  <>
    {request.priority} <SampleName asteroid={request.db_type} name={requestText(request)} />
  </>
)

/** Leads from what a proposal asks for to the sample that answers it, or would. */
export const RequestWay = createContext<((proposal_id: number, request: GridRequest) => void) | null>(null)
