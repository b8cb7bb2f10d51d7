import { Button } from '@mantine/core'
import { memo, useState } from 'react'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import type { RequestGiven, RowGiven } from '../answers.ts'
import { type LineProps, ToColumn } from './candidate_line.tsx'
import { FIRST } from './more_lines.tsx'
import { MoveMenu } from './move_menu.tsx'
import classes from './panel.module.css'
import { ProposalCard } from './proposal_card.tsx'
import { RequestPart } from './request_part.tsx'
import { TickBox } from './tick_box.tsx'
import { askText, heldText, inGrid } from './words.ts'

interface FaceProps extends LineProps {
  /** Changes when any tick does. */
  version: number
}

const MANY = 50

/** What a proposal asks for, what answers it, and what it is given. */
export const ByProposal = memo(function ByProposal(props: FaceProps) {
  const { model, row, editable } = props
  const proposal = model.rows[row]!
  const [opened, setOpened] = useState(0)
  const answers = model.answers.row(row)
  const { byRequest, ofOthers, over } = answers
  const answering = new Set([...byRequest, ...ofOthers].flatMap(({ given }) => given))
  const loose = over.filter((one) => !answering.has(one))
  const suggested = model.layer
    .of(proposal.id)
    .filter(({ sample_id }) => model.ticks.columnOfSample(sample_id) !== undefined)
  const all = opened === proposal.id
  return (
    <>
      <ProposalCard proposal={proposal} answers={answers} />
      {loose.length > 0 && <Loose {...props} given={loose} />}
      {byRequest.map((one) => (
        <RequestPart key={one.request.id} {...props} {...one} least={all ? MANY : FIRST} />
      ))}
      {byRequest.length === 0 && <p className={classes.part}>It asks for nothing of this grid.</p>}
      {ofOthers.length > 0 && <Others requests={ofOthers} />}
      <div className={classes.foot}>
        {editable && suggested.length > 0 && (
          <Button variant="default" flex={1} onClick={() => model.take(suggested)}>
            Take {suggested.length} {suggested.length === 1 ? 'suggestion' : 'suggestions'}
          </Button>
        )}
        <Button variant="subtle" onClick={() => setOpened(all ? 0 : proposal.id)}>
          {all ? 'Fewer samples' : 'All samples'}
        </Button>
      </div>
    </>
  )
})

/** Ticks that answer no request of the proposal. */
const Loose = ({ model, row, editable, show, given }: LineProps & { given: readonly RowGiven[] }) => (
  <section className={classes.part} aria-label="Too many">
    <h3 className={classes.bad}>{given.length} too many: answers no request</h3>
    <ul className={classes.lines}>
      {given.map(({ sample_id, column }) => {
        if (column === null) return null
        const place = { row, column }
        const others = heldText(model, place)
        return (
          <li key={sample_id} className={classes.line} data-clash={model.clashes(column) || undefined}>
            <TickBox model={model} place={place} priority={null} editable={editable} />
            <span className={classes.sample}>
              <ToColumn model={model} place={place} show={show} />
            </span>
            {others !== '' && <span className={classes.below}>{others}</span>}
            <MoveMenu model={model} place={place} editable={editable} />
          </li>
        )
      })}
    </ul>
  </section>
)

/** Requests that other grids are for, and what is given for them. */
const Others = ({ requests }: { requests: readonly RequestGiven[] }) => (
  <section className={classes.others} aria-label="Requests of other grids">
    {requests.map(({ request, given }) => (
      <p key={request.id}>
        ({request.priority} <SampleName asteroid={request.db_type} name={askText(request)} />
        {given.map((one) => (
          <span key={one.sample_id}>
            ; given {one.name}, {one.column === null ? inGrid(one) : 'here'}
          </span>
        ))}
        )
      </p>
    ))}
  </section>
)
