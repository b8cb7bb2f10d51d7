import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { ApplicantRow } from '#domain/applicants/contract.ts'
import {
  type PlanChoices,
  type PlannedApplicant,
  planRegistration,
  planRejection,
} from '#domain/applicants/plan.ts'
import { countApplicants, type RunDecision } from '#domain/applicants/runs.ts'
import { listNames } from '#domain/text.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { TableDialog } from '#web/ui/dialogs/table_dialog.tsx'
import { LoadError } from '#web/ui/layout/loaded.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import classes from './-decide_on_many.module.css'
import { addsRole, PlanTable, whyLeft } from './-plan_table.tsx'

const MAX_SELECTED = 500

/** The words of each decision: its button in the list, the question, and the button that starts the run. */
const WORDS: Record<RunDecision, { button: string; verb: string; start: string }> = {
  register: { button: 'Register', verb: 'Register', start: 'REGISTER' },
  reject: { button: 'Reject', verb: 'Reject', start: 'REJECT' },
  reject_no_mail: {
    button: "REJECT (DON'T SEND MAIL)",
    verb: 'Reject',
    start: "REJECT (DON'T SEND MAIL)",
  },
}

/** Why a selected applicant is not part of a run that was started, by its id. */
export type NotIncluded = ReadonlyMap<number, string>

interface DecideOnManyProps {
  rows: readonly ApplicantRow[]
  onStarted: (run_id: number, notIncluded: NotIncluded) => void
}

/** The decisions that can be made on the selected applicants. */
export function DecideOnMany({ rows, onStarted }: DecideOnManyProps) {
  const [asked, setAsked] = useState<RunDecision>('register')
  const [open, setOpen] = useState(false)
  const [ids, setIds] = useState<number[]>([])
  const ask = (decision: RunDecision) => {
    setAsked(decision)
    setIds(rows.map(({ id }) => id))
    setOpen(true)
  }
  const why =
    rows.length > MAX_SELECTED ? `At most ${MAX_SELECTED} applicants can be decided on at once.` : null
  const decide = (decision: RunDecision) => (
    <WriteButton
      why={why}
      variant={decision === 'register' ? 'filled' : 'default'}
      onClick={() => ask(decision)}
    >
      {`${WORDS[decision].button} ${rows.length}`}
    </WriteButton>
  )
  return (
    <>
      {decide('reject')}
      {decide('reject_no_mail')}
      {decide('register')}
      <DecisionDialog
        key={`${asked} ${ids.join()}`}
        open={open}
        decision={asked}
        ids={ids}
        onClose={() => setOpen(false)}
        onStarted={onStarted}
      />
    </>
  )
}

interface DecisionDialogProps {
  open: boolean
  decision: RunDecision
  ids: number[]
  onClose: () => void
  onStarted: DecideOnManyProps['onStarted']
}

const withOrWithout = (set: ReadonlySet<number>, id: number, on: boolean) => {
  const next = new Set(set)
  if (on) next.add(id)
  else next.delete(id)
  return next
}

/** Says what happens to each selected applicant, before anything does. */
function DecisionDialog({ open, decision, ids, onClose, onStarted }: DecisionDialogProps) {
  const [choices, setChoices] = useState<PlanChoices>({
    dropped: new Set(),
    preferred: new Set(),
    mailed: new Set(),
  })
  const selected = useCall(api.applicants.selected, { query: { ids } }, { enabled: open, staleTime: 0 })
  const start = useAction(api.applicants.startRun, { success: false })
  const plan =
    decision === 'register'
      ? planRegistration(selected.data ?? [], choices)
      : planRejection(selected.data ?? [], decision, choices)
  const included = plan.filter(({ state }) => state === 'included')
  const words = WORDS[decision]

  async function begin() {
    const withoutMail = included.filter((row) => row.decision !== decision)
    const reply = await start.run({
      body: {
        decision,
        ids: included.map(({ applicant }) => applicant.id),
        without_mail: withoutMail.map(({ applicant }) => applicant.id),
      },
    })
    if (reply?.result !== 1 || reply.id === undefined) return
    onClose()
    const left = plan.filter(({ state }) => state !== 'included')
    onStarted(reply.id, new Map(left.map((row) => [row.applicant.id, `Not included: ${whyLeft(row)}`])))
  }

  const choose = {
    drop: ({ applicant: { id } }: PlannedApplicant, on: boolean) =>
      setChoices({ ...choices, dropped: withOrWithout(choices.dropped, id, on) }),
    /** Registers this one in place of the others with the same account. */
    prefer: ({ applicant: { id }, remarks }: PlannedApplicant) => {
      const rivals = remarks.flatMap((remark) => (remark.is === 'same_account' ? remark.others : []))
      setChoices({
        ...choices,
        dropped: withOrWithout(choices.dropped, id, false),
        preferred: new Set(
          [...choices.preferred, id].filter((one) => one === id || rivals.every((other) => other.id !== one)),
        ),
      })
    },
    mail: ({ applicant: { id } }: PlannedApplicant, on: boolean) =>
      setChoices({ ...choices, mailed: withOrWithout(choices.mailed, id, on) }),
  }

  return (
    <TableDialog
      open={open}
      onClose={onClose}
      title={`${words.verb} ${
        selected.data && included.length < ids.length
          ? `${included.length} of ${countApplicants(ids.length)}`
          : countApplicants(ids.length)
      }?`}
      summary={selected.data && <Sums plan={plan} decision={decision} />}
      footer={
        <>
          <div className={classes.more}>
            {selected.data && <Consequences included={included} decision={decision} />}
          </div>
          <Button
            variant="default"
            className={classes.foot!}
            disabled={start.pending}
            onClick={onClose}
            data-autofocus
          >
            Cancel
          </Button>
          <WriteButton
            className={classes.foot!}
            loading={start.pending}
            why={selected.data && included.length === 0 ? 'None of these applicants is included.' : null}
            onClick={() => selected.data && begin()}
          >
            {`${words.start} ${selected.data ? included.length : ids.length}`}
          </WriteButton>
          <InlineMessage />
        </>
      }
    >
      {selected.error ? (
        <LoadError error={selected.error} retry={() => void selected.refetch()} />
      ) : selected.data ? (
        <PlanTable plan={plan} decision={decision} choose={choose} />
      ) : (
        <div className={classes.waiting} role="status" aria-label="Loading">
          {ids.slice(0, 8).map((id) => (
            <Skeleton key={id} h={14} />
          ))}
        </div>
      )}
    </TableDialog>
  )
}

