import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { totalsOf } from '#domain/reports/averages.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { figure } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Spread } from '#web/ui/text/score.tsx'
import classes from './review.module.css'

/** What the submitted reports come to: the averages, how far they lie apart, and the total with strictness allowed for. */
export function Averages({ proposal }: { proposal: StaffProposal }) {
  const scores = useCall(api.staff.score, { params: { id: proposal.id } })
  return (
    <Loaded query={scores}>
      {(averages) => (
        <dl className={classes.averages}>
          <Average label="Science Score Average" value={averages.science_score_average} of={5} />
          <Average label="Technical Score Average" value={averages.technical_score_average} of={5} />
          <Average label="Total Score Average" value={averages.total_score_average} of={10} />
          <Fact label="Rank Average">{figure(averages.rank_average, 2)}</Fact>
          <Fact label="Spread of totals">
            <Spread totals={totalsOf(proposal.reports)} />
          </Fact>
          <Adjusted proposal={proposal} />
        </dl>
      )}
    </Loaded>
  )
}

const Fact = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Average = ({ label, value, of }: { label: string; value: number | null; of: number }) => (
  <Fact label={label}>
    {figure(value, 2)}
    {value !== null && (
      <>
        <small>{` / ${of}`}</small>
        <span className={classes.meter} aria-hidden>
          <i style={{ width: `${(100 * value) / of}%` }} />
        </span>
      </>
    )}
  </Fact>
)

/** Advice of the staff: the total as it would be had all reviewers judged alike, or why there is none. */
function Adjusted({ proposal: { id, term_id } }: { proposal: StaffProposal }) {
  const term = useCall(api.staff.adjusted, { query: { term_id } }).data
  const one = term?.proposals.find((proposal) => proposal.id === id)
  return (
    <Fact
      label={
        <>
          Adjusted <small>for strictness, staff only</small>
        </>
      }
    >
      {one ? (
        <>
          {figure(one.adjusted, 1)}
          <small>{` ± ${figure(one.error, 1)}`}</small>
        </>
      ) : (
        <>
          -
          {term?.why_not && (
            <small className={classes.why} title={term.why_not}>
              Too little to compare
              <VisuallyHidden>{`: ${term.why_not}`}</VisuallyHidden>
            </small>
          )}
        </>
      )}
    </Fact>
  )
}
