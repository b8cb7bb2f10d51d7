import { Fragment, type ReactNode } from 'react'
import { address } from '#domain/address.ts'
import type { Owed } from '#domain/custody/loans/list_contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ScreenLink } from '../actions/links.tsx'
import { Note } from '../text/note.tsx'

/** As many proposals as one request takes. */
const MAX_ASKED = 500

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

const LoanLink = ({ number }: { number: string }) => (
  <ScreenLink inherit to={address('/loans/$id', { id: number })}>
    {number}
  </ScreenLink>
)

/** What a person owes, as parts of a sentence that link to it. */
const partsOf = ({ overdue, missing_reports, unanswered_inventories }: Owed): [string, ReactNode][] => [
  ...overdue.map(({ number, days_late }): [string, ReactNode] => [
    `late ${number}`,
    <>
      <LoanLink number={number} /> {`is ${days(days_late)} late`}
    </>,
  ]),
  ...missing_reports.map((number): [string, ReactNode] => [
    `report ${number}`,
    <>
      {'no report of use for '}
      <LoanLink number={number} />
    </>,
  ]),
  ...unanswered_inventories.map(({ id, name, until }): [string, ReactNode] => [
    `inventory ${id}`,
    `no answer to ${name} (due ${until})`,
  ]),
]

const listed = (parts: readonly [string, ReactNode][]) =>
  parts.map(([key, part], place) => (
    <Fragment key={key}>
      {place > 0 && '; '}
      {part}
    </Fragment>
  ))

/**
 * What someone owes from earlier loans, by address or as the proposer of a proposal, for the office, which decides what
 * follows from it; nothing for others.
 */
export function EarlierLoans(of: { email: string } | { proposal_id: number }) {
  const office = useIsOffice()
  const owed = useCall(api.loans.owed, { query: of }, { enabled: office }).data
  const parts = owed?.flatMap(partsOf) ?? []
  if (parts.length === 0) return null
  return (
    <Note kind="warn" title="Owes from earlier loans:">
      {listed(parts)}.
    </Note>
  )
}

/** What the proposers of several proposals owe, for the office: one line of a proposal, or null. */
export function useEarlierLoans(proposal_ids: readonly number[]): (proposal_id: number) => ReactNode {
  const office = useIsOffice()
  const query = { proposal_id: [...new Set(proposal_ids)].sort((a, b) => a - b).slice(0, MAX_ASKED) }
  const enabled = office && query.proposal_id.length > 0
  const owed = useCall(api.loans.owed, { query }, { enabled }).data ?? []
  return (proposal_id) => {
    const parts = owed.filter((one) => one.proposal_ids.includes(proposal_id)).flatMap(partsOf)
    return parts.length === 0 ? null : <>Owes from earlier loans: {listed(parts)}</>
  }
}
