import { Text } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { Loan, MyLoans } from '#domain/custody/loans/contract.ts'
import { loanStatus } from '#domain/custody/loans/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useHasRole } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { toReceive } from '#web/ui/custody/acts/receive.tsx'
import { InventoryAnswer } from '#web/ui/custody/inventory_answer.tsx'
import { heldText, OwedList, useOwedInventory } from '#web/ui/custody/owed.tsx'
import { OwnPublications } from '#web/ui/custody/publications.tsx'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { ActSheet, useOpenAct } from './-acts.tsx'
import { ClosedLoans, LoanCard, ReceiveCard } from './-loan_card.tsx'
import classes from './samples.module.css'

/** What the viewer holds, and everything they can do with it. */
export function MySamples() {
  const mine = useCall(api.loans.mine, {}, { staleTime: 0 })
  const hasHome = useHasRole('proposer')
  return (
    <Page
      title="My samples"
      beside={mine.data && mine.data.loans.length > 0 && heldText(mine.data.loans.filter(isOpen))}
      actions={
        mine.data &&
        mine.data.loans.length > 0 && <CsvButton call={api.loans.myPieces}>My pieces as CSV</CsvButton>
      }
      {...(hasHome && { breadcrumbs: [['Home', address('/mypage')], ['My samples']] as const })}
    >
      <Loaded query={mine} skeleton={<Lines count={8} />}>
        {(data) => <Samples {...data} />}
      </Loaded>
    </Page>
  )
}

const isOpen = ({ state }: Loan) => loanStatus.of(state).open

function Samples({ loans, owed }: MyLoans) {
  const act = useOpenAct(loans)
  const inventory = useOwedInventory()
  if (loans.length === 0)
    return (
      <Section>
        <EmptyState title="You hold no samples.">
          Once a result is accepted, its loan is shown here: the agreement to sign, the parcel to receive, and
          each piece with what you can do with it.
        </EmptyState>
      </Section>
    )
  const open = loans.filter(isOpen)
  const arriving = open.filter(({ piece_list }) => toReceive(piece_list).length > 0)
  const others = open
    .filter(({ piece_list }) => toReceive(piece_list).length < piece_list.length)
    .sort((a, b) => (a.due_on ?? '9').localeCompare(b.due_on ?? '9'))
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <InventoryAnswer />
        {arriving.map((loan) => (
          <ReceiveCard key={`receive ${loan.number}`} loan={loan} />
        ))}
        {others.map((loan) => (
          <LoanCard key={loan.number} loan={loan} />
        ))}
        {open.length === 0 && <Text c="dimmed">You hold no samples now.</Text>}
        <ClosedLoans loans={loans.filter((loan) => !isOpen(loan))} />
      </div>
      <div className={classes.column}>
        {act && <ActSheet key={act.key} act={act} />}
        {!act && (owed.length > 0 || inventory) && (
          <Section title="What you owe" flush>
            <OwedList owed={owed} inventory={inventory} />
          </Section>
        )}
        <OwnPublications />
      </div>
    </div>
  )
}
