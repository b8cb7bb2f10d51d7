import { Anchor, Group } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { Loan } from '#domain/custody/loans/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { usePreviousNext } from '#web/lib/lists/previous_next.ts'
import { usePreload } from '#web/lib/routing/loaders.ts'
import { useHasRole } from '#web/lib/session/session.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { LoanStateChip } from '#web/ui/custody/loan_state.tsx'
import { StepLine } from '#web/ui/custody/step_line.tsx'
import { LoadedKeepingPrevious } from '#web/ui/layout/loaded.tsx'
import { ObjectTitle, Page } from '#web/ui/layout/page.tsx'
import { PreviousNextLinks } from '#web/ui/layout/previous_next.tsx'
import { DueActs } from './due_acts.tsx'
import { LoanEvents } from './events.tsx'
import classes from './loan.module.css'
import { MoreActs } from './more_acts.tsx'
import { Papers } from './papers.tsx'
import { LoanPieces } from './pieces.tsx'
import { stepsOf } from './steps.ts'

const loanAt = (number: string) => address('/loans/$id', { id: number })

/** A loan: where it is, what is next, its pieces, papers and events. */
export function LoanPage({ number }: { number: string }) {
  const query = useCall(api.loans.get, { params: { number } }, { keep: true })
  const loan = query.data
  const position = usePreviousNext({
    path: '/loans',
    list: api.loans.list,
    idOf: (row) => row.number,
    id: number,
  })
  const { previous = null, next = null } = position ?? {}
  usePreload([previous, next].map((one) => (one === null ? null : loanAt(one))))
  return (
    <Page
      title={loan ? <ObjectTitle id={loan.number} title={loan.borrower_name} /> : 'Loan'}
      object={loan && `${loan.number}: ${loan.borrower_name}`}
      breadcrumbs={[['Loans', address('/loans')], [number]]}
      beside={loan && <Beside loan={loan} />}
      actions={
        <>
          {loan && <MoreActs loan={loan} />}
          {position && (
            <PreviousNextLinks what="loan" previous={null} next={null} to={loanAt} listPosition={position} />
          )}
        </>
      }
    >
      <LoadedKeepingPrevious query={query}>
        {(loan) => <LoanFound key={loan.number} loan={loan} />}
      </LoadedKeepingPrevious>
    </Page>
  )
}

function Beside({ loan }: { loan: Loan }) {
  const staff = useHasRole('admin', 'panel')
  const { state, affiliation, proposal_id, borrower_email, no_account, supplementary_to } = loan
  return (
    <Group gap="2px 12px">
      <LoanStateChip state={state} />
      <span>{affiliation}</span>
      {borrower_email !== '' && (
        <Anchor href={`mailto:${borrower_email}`} fz="inherit">
          {borrower_email}
        </Anchor>
      )}
      <span title={loan.title}>
        {'proposal '}
        {staff ? (
          <ScreenLink inherit to={address('/proposals/detail/$id', { id: proposal_id })}>
            {String(proposal_id)}
          </ScreenLink>
        ) : (
          proposal_id
        )}
      </span>
      {supplementary_to && (
        <span>
          {'supplements '}
          <ScreenLink inherit to={loanAt(supplementary_to)}>
            {supplementary_to}
          </ScreenLink>
        </span>
      )}
      {no_account && <span>no account: the office acts on behalf</span>}
    </Group>
  )
}

const LoanFound = ({ loan }: { loan: Loan }) => (
  <div className={classes.page}>
    <StepLine label={`Steps of ${loan.number}`} steps={stepsOf(loan)} />
    <div className={classes.columns}>
      <div className={classes.stack}>
        <DueActs loan={loan} />
        <LoanPieces loan={loan} />
        <Papers loan={loan} />
      </div>
      <LoanEvents loan={loan} />
    </div>
  </div>
)