const countOf = (plan: readonly PlannedApplicant[], is: (row: PlannedApplicant) => boolean) =>
  plan.filter(is).length

const isIncluded = ({ state }: PlannedApplicant) => state === 'included'
const isNew = ({ applicant }: PlannedApplicant) => applicant.account === null

/** How many get what, on one line. */
function Sums({ plan, decision }: { plan: readonly PlannedApplicant[]; decision: RunDecision }) {
  const included = plan.filter(isIncluded)
  const roles = countOf(included, addsRole)
  const kept = countOf(included, (row) => !isNew(row) && !addsRole(row))
  const counts: [count: number, one: string, many: string, kind?: 'check' | 'bad'][] = [
    ...(decision === 'register'
      ? ([
          [countOf(included, isNew), 'new account', 'new accounts'],
          [roles, 'role added', 'roles added'],
          [kept, 'account kept', 'accounts kept'],
        ] as [number, string, string][])
      : []),
    [countOf(included, ({ remarks }) => remarks.length > 0), 'to check', 'to check', 'check'],
    [countOf(plan, ({ state }) => state === 'left_out' || state === 'dropped'), 'left out', 'left out'],
    [
      countOf(plan, ({ state }) => state === 'impossible'),
      decision === 'register' ? 'cannot be registered' : 'cannot be rejected',
      decision === 'register' ? 'cannot be registered' : 'cannot be rejected',
      'bad',
    ],
  ]
  return (
    <div className={classes.sums} role="status">
      {counts.map(
        ([count, one, many, kind]) =>
          count > 0 && (
            <span key={many} data-kind={kind}>
              <b>{count}</b> {count === 1 ? one : many}
            </span>
          ),
      )}
    </div>
  )
}

const mails = (count: number) =>
  count === 0 ? 'No e-mail is sent' : `${count} ${count === 1 ? 'e-mail' : 'e-mails'} will be sent`

/** Who gets an e-mail, and what else happens. */
function Consequences({
  included,
  decision,
}: {
  included: readonly PlannedApplicant[]
  decision: RunDecision
}) {
  const alone = 'Each row is saved on its own; you can leave the page.'
  if (decision === 'register') {
    const fresh = countOf(included, isNew)
    const known = included.length - fresh
    const parts = [
      ...(fresh > 0 ? [`${fresh} with an ID and a temporary password`] : []),
      ...(known > 0
        ? [`${known} to ${known === 1 ? 'a user who keeps the password' : 'users who keep their passwords'}`]
        : []),
    ]
    const terms = [...new Set(included.map(({ applicant }) => termLabel(applicant.term_id)))]
    return (
      <>
        {`${mails(included.length)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`}
        <br />
        {included.length > 0 && `Each applicant gets a draft proposal in ${listNames(terms, 3)}. ${alone}`}
      </>
    )
  }
  const mailed = countOf(included, (row) => row.decision === 'reject')
  const silent = included.length - mailed
  return (
    <>
      {`${mails(mailed)}${mailed > 0 && silent > 0 ? `; ${countApplicants(silent)} ${silent === 1 ? 'gets' : 'get'} none` : ''}.`}
      <br />
      {alone}
    </>
  )
}
