import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import { figure } from '#web/lib/format/format.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { ScrollPart } from '#web/ui/text/long_lists.tsx'
import { type RemoteChange, remoteChangesSummary } from '../state/remote_changes.tsx'
import type { GridRequest } from '../state/requests.ts'
import { claimText, requestText, sampleFigures } from '../texts.ts'
import classes from './save_details.module.css'
import type { SavedChange, SavedClaim, SavePlan, SaveTotals } from './save_plan.ts'

interface SaveDetailsProps {
  saved: SavePlan
  /** Changes of others since the grid was opened. */
  remoteChanges: readonly RemoteChange[]
}

/** Everything a save will do: first the problems that remain, then every change, then the totals. */
export function SaveDetails({ saved, remoteChanges }: SaveDetailsProps) {
  const { clashes, over, lost, proposals, before, after } = saved
  const changes = proposals.reduce((sum, one) => sum + one.changes.length, 0)
  return (
    <>
      <ScrollPart label="What is saved">
        <div className={classes.parts}>
          {clashes.length > 0 && (
            <Part title={`Remaining clashes: ${clashes.length}`} bad>
              {clashes.map(({ sample, claimants }) => (
                <li key={sample.id}>
                  <Named sample={sample} />
                  <ul>
                    {claimants.map((claimant) => (
                      <li key={`${claimant.term_id} ${claimant.proposal_id}`}>
                        {claimLabel(claimant)}: {claimStateText(claimant)}
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </Part>
          )}
          {over.length > 0 && (
            <Part title={`Over-allocated: ${over.length}`} bad>
              {over.map(({ proposal, assignments }) => (
                <li key={proposal.id}>
                  {proposalText(proposal)}: {assignments.length} more than requested,{' '}
                  {assignments
                    .map(({ given, request }) =>
                      request
                        ? `${given.name} beyond request ${request.priority}`
                        : `${given.name} matches no request`,
                    )
                    .join(', ')}
                </li>
              ))}
            </Part>
          )}
          {lost.length > 0 && (
            <Part title={`Removed by a confirmation: ${lost.length}`} bad>
              {lost.map(({ change, sample, has }) => (
                <li key={`${change.sample_id} ${change.proposal_id}`}>
                  Remove <Named sample={sample} /> from proposal {change.proposal_id}: it is confirmed for{' '}
                  {claimLabel(has)}
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
                        {CHANGE_VERBS[changeKind(change)]} <Named sample={change.sample} />{' '}
                        {CHANGE_PREPOSITIONS[changeKind(change)]} proposal {change.proposal_id}
                        <span className={classes.quiet}>: {changeDetail(change)}</span>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </Part>
          ) : (
            lost.length === 0 && <p>There are no unsaved changes.</p>
          )}
          {remoteChanges.length > 0 && (
            <p className={classes.quiet}>Meanwhile, others changed: {remoteChangesSummary(remoteChanges)}.</p>
          )}
        </div>
      </ScrollPart>
      <Sums before={before} after={after} />
    </>
  )
}

type ChangeKind = 'assign' | 'fix' | 'move' | 'remove'

/** A sample whose request is fixed to the one that it answers already is not moved. */
const changeKind = ({ assigned, moved, before, request }: SavedChange): ChangeKind => {
  if (!moved) return assigned ? 'assign' : 'remove'
  return before?.priority === request?.priority ? 'fix' : 'move'
}

const CHANGE_VERBS = { assign: 'Assign', fix: 'Fix', move: 'Move', remove: 'Remove' }
const CHANGE_PREPOSITIONS = { assign: 'to', fix: 'of', move: 'of', remove: 'from' }
const CHANGES_COUNTED = {
  assign: 'assigned',
  fix: 'fixed to a request',
  move: 'moved',
  remove: 'removed',
} satisfies Record<ChangeKind, string>

/** The proposal of a claim; of another term only the number is known. */
const claimLabel = (claimant: SavedClaim) =>
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

/** The totals before and after the save. */
const Sums = ({ before, after }: { before: SaveTotals; after: SaveTotals }) => (
  <dl className={classes.sums}>
    <BeforeAfter label="Samples" before={String(before.samples)} after={String(after.samples)} />
    <BeforeAfter label="Weight" before={`${figure(before.mg, 1)} mg`} after={`${figure(after.mg, 1)} mg`} />
    <BeforeAfter
      label="Requests met"
      before={String(before.served)}
      after={`${after.served} of ${after.requests}`}
    />
  </dl>
)

const BeforeAfter = ({ label, before, after }: { label: string; before: string; after: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {before} <span aria-hidden>→</span>
      <VisuallyHidden>before, then</VisuallyHidden> <b>{after}</b>
    </dd>
  </div>
)

/** A proposal with score and rank: '63 Haruto Sato, score 4.90, rank 1'. */
export const proposalText = ({ id, name, global_score, rank }: GridProposal) =>
  `${id} ${name}, score ${figure(global_score, 2)}, rank ${figure(rank)}`

/** A request with its priority: 'request 2: Any Ryugu particle 4 mg [A]'. */
const requestLabel = (request: GridRequest | null) =>
  request === null ? 'no request' : `request ${request.priority}: ${requestText(request)}`

/** The details of a change: the sample's figures, the request, and whether filters hide it. */
function changeDetail(change: SavedChange): string {
  const { sample, request, before, hidden } = change
  const requests: Record<ChangeKind, string> = {
    assign: `answers ${requestLabel(request)}`,
    fix: `to ${requestLabel(request)}`,
    move: `from ${requestLabel(before)} to ${requestLabel(request)}`,
    remove: `answered ${requestLabel(request)}`,
  }
  const what = requests[changeKind(change)]
  return [sampleFigures(sample)[0], what, ...(hidden ? ['not in your filters'] : [])].join(', ')
}

/** The state of a claim: confirmed, assigned or not saved yet, and for which request. */
function claimStateText({ confirmed, saved, proposal, request }: SavedClaim): string {
  const state = confirmed ? 'confirmed' : saved ? 'assigned' : 'by you, not saved yet'
  return proposal === null ? state : `${state}, for ${requestLabel(request)}`
}

/** The number of changes of one proposal by kind: '2 assigned, 1 removed'. */
function changesText(changes: readonly SavedChange[]): string {
  const kinds = changes.map(changeKind)
  return (Object.keys(CHANGES_COUNTED) as ChangeKind[])
    .map((kind) => [kinds.filter((one) => one === kind).length, CHANGES_COUNTED[kind]] as const)
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ')
}
