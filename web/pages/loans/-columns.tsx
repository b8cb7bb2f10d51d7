import { VisuallyHidden } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type Address, address } from '#domain/address.ts'
import type { LoanFilter, LoanRow } from '#domain/custody/loans/list_contract.ts'
import { day } from '#web/lib/format/format.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { amountsText } from '#web/ui/custody/amount.tsx'
import { DueIn } from '#web/ui/custody/due_in.tsx'
import { LoanStateChip } from '#web/ui/custody/loan_state.tsx'
import { PieceCount } from '#web/ui/custody/piece_count.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'
import { packingAddress } from './-packing_address.ts'
import classes from './list.module.css'

export const loanAddress = ({ number }: Pick<LoanRow, 'number'>) => address('/loans/$id', { id: number })

/** Where the next act is done. */
const placeOfAct = ({ number, next }: LoanRow): Address =>
  next.kind === 'pack' || next.kind === 'dispatch' ? packingAddress(number) : loanAddress({ number })

export const loanColumns: Column<LoanRow, NonNullable<LoanFilter['sort']>>[] = [
  {
    header: 'Loan: Holder',
    sort: 'borrower_name',
    title: true,
    to: loanAddress,
    cell: (loan) => (
      <>
        <span className={classes.number}>{`${loan.number}:`}</span> {loan.borrower_name}
      </>
    ),
    secondLine: ({ proposal_id, affiliation }) => `proposal ${proposal_id} · ${affiliation}`,
  },
  {
    header: 'State',
    sort: 'state',
    width: 122,
    cell: ({ state }) => <LoanStateChip state={state} quiet />,
  },
  {
    header: 'Pieces',
    width: 78,
    hides: 'first',
    cell: ({ pieces, asteroids }) => <PieceCount count={pieces} asteroids={asteroids} />,
  },
  {
    header: 'Mass out',
    sort: 'out_ug',
    descendingFirst: true,
    width: 104,
    align: 'right',
    cell: ({ out_ug, out_mpa }) => (out_ug + out_mpa === 0 ? '-' : amountsText(out_ug, out_mpa)),
  },
  { header: 'Due', sort: 'due_on', width: 96, nowrap: true, cell: ({ due_on }) => day(due_on) },
  {
    header: 'Days late',
    cardHeader: 'Return',
    width: 108,
    hides: 'second',
    cell: ({ due_on, days_late }) => <DueIn due_on={due_on} days_late={days_late} />,
  },
  { header: 'Next act', width: 220, hides: 'second', cell: ({ next }) => next.label || '-' },
  {
    header: 'Act',
    action: true,
    width: 160,
    cell: (loan) =>
      loan.next.verb !== null && (
        <LinkButton
          to={placeOfAct(loan)}
          variant="default"
          size="compact-sm"
          justify="space-between"
          fullWidth
          rightSection={<IconChevronRight size={14} aria-hidden />}
        >
          {loan.next.verb}
          <VisuallyHidden>{` ${loan.number}`}</VisuallyHidden>
        </LinkButton>
      ),
  },
]
