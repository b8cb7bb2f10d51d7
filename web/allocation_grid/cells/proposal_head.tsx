import { IconCheck } from '@tabler/icons-react'
import { createContext, Fragment, memo, useContext } from 'react'
import { address } from '#domain/address.ts'
import type { GridProposal } from '#domain/allocation/contract.ts'
import { scoreColour } from '#domain/staff/status.ts'
import { figure } from '#web/lib/format/format.ts'
import { shade } from '#web/tokens.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import type { GridSizes, TextSpace } from '../geometry/sizes.ts'
import { countFitting, textWidth } from '../geometry/text_fit.ts'
import type { Subject } from '../state/model.ts'
import { type GridRequest, namedSamples, type RowAnswers, type RowSample } from '../state/requests.ts'
import { answeredText, namedSamplesText, requestText, shortAnsweredText } from '../texts.ts'
import classes from './head.module.css'
import { DetailsButton, MoreButton, NameButton, SIGN_WIDTH } from './head_parts.tsx'

interface ProposalHeadProps {
  proposal: GridProposal
  row: number
  answers: RowAnswers
  sizes: GridSizes
  of: 'row' | 'column'
  onDetails: (subject: Subject) => void
}

/** The head of a proposal: proposer, title, scores, requests and assignments, as far as the zoom leaves space. */
export const ProposalHead = memo(function ProposalHead({ onDetails, ...head }: ProposalHeadProps) {
  const open = () => onDetails({ proposal: head.proposal, row: head.row })
  if (head.sizes.zoom === 'large') return <LargeHead {...head} open={open} />
  return head.of === 'row' ? <RowHead {...head} open={open} /> : <ColumnHead {...head} open={open} />
})

type HeadProps = Omit<ProposalHeadProps, 'onDetails'> & { open: () => void }

/** Three lines: score, number, name and rank; title and answered requests; the samples by name, or at medium zoom the requests. */
const RowHead = ({ proposal, answers, sizes, open }: HeadProps) => (
  <div className={sizes.names.lines > 0 ? `${classes.row} ${classes.dense}` : classes.row}>
    <div className={classes.line}>
      <Score of={proposal} />
      <Id of={proposal} />
      <NameButton of={`proposal ${proposal.id}`} says={proposal.name} open={open} wide />
      <span className={classes.quiet}>{proposal.rank === null ? '' : `Rank ${figure(proposal.rank)}`}</span>
    </div>
    <div className={classes.second}>
      <span className={classes.cut} title={proposal.title}>
        {proposal.title}
      </span>
      <Count answers={answers} />
    </div>
    {sizes.names.lines > 0 && (
      <SampleNames proposal={proposal} answers={answers} space={sizes.names} open={open} />
    )}
    {sizes.zoom === 'medium' && <RequestList proposal={proposal} room={sizes.requests} open={open} />}
  </div>
)

const ColumnHead = ({ proposal, answers, sizes, open }: HeadProps) => (
  <div className={classes.column} title={`${proposal.id}: ${proposal.title}`}>
    <Score of={proposal} />
    <b>{proposal.id}</b>
    <NameButton of={`proposal ${proposal.id}`} says={proposal.name} open={open} />
    <Count answers={answers} brief />
    {sizes.zoom === 'medium' && <RequestList proposal={proposal} room={sizes.requests} open={open} />}
  </div>
)

const Score = ({ of: { global_score } }: { of: GridProposal }) => (
  <span className={classes.score} style={shade(scoreColour(global_score))}>
    {figure(global_score)}
  </span>
)

const Id = ({ of: { id } }: { of: GridProposal }) => (
  <ScreenLink to={address('/proposals/detail/$id', { id })} tabIndex={-1}>
    {id}
  </ScreenLink>
)

/** How many of the requested pieces are assigned; red where there are too many. */
const Count = ({ answers, brief = false }: { answers: RowAnswers; brief?: boolean }) => (
  <span className={answers.surplus.length > 0 ? `${classes.still} ${classes.over}` : classes.still}>
    {(brief ? shortAnsweredText : answeredText)(answers)}
  </span>
)

interface SampleNamesProps {
  proposal: GridProposal
  answers: RowAnswers
  space: TextSpace
  open: () => void
}

/** The width of the check mark before an assigned sample, and of the text in its line relative to regular text. */
const CHECK_WIDTH = 14
const SMALL = 0.95

