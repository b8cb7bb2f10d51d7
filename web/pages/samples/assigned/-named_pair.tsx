import { askedWords } from '#domain/allocation/asked_words.ts'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import classes from './-assigned.module.css'
import { standingText } from './-ranked.tsx'

/** An assignment in words: 'A0042 for proposal 12: Noble gases', below it whose that is, how it stands, what was asked and what is given. */
export const NamedPair = ({ row }: { row: AssignedRow }) => (
  <>
    <SampleName asteroid={row.db_type} name={row.name} /> for proposal {row.proposal_id}: {row.proposal_title}
    <span className={classes.second}>
      {[
        row.proposer,
        standingText(row),
        row.request ? `priority ${row.request.priority}: ${askedWords(row.request)}` : 'answers no request',
        ...(row.weight === null ? [] : [`${row.weight} mg`]),
      ].join(' · ')}
    </span>
  </>
)
