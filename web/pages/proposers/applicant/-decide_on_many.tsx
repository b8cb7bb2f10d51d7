import { ActionIcon, Button, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconBan, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { address } from '#domain/address.ts'
import type { ApplicantRow } from '#domain/applicants/contract.ts'
import {
  type PlanChoices,
  type PlannedApplicant,
  planRegistration,
  planRejection,
  type Remark,
} from '#domain/applicants/plan.ts'
import { countApplicants, type RunDecision } from '#domain/applicants/runs.ts'
import { listNames } from '#domain/text.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { TableDialog } from '#web/ui/dialogs/table_dialog.tsx'
import { LoadError } from '#web/ui/layout/loaded.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import classes from './-decide_on_many.module.css'

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

const with_ = (set: ReadonlySet<number>, id: number, on: boolean) => {
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
      setChoices({ ...choices, dropped: with_(choices.dropped, id, on) }),
    /** Registers this one in place of the others with the same account. */
    prefer: ({ applicant: { id }, remarks }: PlannedApplicant) => {
      const rivals = remarks.flatMap((remark) => (remark.is === 'same_account' ? remark.others : []))
      setChoices({
        ...choices,
        dropped: with_(choices.dropped, id, false),
        preferred: new Set(
          [...choices.preferred, id].filter((one) => one === id || rivals.every((other) => other.id !== one)),
        ),
      })
    },
    mail: ({ applicant: { id } }: PlannedApplicant, on: boolean) =>
      setChoices({ ...choices, mailed: with_(choices.mailed, id, on) }),
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
        <Plan plan={plan} decision={decision} choose={choose} />
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
const addsRole = ({ applicant: { account } }: PlannedApplicant) =>
  account !== null && !account.roles.includes('proposer')

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

interface Choose {
  drop: (row: PlannedApplicant, on: boolean) => void
  prefer: (row: PlannedApplicant) => void
  mail: (row: PlannedApplicant, on: boolean) => void
}

interface PlanProps {
  plan: readonly PlannedApplicant[]
  decision: RunDecision
  choose: Choose
}

const Plan = ({ plan, decision, choose }: PlanProps) => (
  <table
    className={classes.table}
    aria-label={`Applicants to ${decision === 'register' ? 'register' : 'reject'}`}
  >
    <thead>
      <tr>
        <th scope="col" style={{ width: 260 }}>
          Applicant
        </th>
        <th scope="col" style={{ width: 190 }}>
          What happens
        </th>
        <th scope="col">Check</th>
        <th scope="col" style={{ width: 56 }}>
          <VisuallyHidden>Drop</VisuallyHidden>
        </th>
      </tr>
    </thead>
    <tbody>
      {plan.map((row) => (
        <PlanRow key={row.applicant.id} row={row} decision={decision} choose={choose} />
      ))}
    </tbody>
  </table>
)

const MAX_REMARKS = 3

function PlanRow({
  row,
  decision,
  choose,
}: {
  row: PlannedApplicant
  decision: RunDecision
  choose: Choose
}) {
  const { applicant, state, remarks } = row
  const { name, email } = applicant
  const shown = remarks.length <= MAX_REMARKS ? MAX_REMARKS : MAX_REMARKS - 1
  const canDrop = state === 'included' || state === 'dropped'
  return (
    <tr data-out={state !== 'included' || undefined}>
      <td>
        <div className={`${classes.who} ${classes.cut}`} title={name}>
          {name}
        </div>
        <div className={`${classes.second} ${classes.cut}`} title={email}>
          {email}
        </div>
      </td>
      <td className={classes.what}>
        <WhatHappens row={row} decision={decision} />
      </td>
      <td>
        {remarks.slice(0, shown).map((remark) => (
          <RemarkLine key={JSON.stringify(remark)} remark={remark} row={row} choose={choose} />
        ))}
        {remarks.length > shown && (
          <div className={classes.rest}>{`and ${remarks.length - shown} more like these`}</div>
        )}
      </td>
      <td>
        {canDrop && (
          <ActionIcon
            aria-label={`Drop ${name}`}
            aria-pressed={state === 'dropped'}
            title={state === 'dropped' ? 'Put back' : 'Drop'}
            onClick={() => choose.drop(row, state === 'included')}
          >
            {state === 'dropped' ? (
              <IconArrowBackUp size={16} aria-hidden />
            ) : (
              <IconX size={16} aria-hidden />
            )}
          </ActionIcon>
        )}
      </td>
    </tr>
  )
}

const ROLE_NAMES = { admin: 'office', panel: 'panel', reviewer: 'reviewer', proposer: 'proposer' } as const

function WhatHappens({ row, decision }: { row: PlannedApplicant; decision: RunDecision }) {
  const { applicant, state } = row
  if (state === 'impossible') return decision === 'register' ? 'Cannot be registered' : 'Cannot be rejected'
  if (state !== 'included') return 'Left out'
  if (decision !== 'register') return row.decision === 'reject' ? 'E-mail' : 'No e-mail'
  const { account } = applicant
  if (account === null) return 'New account'
  const roles = account.roles.map((role) => ROLE_NAMES[role])
  return (
    <>
      <b>{addsRole(row) ? 'Role added' : 'Account kept'}</b>
      <div className={classes.second}>
        {addsRole(row)
          ? `has ${roles.length > 0 ? `a ${listNames(roles, 3)}` : 'an'} account`
          : 'is already a proposer'}
      </div>
    </>
  )
}

/** Why a row is not part of the run, in few words. */
function whyLeft({ state, remarks }: PlannedApplicant): string {
  if (state === 'dropped') return 'dropped'
  const [remark] = remarks
  switch (remark?.is) {
    case 'why_not':
      return remark.text
    case 'account':
      return remark.text
    case 'proposal':
      return `already has proposal ${remark.proposal.id} in ${remark.term}`
    case 'same_account':
      return `same e-mail as ${listNames(
        remark.others.map(({ name }) => name),
        2,
      )}`
    default:
      return ''
  }
}

function RemarkLine({ remark, row, choose }: { remark: Remark; row: PlannedApplicant; choose: Choose }) {
  const Icon = remark.bad ? IconBan : IconAlertTriangle
  return (
    <div className={classes.remark} data-bad={remark.bad || undefined}>
      <Icon size={14} aria-hidden />
      <span>
        <RemarkText remark={remark} row={row} choose={choose} />
      </span>
    </div>
  )
}

const Act = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <UnstyledButton onClick={onClick}>{children}</UnstyledButton>
)

function RemarkText({ remark, row, choose }: { remark: Remark; row: PlannedApplicant; choose: Choose }) {
  switch (remark.is) {
    case 'why_not':
    case 'namesake':
      return remark.text
    case 'account':
      return (
        <>
          {`${remark.text} `}
          <ScreenLink to={address('/users/detail/$id', { id: remark.account_id })}>
            Open the account
          </ScreenLink>
        </>
      )
    case 'proposal': {
      const { proposal, term, bad } = remark
      return (
        <>
          {'Already has '}
          <ScreenLink to={address('/proposals/detail/$id', { id: proposal.id })}>
            {`proposal ${proposal.id}`}
          </ScreenLink>
          {` in ${term}`}
          {!bad && row.state === 'included' && <RejectionMail row={row} choose={choose} />}
        </>
      )
    }
    case 'same_account': {
      const names = listNames(
        remark.others.map(({ name }) => name),
        2,
      )
      if (row.state === 'included')
        return `Same e-mail as ${names}. One address is one account with one proposal, so only this one is registered`
      return (
        <>
          {`Left out: same e-mail as ${remark.chosen?.name ?? names}. `}
          {row.state === 'left_out' && (
            <Act onClick={() => choose.prefer(row)}>Register this one instead</Act>
          )}
        </>
      )
    }
  }
}

/** Whether someone with a proposal is told of the rejection, which may be taken for one of the proposal. */
const RejectionMail = ({ row, choose }: { row: PlannedApplicant; choose: Choose }) =>
  row.decision === 'reject' ? (
    <>
      {', which the e-mail could be taken to reject. '}
      <Act onClick={() => choose.mail(row, false)}>Send none</Act>
    </>
  ) : (
    <>
      {', which an e-mail could be taken to reject, so none is sent. '}
      <Act onClick={() => choose.mail(row, true)}>Send it anyway</Act>
    </>
  )