/** The samples that a proposal requests by name or has, as far as they fit; those that it has are bold, with a check mark. */
function SampleNames({ proposal, answers, space, open }: SampleNamesProps) {
  const samples = namedSamples(proposal, answers)
  const widths = samples.map(
    ({ name, assigned }) => SIGN_WIDTH + SMALL * textWidth(name) + (assigned ? CHECK_WIDTH : 0),
  )
  const shown = countFitting(widths, space, textWidth('+88'))
  const left = samples.length - shown
  return (
    <div className={classes.names} title={namedSamplesText(samples)}>
      {samples.slice(0, shown).map(({ sample_id, db_type, name, assigned }) => (
        <span key={sample_id} className={assigned ? classes.given : undefined}>
          {assigned && <IconCheck size={12} stroke={2.5} role="img" aria-label="assigned" />}
          <SampleName asteroid={db_type} name={name} />
        </span>
      ))}
      {left > 0 && <MoreButton of={`proposal ${proposal.id}`} says={`+${left}`} open={open} />}
    </div>
  )
}

/** From this width on the assigned samples are beside the scores. */
const WIDE = 300
/** The width of the score and the gaps of its line. */
const SCORE = 70
/** The width of regular text relative to bold text. */
const LIGHT = 0.9

/** The head at large zoom. A button opens what does not fit. */
function LargeHead({ proposal, answers, sizes: { requests: room }, open }: HeadProps) {
  const has = answers.assigned
  const rank = `Rank ${figure(proposal.rank)}`
  const given = has.slice(0, countFittingSamples(has, room, rank + answeredText(answers)))
  const left = has.length - given.length
  return (
    <div className={classes.whole}>
      <div className={classes.headline}>
        <Id of={proposal} />
        <span className={classes.name}>{proposal.name}</span>
        <DetailsButton of={`proposal ${proposal.id}`} open={open} />
      </div>
      <div className={classes.title}>{proposal.title}</div>
      <div className={classes.scores}>
        <Score of={proposal} />
        <span>{rank}</span>
        <Count answers={answers} />
        {given.length > 0 && <AssignedSamples samples={given} />}
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

type Assigned = readonly Pick<RowSample, 'sample_id' | 'db_type' | 'name'>[]

/** How many assigned samples fit into the line of the scores, or into a line of their own. */
function countFittingSamples(samples: Assigned, { width, lines }: TextSpace, beside: string) {
  if (lines === 0) return 0
  const free = width > WIDE ? width - SCORE - textWidth(beside) : width
  const widths = samples.map(({ name }) => SIGN_WIDTH + LIGHT * textWidth(name))
  return countFitting(widths, { width: free - LIGHT * textWidth('Assigned: '), lines: 1 }, 0)
}

/** The samples assigned to a proposal in any grid. */
const AssignedSamples = ({ samples }: { samples: Assigned }) => (
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
  room: TextSpace
  /** What else does not fit: '2 assigned'. */
  left?: string
  open: () => void
}

/** The requests of a proposal, those of this grid first; a button opens what does not fit. */
function RequestList({ proposal, room, left = '', open }: RequestListProps) {
  const { requested_samples: asked } = proposal
  const requests = [...asked.filter(({ target }) => target), ...asked.filter(({ target }) => !target)]
  const shown = countFittingRequests(requests, room, left)
  const says = [left, hiddenRequestsText(requests.length, shown)].filter((text) => text !== '').join(', ')
  return (
    <div className={classes.requests}>
      {requests.slice(0, shown).map((request) =>
        request.target ? (
          <span key={request.id} className={classes.target}>
            <RequestLink proposal_id={proposal.id} request={request} />
          </span>
        ) : (
          <small key={request.id}>
            (<Request of={request} />)
          </small>
        ),
      )}
      {says !== '' && <MoreButton of={`proposal ${proposal.id}`} says={says} open={open} />}
    </div>
  )
}

/** A request of this grid, a button that goes to its sample. */
function RequestLink({ proposal_id, request }: { proposal_id: number; request: GridRequest }) {
  const lead = useContext(RequestLinkContext)
  return (
    <button type="button" tabIndex={-1} className={classes.way} onClick={() => lead?.(proposal_id, request)}>
      <Request of={request} />
    </button>
  )
}

/** The number of requests that are not shown: '+8', '4 requests', or ''. */
function hiddenRequestsText(all: number, shown: number): string {
  if (shown === all) return ''
  if (shown > 0) return `+${all - shown}`
  return `${all} ${all === 1 ? 'request' : 'requests'}`
}

function countFittingRequests(requests: readonly GridRequest[], room: TextSpace, left: string) {
  const widths = requests.map((request) => PRIORITY_WIDTH + SIGN_WIDTH + textWidth(requestText(request)))
  const button = textWidth([left, '+88'].filter((text) => text !== '').join(', '))
  return countFitting(widths, room, button, left !== '')
}

/** A request in one line: priority, asteroid and text. */
const Request = ({ of: request }: { of: GridRequest }) => (
  <>
    {request.priority} <SampleName asteroid={request.db_type} name={requestText(request)} />
  </>
)

/** Goes from a request to the sample that answers it or could. */
export const RequestLinkContext = createContext<((proposal_id: number, request: GridRequest) => void) | null>(
  null,
)
