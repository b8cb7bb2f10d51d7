import { Button } from '@mantine/core'
import { memo, useState } from 'react'
import { address } from '#domain/address.ts'
import type { GridProposal } from '#domain/allocation/contract.ts'
import { figure } from '#web/lib/format/format.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { EarlierLoans } from '#web/ui/custody/earlier_loans.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { Note } from '#web/ui/text/note.tsx'
import type { AnsweredRequest, RowAnswers, RowSample } from '../state/requests.ts'
import classes from './panel.module.css'
import { AssignBox, FIRST_LINES, RequestMenu, ScoreChip } from './panel_parts.tsx'
import { type LineProps, RequestPart, ToColumn } from './request_candidates.tsx'
import { askText, inGrid, moreThanRequested, otherClaimsText, servedText } from './texts.ts'

interface FaceProps extends LineProps {
  /** Changes with every change of the model, to render again. */
  version: number
}

const EXPANDED_LINES = 50

/** The panel's view of a proposal: its requests, candidates and assignments. */
export const ByProposal = memo(function ByProposal(props: FaceProps) {
  const { model, row, editable } = props
  const proposal = model.rows[row]!
  const [opened, setOpened] = useState(0)
  const answers = model.answers.row(row)
  const { byRequest, ofOtherGrids, surplus } = answers
  const answering = new Set([...byRequest, ...ofOtherGrids].flatMap(({ given }) => given))
  const unanswered = surplus.filter((one) => !answering.has(one))
  const suggested = model.suggestionLayer
    .of(proposal.id)
    .filter(({ sample_id }) => model.assignments.columnOfSample(sample_id) !== undefined)
  const all = opened === proposal.id
  return (
    <>
      <ProposalCard proposal={proposal} answers={answers} />
      {unanswered.length > 0 && <SurplusPart {...props} given={unanswered} />}
      {byRequest.map((one) => (
        <RequestPart key={one.request.id} {...props} {...one} least={all ? EXPANDED_LINES : FIRST_LINES} />
      ))}
      {byRequest.length === 0 && <p className={classes.part}>No requests of this kind.</p>}
      {ofOtherGrids.length > 0 && <OtherGridsPart requests={ofOtherGrids} />}
      <div className={classes.foot}>
        {editable && suggested.length > 0 && (
          <Button variant="default" flex={1} onClick={() => model.takeSuggestions(suggested)}>
            Accept {suggested.length} {suggested.length === 1 ? 'suggestion' : 'suggestions'}
          </Button>
        )}
        <Button variant="subtle" onClick={() => setOpened(all ? 0 : proposal.id)}>
          {all ? 'Fewer samples' : 'All samples'}
        </Button>
      </div>
    </>
  )
})

/** Assignments that answer no request of the proposal. */
const SurplusPart = ({ model, row, editable, show, given }: LineProps & { given: readonly RowSample[] }) => (
  <section className={classes.part} aria-label="More than requested">
    <h3 className={classes.bad}>{moreThanRequested(given.length)}</h3>
    <ul className={classes.lines}>
      {given.map(({ sample_id, column }) => {
        if (column === null) return null
        const place = { row, column }
        const others = otherClaimsText(model, place)
        return (
          <li key={sample_id} className={classes.line} data-clash={model.hasClash(column) || undefined}>
            <AssignBox model={model} place={place} priority={null} editable={editable} />
            <span className={classes.sample}>
              <ToColumn model={model} place={place} show={show} />
            </span>
            {others !== '' && <span className={classes.below}>{others}</span>}
            <RequestMenu model={model} place={place} editable={editable} />
          </li>
        )
      })}
    </ul>
  </section>
)

/** Requests of other grids and the samples assigned for them. */
const OtherGridsPart = ({ requests }: { requests: readonly AnsweredRequest[] }) => (
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

const CONFLICT =
  'You have a conflict of interest with this proposal: its score and rank are hidden, and someone else must assign its samples.'

/** Score, proposer and title of a proposal, and how much of its requests is assigned. */
const ProposalCard = ({ proposal, answers }: { proposal: GridProposal; answers: RowAnswers }) => (
  <div className={classes.part}>
    <div className={classes.who}>
      <ScoreChip score={proposal.global_score} />
      <b>{proposal.id}</b>
      <span className={classes.proposer}>{proposal.name}</span>
      <span className={classes.rank}>Rank {figure(proposal.rank)}</span>
    </div>
    <p className={classes.title}>
      <ScreenLink to={address('/proposals/detail/$id', { id: proposal.id })} inherit>
        {proposal.title}
      </ScreenLink>
    </p>
    {proposal.properties !== '' && <p className={classes.remarks}>{proposal.properties}</p>}
    <p>
      {servedText(answers)}
      {answers.missing > 0 && `, ${answers.missing} missing`}
      {answers.surplus.length > 0 && (
        <>
          , <b className={classes.bad}>{moreThanRequested(answers.surplus.length)}</b>
        </>
      )}
    </p>
    {proposal.conflict && <Note>{CONFLICT}</Note>}
    <EarlierLoans proposal_id={proposal.id} />
  </div>
)
