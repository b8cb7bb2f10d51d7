import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import { figure } from '#web/lib/format/format.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { ScrollPart } from '#web/ui/text/long_lists.tsx'
import { type News, newsText } from '../state/remote_changes.tsx'
import type { GridRequest } from '../state/requests.ts'
import { claimText, requestText, sampleFigures } from '../texts.ts'
import classes from './save_details.module.css'
import type { Claimant, Saved, SavedChange, Sum } from './save_plan.ts'

interface SaveDetailsProps {
  saved: Saved
  /** What others did in the grid since it was opened. */
  news: readonly News[]
}

/** All that a save will do: first what stands wrong after it, then every change, then what it all comes to. */
export function SaveDetails({ saved, news }: SaveDetailsProps) {
  const { clashes, over, lost, proposals, before, after } = saved
  const changes = proposals.reduce((sum, one) => sum + one.changes.length, 0)
  return (
    <>
      <ScrollPart label="What is saved">
        <div className={classes.parts}>
          {clashes.length > 0 && (
            <Part title={`Clashes that stay: ${clashes.length}`} bad>
              {clashes.map(({ sample, claimants }) => (
                <li key={sample.id}>
                  <Named sample={sample} />
                  <ul>
                    {claimants.map((claimant) => (
                      <li key={`${claimant.term_id} ${claimant.proposal_id}`}>
                        {whose(claimant)}: {holdText(claimant)}
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </Part>
          )}
          {over.length > 0 && (
            <Part title={`Given more than they ask for: ${over.length}`} bad>
              {over.map(({ proposal, ticks }) => (
                <li key={proposal.id}>
                  {proposalText(proposal)}: {ticks.length} too many,{' '}
                  {ticks
                    .map(({ given, request }) =>
                      request
                        ? `${given.name} beyond request ${request.priority}`
                        : `${given.name} for no request`,
                    )
                    .join(', ')}
                </li>
              ))}
            </Part>
          )}
          {lost.length > 0 && (
            <Part title={`Taken away by a confirmation: ${lost.length}`} bad>
              {lost.map(({ change, sample, has }) => (
                <li key={`${change.sample_id} ${change.proposal_id}`}>
                  Take away <Named sample={sample} /> from proposal {change.proposal_id}: it is confirmed for{' '}
                  {whose(has)}
                </li>
              ))}
            </Part>
          )}
          {changes > 0 ? (
            <Part title={`Changes: ${changes}`}>
              {proposals.map(({ proposal, changes }) => (
                <li key={proposal.id}>
                  <b>{proposalText(proposal)}</b>: {changesText(changes)}
                  <ul aria-label={`Changes of proposal ${proposal.id}`}>
                    {changes.map((change) => (
                      <li key={change.sample_id}>
                        {DOES[does(change)]} <Named sample={change.sample} /> {WHERE[does(change)]} proposal{' '}
                        {change.proposal_id}
                        <span className={classes.quiet}>: {changeDetail(change)}</span>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </Part>
          ) : (
            lost.length === 0 && <p>Nothing has changed since the last save.</p>
          )}
          {news.length > 0 && (
            <p className={classes.quiet}>Others, meanwhile; it stands already: {newsText(news)}.</p>
          )}
        </div>
      </ScrollPart>
      <Sums before={before} after={after} />
    </>
  )
}

const does = ({ ticked, moved }: SavedChange) => (moved ? 'move' : ticked ? 'assign' : 'remove')
const DOES = { assign: 'Assign', remove: 'Take away', move: 'Move' }
const WHERE = { assign: 'to', remove: 'from', move: 'of' }

/** Who has a sample or is to have it; of another term only the number is known. */
const whose = (claimant: Claimant) =>
  claimant.proposal ? proposalText(claimant.proposal) : claimText(claimant)

const Named = ({ sample }: { sample: GridSample }) => (
  <SampleName asteroid={sample.db_type} name={sample.name} />
)

const Part = ({ title, bad, children }: { title: string; bad?: boolean; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 data-bad={bad}>{title}</h3>
    <ul>{children}</ul>
  </section>
)

/** What all ticks come to, before the save and after it. */
const Sums = ({ before, after }: { before: Sum; after: Sum }) => (
  <dl className={classes.sums}>
    <Turn label="Samples" before={String(before.samples)} after={String(after.samples)} />
    <Turn label="Weight" before={`${figure(before.mg, 1)} mg`} after={`${figure(after.mg, 1)} mg`} />
    <Turn
      label="Requests served"
      before={String(before.served)}
      after={`${after.served} of ${after.requests}`}
    />
  </dl>
)

const Turn = ({ label, before, after }: { label: string; before: string; after: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {before} <span aria-hidden>→</span>
      <VisuallyHidden>before, then</VisuallyHidden> <b>{after}</b>
    </dd>
  </div>
)

/** Whose a row is, and where it stands: '63 Haruto Sato, score 4.90, rank 1'. */
export const proposalText = ({ id, name, global_score, rank }: GridProposal) =>
  `${id} ${name}, score ${figure(global_score, 2)}, rank ${figure(rank)}`

/** Which request it is, by its priority: 'request 2: Any Ryugu particle 4 mg [A]'. */
const askedText = (request: GridRequest | null) =>
  request === null ? 'no request' : `request ${request.priority}: ${requestText(request)}`

/** What a change says behind its pair: the sample's figures, what it answers, and whether it is out of sight. */
function changeDetail({ sample, ticked, moved, request, before, hidden }: SavedChange): string {
  const answers = moved
    ? `from ${askedText(before)} to ${askedText(request)}`
    : `${ticked ? 'answers' : 'answered'} ${askedText(request)}`
  return [sampleFigures(sample)[0], answers, ...(hidden ? ['not in your filters'] : [])].join(', ')
}

/** How somebody has a sample: 'confirmed', 'assigned', 'not saved yet', and for which request. */
function holdText({ confirmed, saved, proposal, request }: Claimant): string {
  const state = confirmed ? 'confirmed' : saved ? 'assigned' : 'your tick, not saved yet'
  return proposal === null ? state : `${state}, for ${askedText(request)}`
}

/** What the changes of one proposal come to: '2 assigned, 1 taken away'. */
function changesText(changes: readonly Pick<SavedChange, 'ticked' | 'moved'>[]): string {
  const moved = changes.filter((change) => change.moved).length
  const assigned = changes.filter((change) => change.ticked && !change.moved).length
  return [
    [assigned, 'assigned'] as const,
    [moved, 'moved'] as const,
    [changes.length - moved - assigned, 'taken away'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ')
}
