import { Button, CloseButton, Stack, Text } from '@mantine/core'
import { address } from '#domain/address.ts'
import { whyNotTogether } from '#domain/allocation/assigned_list.ts'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { type Obstacle, stepOf, whyNotSecond } from '#domain/allocation/rules.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { requestText } from '#domain/allocation/suggest/texts.ts'
import { Fault } from '#domain/errors.ts'
import { termLabel, time } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { reasonsOf } from '#web/lib/http/failures.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { useIsOffice, useUser } from '#web/lib/session/session.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { StickyBar } from '#web/ui/layout/sticky_bar.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { ScrollList } from '#web/ui/text/long_lists.tsx'
import { Note } from '#web/ui/text/note.tsx'
import classes from './-assigned.module.css'
import { arranged } from './-list_view.ts'
import { gridAt, proposalAt, rankingText } from './-proposal_rank.tsx'
import type { Choice } from './-selection.ts'
import { TotalsText } from './-totals.tsx'

interface ConfirmBarProps {
  chosen: readonly AssignedRow[]
  /** The rows without objection. */
  due: readonly AssignedRow[]
  /** How many selected rows the list does not show now. */
  hidden: number
  choice: Choice
  term_id: string
  two: boolean
  closesAt: string | null
  refuse: (refusal: Refusal | null) => void
}

/** The sticky bar with the selection to confirm. */
export const ConfirmBar = ({ chosen, due, hidden, choice, ...confirm }: ConfirmBarProps) => (
  <StickyBar
    label="Selected to confirm"
    actions={
      <>
        {chosen.length > 0 ? (
          <Button variant="subtle" onClick={() => choice.setAll(chosen, false)}>
            Clear selection
          </Button>
        ) : (
          due.length > 0 && (
            <Button variant="subtle" onClick={() => choice.setAll(due, true)}>
              {`Select the ${due.length} without objections`}
            </Button>
          )
        )}
        <ConfirmButton pairs={chosen} choice={choice} {...confirm} />
      </>
    }
  >
    <div role="status" aria-label="Totals">
      {chosen.length === 0 ? 'Nothing selected.' : <TotalsText of={chosen} />}
      {hidden > 0 && `; ${hidden} not in this view`}
    </div>
  </StickyBar>
)

interface ConfirmButtonProps {
  pairs: readonly AssignedRow[]
  choice: Choice
  term_id: string
  /** Two members must confirm: one proposes, another confirms. */
  two: boolean
  /** When the term stops accepting proposals. */
  closesAt: string | null
  /** Reports why nothing was done, or null. */
  refuse: (refusal: Refusal | null) => void
}

/** Confirms the selected rows or proposes them for confirmation, all or none. */
function ConfirmButton({ pairs, choice, term_id, two, closesAt, refuse }: ConfirmButtonProps) {
  const ask = useConfirm()
  const user = useUser()
  const showReasons = useShowReasons()
  const confirm = useAction(api.allocation.confirm, {
    onDone: () => {
      refuse(null)
      choice.setAll(pairs, false)
    },
    own: ['invalid'],
    onFault: showReasons,
    onRefused: ({ message, obstacles = [] }) => {
      refuse({ says: obstacles.length > 0 ? message.slice(0, message.indexOf('.') + 1) : message, obstacles })
      return true
    },
  })
  const step = stepOf(pairs, two)
  const why =
    (pairs.length === 0 ? 'Select the assignments to confirm.' : null) ??
    whyNotTogether(pairs) ??
    (two && step === 'confirm' ? whyNotSecond(pairs, user) : null)
  const body = pairs.map(({ id, proposal_id }) => ({ sample_id: id, proposal_id }))
  async function run() {
    const { question, says } = asked(pairs, two)
    const details = (
      <Stack gap="sm">
        {acceptsProposals(closesAt) && (
          <Note kind="warn">
            {`${termLabel(Number(term_id))} accepts proposals until ${time(closesAt)}. Later proposals may request these samples too. Confirm them already?`}
          </Note>
        )}
        <Text size="sm">{says}</Text>
        <Text size="sm" component="div">
          <TotalsText of={pairs} />
        </Text>
        <ScrollList
          label="Assignments"
          items={arranged(pairs, 'proposal').map((row) => <NamedPair key={row.main_key} row={row} />)}
        />
      </Stack>
    )
    if (await ask({ question, details })) await confirm.run({ query: { term_id, step }, body })
  }
  return (
    <>
      <ButtonWithReason why={why} onClick={() => void run()} disabled={confirm.pending}>
        Confirm
      </ButtonWithReason>
      <WaitingDialog open={confirm.pending} />
    </>
  )
}

/** Whether proposals are accepted until an instant that has not passed. */
const acceptsProposals = (closesAt: string | null) => closesAt !== null && new Date(closesAt) > new Date()

