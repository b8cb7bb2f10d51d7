import { ActionIcon, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconBan, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Role } from '#domain/access.ts'
import { address } from '#domain/address.ts'
import type { PlannedApplicant, Remark } from '#domain/applicants/plan.ts'
import type { RunDecision } from '#domain/applicants/runs.ts'
import { listNames } from '#domain/text.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import classes from './-decide_on_many.module.css'

export const addsRole = ({ applicant: { account } }: PlannedApplicant) =>
  account !== null && !account.roles.includes('proposer')

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

/** What happens to each selected applicant, and what to check before it does. */
export const PlanTable = ({ plan, decision, choose }: PlanProps) => (
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

const ROLE_NAMES: Record<Role, string> = {
  admin: 'office',
  panel: 'panel',
  reviewer: 'reviewer',
  curation: 'curation',
  proposer: 'proposer',
}

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
export function whyLeft({ state, remarks }: PlannedApplicant): string {
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
