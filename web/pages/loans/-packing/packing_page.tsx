import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { address } from '#domain/address.ts'
import type { Loan } from '#domain/custody/loans/contract.ts'
import { loanStatus } from '#domain/custody/loans/status.ts'
import { day } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useDownload } from '#web/lib/http/download.ts'
import { useCall } from '#web/lib/http/query.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { LoanStateChip } from '#web/ui/custody/loan_state.tsx'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { ObjectTitle, Page } from '#web/ui/layout/page.tsx'
import { PreviousNextLinks } from '#web/ui/layout/previous_next.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { Labels } from './labels.tsx'
import classes from './packing.module.css'
import { Parcel, useParcel } from './parcel.tsx'
import { PickList } from './pick_list.tsx'
import { toPack, usePackingRows } from './rows.ts'
import { PackingBar, Signatures } from './signatures.tsx'

const packingAt = (number: string) => address('/loans/$id/packing', { id: number })

/** Packing of a loan: what is taken from the vault, what it weighs, its labels, the parcel, two signatures. */
export function PackingPage({ number }: { number: string }) {
  const query = useCall(api.loans.get, { params: { number } })
  const loan = query.data
  return (
    <Page
      title={loan ? <ObjectTitle id={loan.number} title={`Packing for ${loan.borrower_name}`} /> : 'Packing'}
      object={`${number}: Packing`}
      breadcrumbs={[
        ['Loans', address('/loans')],
        [number, address('/loans/$id', { id: number })],
        ['Packing'],
      ]}
      beside={
        loan && (
          <span className={classes.beside}>
            <LoanStateChip state={loan.state} />
            <span>
              {[
                loan.affiliation,
                loan.agreement.complete_at && `agreement complete ${day(loan.agreement.complete_at)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        )
      }
      actions={<Others number={number} />}
    >
      <Loaded query={query} skeleton={<Lines count={10} />}>
        {(found) => <Packing loan={found} />}
      </Loaded>
    </Page>
  )
}

/** The other loans to pack or dispatch. */
function Others({ number }: { number: string }) {
  const list = useCall(api.loans.list, {
    query: { state: [loanStatus.code.READY_TO_PACK], sort: 'number', dir: 'asc', per_page: 100 },
  }).data
  const numbers = list?.data.map((row) => row.number) ?? []
  const at = numbers.indexOf(number)
  if (at < 0 || numbers.length < 2) return null
  return (
    <>
      <span className={classes.quiet}>{`${at + 1} of ${list!.total} to pack or dispatch`}</span>
      <PreviousNextLinks
        what="loan to pack"
        previous={numbers[at - 1] ?? null}
        next={numbers[at + 1] ?? null}
        to={packingAt}
      />
    </>
  )
}

function Packing({ loan }: { loan: Loan }) {
  const rows = usePackingRows(loan)
  const parcel = useParcel(loan)
  const { AGREEMENT_DUE, READY_TO_PACK } = loanStatus.code
  const waits = loan.state === AGREEMENT_DUE
  const split = loan.piece_list.filter(({ parts }) => parts.length > 0)
  const isOver = loan.dispatched !== null && toPack(loan).length === 0
  return (
    <>
      {waits && (
        <Note kind="warn" title="The agreement is not complete yet.">
          You can weigh the pieces already; nothing is signed or sent before the agreement is complete.
        </Note>
      )}
      {isOver && (
        <Note title={`The parcel left on ${day(loan.dispatched!.at)}.`}>
          {`Dispatched by ${loan.dispatched!.by}; ${loan.borrower_name} confirms its receipt.`}
        </Note>
      )}
      {split.length > 0 && loan.state === READY_TO_PACK && (
        <Note
          kind="warn"
          title={`${split.map(({ name }) => name).join(', ')} was split.`}
          action={<LinkButton to={address('/loans/$id', { id: loan.number })}>Choose the parts</LinkButton>}
        >
          Choose which of its parts are lent before you pack.
        </Note>
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          <PickList loan={loan} rows={rows} print={<PrintList number={loan.number} />} />
          <Parcel loan={loan} parcel={parcel} />
          <Signatures loan={loan} />
        </div>
        <Labels loan={loan} rows={rows} />
      </div>
      <PackingBar loan={loan} rows={rows} parcel={parcel} />
    </>
  )
}

function PrintList({ number }: { number: string }) {
  const { download, pending } = useDownload(api.loans.packingListPdf)
  return (
    <Button
      variant="default"
      loading={pending}
      leftSection={<IconPrinter size={16} aria-hidden />}
      onClick={() => void download({ params: { number } })}
    >
      Print list
    </Button>
  )
}