/** The confirmation question for these rows, and what will happen. */
function asked(pairs: readonly AssignedRow[], two: boolean) {
  const number = `${pairs.length} ${pairs.length === 1 ? 'assignment' : 'assignments'}`
  if (stepOf(pairs, two) === 'propose')
    return {
      question: 'Are you sure you want to propose these assignments for confirmation?',
      says: `${number}. Nothing is confirmed yet: another member of the office must confirm. No e-mail is sent.`,
    }
  const names = [...new Set(pairs.flatMap(({ proposed_by }) => proposed_by ?? []))].join(', ')
  return {
    question: 'Are you sure you want to confirm these assignments?',
    says: `${number}${two ? `, proposed by ${names}` : ''}. Each sample is then reserved for its proposal, whose proposer sees it once its result is released or the call closes. No e-mail is sent.`,
  }
}

/** Shows the messages of an invalid request as an error. */
function useShowReasons() {
  const banner = useBanner()
  return (error: Error) => {
    if (error instanceof Fault && error.kind === 'invalid') banner.show('error', reasonsOf(error))
  }
}

interface CancelButtonProps {
  row: AssignedRow
  refuse: (refusal: Refusal) => void
}

/** Returns a confirmed assignment to unconfirmed, or withdraws its proposal for confirmation. */
export function CancelButton({ row, refuse }: CancelButtonProps) {
  const ask = useConfirm()
  const office = useIsOffice()
  const { id, proposal_id } = row
  const showReasons = useShowReasons()
  const cancel = useAction(api.allocation.cancel, {
    own: ['invalid'],
    onFault: showReasons,
    onRefused: ({ message: why }) => {
      const says = `Nothing was cancelled for ${row.name} and proposal ${proposal_id}.`
      refuse({ says, obstacles: [{ sample_id: id, proposal_ids: [proposal_id], why }] })
      return true
    },
  })
  const question =
    row.status === CONFIRMED
      ? 'Do you want to cancel this confirmation?'
      : 'Withdraw this assignment from confirmation?'
  return (
    <ButtonWithReason
      size="compact-sm"
      variant="default"
      aria-label={`CANCEL ${row.name} for proposal ${proposal_id}`}
      disabled={cancel.pending}
      why={office ? null : 'Only the office can cancel a confirmation.'}
      onClick={() =>
        void ask({
          question,
          details: (
            <>
              <Text size="sm" component="div">
                <NamedPair row={row} />
              </Text>
              <Text size="sm">
                The sample remains assigned and can be confirmed again. No e-mail is sent.
              </Text>
            </>
          ),
          act: () => cancel.run({ params: { main_key: row.main_key } }),
        })
      }
    >
      CANCEL
    </ButtonWithReason>
  )
}

/** Why nothing was done, and each sample that prevented it. */
export interface Refusal {
  says: string
  obstacles: readonly Obstacle[]
}

interface RefusalNoteProps {
  refusal: Refusal
  rows: readonly AssignedRow[]
  close: () => void
}

/** The refusal: every clash with links to its proposals, its sample and the grid. Stays until it is closed. */
export const RefusalNote = ({ refusal: { says, obstacles }, rows, close }: RefusalNoteProps) => (
  <div className={classes.refusal}>
    <CloseButton className={classes.close!} size="sm" aria-label="Close" onClick={close} />
    <Note kind="bad">
      <b>{says}</b>
      {obstacles.length > 0 && (
        <ul>
          {obstacles.map((obstacle) => (
            <li key={`${obstacle.sample_id} ${obstacle.why}`}>
              {obstacle.why} <Ways of={obstacle} row={rows.find(({ id }) => id === obstacle.sample_id)} />
            </li>
          ))}
        </ul>
      )}
    </Note>
  </div>
)

const Ways = ({ of: { sample_id, proposal_ids }, row }: { of: Obstacle; row: AssignedRow | undefined }) => (
  <>
    {proposal_ids.map((id) => (
      <ScreenLink key={id} inherit to={proposalAt(id)}>{`Proposal ${id}`}</ScreenLink>
    ))}
    <ScreenLink inherit to={address('/samples/history/$id', { id: sample_id })}>
      {row ? `History of ${row.name}` : 'History of the sample'}
    </ScreenLink>
    {row && (
      <ScreenLink inherit to={gridAt(row)}>
        {`${row.name} in the grid`}
      </ScreenLink>
    )}
  </>
)

/** An assignment: 'A0042 for proposal 12: Noble gases', below it proposer, ranking, request and weight. */
const NamedPair = ({ row }: { row: AssignedRow }) => (
  <>
    <SampleName asteroid={row.db_type} name={row.name} /> for proposal {row.proposal_id}: {row.proposal_title}
    <span className={classes.second}>
      {[
        row.proposer,
        rankingText(row),
        row.request ? `priority ${row.request.priority}: ${requestText(row.request)}` : 'matches no request',
        ...(row.weight === null ? [] : [`${row.weight} mg`]),
      ].join(' · ')}
    </span>
  </>
)
