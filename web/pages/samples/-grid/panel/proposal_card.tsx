import { address } from '#domain/address.ts'
import type { GridProposal } from '#domain/allocation/contract.ts'
import { figure } from '#web/lib/format/format.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Note } from '#web/ui/text/note.tsx'
import type { RowAnswers } from '../answers.ts'
import { ScoreChip } from './marks.tsx'
import classes from './panel.module.css'
import { servedText } from './words.ts'

const CONFLICT =
  'You take part in this proposal, or have a conflict of interest with it: its score and rank are not shown, and someone else must assign its samples.'

/** Who a proposal is: its score, its proposer, its title, and what it is given of what it asks for. */
export const ProposalCard = ({ proposal, answers }: { proposal: GridProposal; answers: RowAnswers }) => (
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
      {answers.over.length > 0 && (
        <>
          , <b className={classes.bad}>{answers.over.length} too many</b>
        </>
      )}
    </p>
    {proposal.conflict && <Note>{CONFLICT}</Note>}
  </div>
)
