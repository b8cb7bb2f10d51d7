import { useContext } from 'react'
import type { GridProposal } from '#domain/allocation/contract.ts'
import type { GridRequest } from './answers.ts'
import { fitting, widthOf } from './fit.ts'
import classes from './head.module.css'
import { More, SIGN_WIDTH } from './head_buttons.tsx'
import { RequestWay } from './lens/request_way.ts'
import type { Room } from './measures.ts'
import { Request } from './request.tsx'
import { requestText } from './words.ts'

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
export function RequestList({ proposal, room, left = '', open }: RequestListProps) {
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
