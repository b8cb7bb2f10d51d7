import { Fragment } from 'react'
import { address } from '#domain/address.ts'
import type { GridProposal } from '#domain/allocation/contract.ts'
import { scoreColour } from '#domain/staff/score_band.ts'
import { figure } from '#web/lib/format.ts'
import { shade } from '#web/tokens.ts'
import { SampleName } from '#web/ui/asteroid.tsx'
import { ScreenLink } from '#web/ui/screen_link.tsx'
import { fitting, widthOf } from './fit.ts'
import classes from './grid.module.css'
import { Details, More } from './head_buttons.tsx'
import type { Room } from './measures.ts'
import type { GridModel } from './model.ts'
import { Request } from './request.tsx'
import { type GridRequest, requestText } from './words.ts'

interface ProposalHeadProps {
  model: GridModel
  proposal: GridProposal
  row: number
  room: Room
  open: () => void
}

/** In a head as wide as this what is assigned stands beside the scores. */
const WIDE = 300
/** What stands before a name or a request: the sign of its asteroid, a priority, a bracket. */
const SIGN = 17
const PRIORITY = 20
/** The score, and the gaps of its line. */
const SCORE = 70
/** What is not bold is narrower. */
const LIGHT = 0.9

/** The head of a proposal: who, what, its scores, what it asks for and has. What has no room is a press away. */
export function ProposalHead({ model, proposal, row, room, open }: ProposalHeadProps) {
  const { requested_samples: asked, assigned_samples: has } = proposal
  const answers = model.answers.row(row)
  const over = answers.over.length > 0
  const requests = [...asked.filter(({ target }) => target), ...asked.filter(({ target }) => !target)]
  const rank = `Rank ${figure(proposal.rank)}`
  const count = `${answers.pieces.given} of ${answers.pieces.asked}${over ? ' over-asked' : ''}`
  const given = has.slice(0, givenFitting(has, room, rank + count))
  const left = more('assigned', has.length, given.length)
  const shown = requestsFitting(requests, room, left)
  const says = [left, more('', requests.length, shown)].filter((text) => text !== '').join(', ')
  const name = `proposal ${proposal.id}`
  return (
    <>
      <div className={classes.headline}>
        <ScreenLink to={address('/proposals/detail/$id', { id: proposal.id })}>{proposal.id}</ScreenLink>
        <span className={classes.name}>{proposal.name}</span>
        <Details of={name} open={open} />
      </div>
      <div className={classes.title}>{proposal.title}</div>
      <div className={classes.scores}>
        <span className={classes.score} style={shade(scoreColour(proposal.global_score))}>
          {figure(proposal.global_score)}
        </span>
        <span>{rank}</span>
        <span className={over ? classes.over : undefined}>{count}</span>
        {given.length > 0 && <Given samples={given} />}
      </div>
      <div className={classes.requests}>
        {requests.slice(0, shown).map((request) =>
          request.target ? (
            <span key={request.id} className={classes.target}>
              <Request of={request} />
            </span>
          ) : (
            <small key={request.id}>
              (<Request of={request} />)
            </small>
          ),
        )}
        {says !== '' && <More of={name} says={says} open={open} />}
      </div>
    </>
  )
}

/** What of `all` is not shown: '+8', '4 requests', '+2 assigned', or nothing. */
function more(what: '' | 'assigned', all: number, shown: number): string {
  if (shown === all) return ''
  if (what !== '') return `${shown === 0 ? '' : '+'}${all - shown} ${what}`
  if (shown > 0) return `+${all - shown}`
  return `${all} ${all === 1 ? 'request' : 'requests'}`
}

type Assigned = GridProposal['assigned_samples']

/** How many of the samples that a proposal has find room in the line of its scores, or in one of their own. */
function givenFitting(samples: Assigned, { width, lines }: Room, beside: string) {
  if (lines === 0) return 0
  const free = width > WIDE ? width - SCORE - widthOf(beside) : width
  const widths = samples.map(({ name }) => SIGN + LIGHT * widthOf(name))
  return fitting(widths, { width: free - LIGHT * widthOf('Assigned: '), lines: 1 }, 0)
}

function requestsFitting(requests: readonly GridRequest[], room: Room, left: string) {
  const widths = requests.map((request) => PRIORITY + SIGN + widthOf(requestText(request)))
  const button = widthOf([left, '+88'].filter((text) => text !== '').join(', '))
  return fitting(widths, room, button, left !== '')
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
