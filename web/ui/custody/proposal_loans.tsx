import { Group } from '@mantine/core'
import { address } from '#domain/address.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ScreenLink } from '../actions/links.tsx'
import { Section } from '../layout/section.tsx'
import { DueIn } from './due_in.tsx'
import { LoanStateChip } from './loan_state.tsx'

const pieces = (count: number) => (count === 1 ? '1 piece' : `${count} pieces`)

/** The loans of a proposal, for the office; nothing for others, and while there is none. */
export function ProposalLoans({ id }: { id: number }) {
  const office = useIsOffice()
  const found = useCall(api.loans.list, { query: { proposal_id: id } }, { enabled: office }).data
  if (!found || found.total === 0) return null
  return (
    <Section
      title="Loans"
      aside={
        <ScreenLink to={address('/loans', {}, { proposal_id: id, open: '' })}>
          See them in the list
        </ScreenLink>
      }
    >
      {found.data.map(({ number, borrower_name, state, pieces: count, due_on, days_late }) => (
        <Group key={number} gap="2px 12px">
          <ScreenLink to={address('/loans/$id', { id: number })}>{number}</ScreenLink>
          <LoanStateChip state={state} quiet />
          <span>{borrower_name}</span>
          <span>{pieces(count)}</span>
          {due_on !== null && <span>{`due ${due_on}`}</span>}
          {days_late > 0 && <DueIn due_on={due_on} days_late={days_late} />}
        </Group>
      ))}
    </Section>
  )
}
