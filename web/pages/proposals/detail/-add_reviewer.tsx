import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { Outcome } from '#domain/endpoint.ts'
import { Fault } from '#domain/errors.ts'
import type { ReviewerChoice } from '#domain/reports/contract.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { describeFailure, isSessionExpired } from '#web/lib/http/failures.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Tag } from '#web/ui/text/chips.tsx'
import { EmptyState, Note } from '#web/ui/text/note.tsx'
import classes from './add_reviewer.module.css'

interface AddReviewerProps {
  proposal: StaffProposal
  close: () => void
}

/** Dialog to add one or more reviewers; users who cannot review the proposal are listed with the reason. */
export function AddReviewer({ proposal, close }: AddReviewerProps) {
  const choices = useCall(api.reports.allReviewers, { query: { proposal_id: proposal.id } })
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [request, setRequest] = useState(false)
  const [acknowledged, setAcknowledged] = useState(false)
  const adding = useAddReviewers(proposal.id)
  const banner = useBanner()
  const select = (id: number, on: boolean) => {
    setAcknowledged(false)
    setSelected((before) => new Set(on ? [...before, id] : [...before].filter((other) => other !== id)))
  }
  const chosen = rankCandidates(proposal, choices.data ?? [], '').filter(
    ({ id, why }) => selected.has(id) && why === null,
  )
  const unjudged = chosen.filter(({ findings }) => findings.length > 0)
  async function add() {
    const results = await adding.run(chosen, { request, acknowledged })
    if (!results.every(({ succeeded }) => succeeded)) return
    banner.show('success', results.map(outcomeText).join(' '))
    close()
  }
  return (
    <Dialog open size="xl" message={<b>Add Reviewer</b>} onClose={adding.pending ? undefined : close}>
      <Stack gap="sm">
        <Outcomes of={adding.outcomes} />
        <TextInput
          label="Reviewer"
          placeholder="Name, affiliation or e-mail"
          data-autofocus
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Loaded query={choices}>
          {(all) => {
            const rows = rankCandidates(proposal, all, search)
            if (rows.length === 0) return <EmptyState title="No reviewer matches this search." />
            return (
              <CandidateTable rows={rows} selected={selected} select={select} disabled={adding.pending} />
            )
          }}
        </Loaded>
        <Text size="xs" c="dimmed">
          Load: open reports of this call, out of all that were not declined. Declined: in any call. Shared
          keywords: keywords of this proposal that are also on their own proposals, or on proposals that they
          reviewed.
        </Text>
        {unjudged.length > 0 && (
          <Findings of={unjudged} acknowledged={acknowledged} acknowledge={setAcknowledged} />
        )}
        <Group justify="space-between" gap="xs" className={classes.foot}>
          <Checkbox
            label="Send request now"
            checked={request}
            disabled={adding.pending}
            onChange={(event) => setRequest(event.currentTarget.checked)}
          />
          <Group gap="xs">
            <Button variant="default" disabled={adding.pending} onClick={close}>
              {adding.outcomes.length > 0 ? 'Close' : 'Cancel'}
            </Button>
            <WriteButton
              loading={adding.pending}
              disabled={chosen.length === 0 || (unjudged.length > 0 && !acknowledged)}
              onClick={() => void add()}
            >
              {chosen.length > 1 ? `Add ${chosen.length} reviewers` : 'Add'}
            </WriteButton>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface FindingsProps {
  of: readonly Candidate[]
  acknowledged: boolean
  acknowledge: (acknowledged: boolean) => void
}

/** What may be a conflict of interest of the chosen reviewers, which must be read before they are added. */
const Findings = ({ of: unjudged, acknowledged, acknowledge }: FindingsProps) => (
  <Note kind="bad" title="These may be conflicts of interest. No one has judged them yet.">
    <ul className={classes.outcomes}>
      {unjudged.flatMap(({ id, name, findings }) =>
        findings.map(({ label, summary }) => (
          <li key={`${id} ${label}`}>{`${name}. ${label}: ${summary}`}</li>
        )),
      )}
    </ul>
    Judge them in <ScreenLink to={address('/reviewers/conflicts')}>Conflicts of Interest</ScreenLink>, or add
    the reviewers all the same. That is recorded in the audit log.
    <Checkbox
      mt={6}
      required
      label="I have read this and add them all the same"
      checked={acknowledged}
      onChange={(event) => acknowledge(event.currentTarget.checked)}
    />
  </Note>
)

const outcomeText = ({ name, text }: AddOutcome) => `${name}: ${text}.`.replace(/\.\.$/u, '.')

/** The outcome for each reviewer, when not all were added. */
const Outcomes = ({ of }: { of: readonly AddOutcome[] }) =>
  of.some(({ succeeded }) => !succeeded) && (
    <Note kind="bad" title="Not everything could be done.">
      <ul className={classes.outcomes}>
        {of.map((one) => (
          <li key={one.id}>{outcomeText(one)}</li>
        ))}
      </ul>
    </Note>
  )

interface CandidateTableProps {
  rows: readonly Candidate[]
  selected: ReadonlySet<number>
  select: (id: number, on: boolean) => void
  disabled: boolean
}

/** The possible reviewers with what the office compares before it selects them. */
const CandidateTable = ({ rows, selected, select, disabled }: CandidateTableProps) => (
  <table className={classes.table} aria-label="Reviewers to choose from">
    <thead>
      <tr>
        <td />
        <th scope="col">Reviewer</th>
        <th scope="col">Load</th>
        <th scope="col">Declined</th>
        <th scope="col">Shared keywords</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id} data-ticked={selected.has(row.id) || undefined}>
          <td>
            <Checkbox
              size="xs"
              aria-label={`Select ${row.name}`}
              title={row.why ?? undefined}
              disabled={disabled || row.why !== null}
              checked={selected.has(row.id) && row.why === null}
              onChange={(event) => select(row.id, event.currentTarget.checked)}
            />
          </td>
          <th scope="row">
            <div>{row.name}</div>
            <div className={classes.quiet} title={row.email}>
              {row.affiliation}
            </div>
            {row.why !== null && <div className={classes.not}>{row.why}</div>}
            {row.why === null &&
              row.findings.map(({ label, summary }) => (
                <div key={label} className={classes.finding}>{`${label}: ${summary}`}</div>
              ))}
          </th>
          <td>{row.assigned === 0 ? '-' : `${row.open} open of ${row.assigned}`}</td>
          <td>{row.declined === 0 ? '-' : row.declined}</td>
          <td>
            <Keywords of={row} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

function Keywords({ of: { own_keywords, reviewed_keywords, fit } }: { of: Candidate }) {
  if (fit === 0) return '-'
  return (
    <dl className={classes.keywords}>
      {(
        [
          ['Own', own_keywords],
          ['Reviewed', reviewed_keywords],
        ] as const
      ).map(
        ([from, names]) =>
          names.length > 0 && (
            <div key={from}>
              <dt>{from}</dt>
              {names.map((name) => (
                <dd key={name}>
                  <Tag>{name}</Tag>
                </dd>
              ))}
            </div>
          ),
      )}
    </dl>
  )
}

/** Why a user who is involved in the proposal cannot review it. */
const INVOLVEMENT_TEXT: Record<NonNullable<ReviewerChoice['part']>, string> = {
  proposer: 'Is its proposer',
  collaborator: 'Is a collaborator',
  declared: 'Has declared a conflict of interest',
}

/** A possible reviewer with what the office compares. */
interface Candidate extends ReviewerChoice {
  /** Why they cannot review the proposal, or null. */
  why: string | null
  /** The number of the proposal's keywords that they share. */
  fit: number
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

function toCandidate(proposal: StaffProposal, choice: ReviewerChoice): Candidate {
  const reviews = proposal.reports.some(({ user_id }) => user_id === choice.id)
  return {
    ...choice,
    why: reviews ? 'Is already a reviewer' : choice.part && INVOLVEMENT_TEXT[choice.part],
    fit: new Set([...choice.own_keywords, ...choice.reviewed_keywords]).size,
  }
}

/** The candidates that match a search by name, affiliation or e-mail: possible ones first, then by shared keywords, then by open reports. */
const rankCandidates = (
  proposal: StaffProposal,
  choices: readonly ReviewerChoice[],
  search: string,
): Candidate[] => {
  const words = fold(search).match(/\S+/gu) ?? []
  return choices
    .filter(({ name, email, affiliation }) =>
      words.every((word) => fold(`${name} ${affiliation} ${email}`).includes(word)),
    )
    .map((choice) => toCandidate(proposal, choice))
    .sort((a, b) => Number(a.why !== null) - Number(b.why !== null) || b.fit - a.fit || a.open - b.open)
}

/** The outcome of adding one reviewer. */
interface AddOutcome {
  id: number
  name: string
  /** Added, and requested if that was wanted. */
  succeeded: boolean
  text: string
}

/** The first message about a field that was refused. */
const fieldMessage = (error: unknown) =>
  error instanceof Fault ? Object.values(error.errors ?? {})[0]?.[0] : undefined

/** The reply, or an error as an outcome with its message; rethrows an expired session. */
async function outcomeOf<O extends Outcome>(reply: Promise<O>): Promise<O | { result: 0; message: string }> {
  try {
    return await reply
  } catch (error) {
    if (isSessionExpired(error)) throw error
    return { result: 0, message: fieldMessage(error) ?? describeFailure(error)[1] }
  }
}

interface AddOptions {
  request: boolean
  /** The findings on the reviewers have been read. */
  acknowledged: boolean
}

async function addOne(
  proposal_id: number,
  { id, name, findings }: ReviewerChoice,
  { request, acknowledged }: AddOptions,
): Promise<AddOutcome> {
  const input = {
    params: { proposalId: proposal_id },
    body: { reviewer_id: id, ...(findings.length > 0 && { acknowledged }) },
  }
  const added = await outcomeOf(api.reports.add(input))
  const report_id = 'report_id' in added ? added.report_id : undefined
  if (added.result === 0 || report_id === undefined)
    return { id, name, succeeded: false, text: `not added: ${added.message}` }
  if (!request) return { id, name, succeeded: true, text: 'added' }
  const requested = await outcomeOf(api.reports.request({ params: { reportId: report_id } }))
  if ('pending' in requested && requested.pending)
    return { id, name, succeeded: true, text: 'added; the request is about to be sent' }
  return requested.result === 1
    ? { id, name, succeeded: true, text: 'added, and the request has been sent' }
    : { id, name, succeeded: false, text: `added, but not requested: ${requested.message}` }
}

/** Adds several reviewers one after the other; a failure does not stop the others. */
function useAddReviewers(proposal_id: number) {
  const queries = useQueryClient()
  const [outcomes, setOutcomes] = useState<readonly AddOutcome[]>([])
  const [pending, setPending] = useState(false)

  async function run(chosen: readonly ReviewerChoice[], options: AddOptions): Promise<readonly AddOutcome[]> {
    setPending(true)
    const results: AddOutcome[] = []
    try {
      for (const reviewer of chosen) {
        results.push(await addOne(proposal_id, reviewer, options))
        setOutcomes([...results])
      }
    } finally {
      await queries.invalidateQueries()
      setPending(false)
    }
    return results
  }
  return { run, outcomes, pending }
}
