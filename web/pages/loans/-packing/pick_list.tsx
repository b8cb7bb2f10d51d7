import { Button, Checkbox, TextInput, Title } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { formatAmount, formatSmall, writtenUnit } from '#domain/custody/amounts.ts'
import type { Loan } from '#domain/custody/loans/contract.ts'
import { findScanned } from '#domain/custody/loans/packing.ts'
import {
  beyondTolerance,
  parseMeasured,
  typedDifference,
  whyNotMeasured,
} from '#domain/custody/loans/sheets.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { PieceName } from '#web/ui/custody/acts/parts.tsx'
import { AmountWithUnit, Difference } from '#web/ui/custody/amount.tsx'
import { AmountField } from '#web/ui/custody/amount_field.tsx'
import { EmptyState, Note } from '#web/ui/text/note.tsx'
import classes from './packing.module.css'
import { ResolveDialog } from './resolve_dialog.tsx'
import type { PackingRow, PackingRows } from './rows.ts'
import { Scanner } from './scanner.tsx'

interface PickListProps {
  loan: Loan
  rows: PackingRows
  /** The button that prints it. */
  print: ReactNode
}

/** The pieces in the order of the vault, each weighed and in its container. */
export function PickList({ loan, rows: { rows, type, save }, print }: PickListProps) {
  const [scans, setScans] = useState(false)
  const weighed = rows.filter((row) => parseMeasured(row.unit, row.weighed) !== null).length
  const isOpen = loan.packed === null && loan.dispatched === null
  const take = (code: string): string | null => {
    const found = findScanned(
      rows.map(({ of }) => of),
      code,
    )
    const row = rows.find(({ of }) => of === found)
    if (!row) return `${code} is not on this list.`
    type(row, { picked: true })
    document.getElementById(weighedId(row))?.focus()
    return null
  }
  return (
    <section aria-labelledby="pick-list">
      <div className={classes.head}>
        <Title order={2} id="pick-list">
          Pick list
        </Title>
        <span className={classes.quiet}>
          {`${rows.length} ${rows.length === 1 ? 'piece' : 'pieces'}, in the order of the vault`}
        </span>
        <span className={classes.counts}>
          <b>{weighed}</b> of {rows.length} weighed
        </span>
        {isOpen && (
          <Button
            variant="default"
            leftSection={<IconQrcode size={16} aria-hidden />}
            aria-expanded={scans}
            onClick={() => setScans(!scans)}
          >
            Scan
          </Button>
        )}
        {print}
      </div>
      {scans && isOpen && <Scanner onCode={take} />}
      {rows.length === 0 ? (
        <EmptyState title="There is nothing to pack." />
      ) : (
        <table className={classes.table} aria-label={`Pick list of ${loan.number}`}>
          <thead>
            <tr>
              <th scope="col">
                <span className={classes.hidden}>Picked</span>
              </th>
              <th scope="col">Piece</th>
              <th scope="col">Place</th>
              <th scope="col" data-align="right">
                On record
              </th>
              <th scope="col">Weighed now</th>
              <th scope="col" data-align="right">
                Difference
              </th>
              <th scope="col">Container</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.of.piece}
                loan={loan}
                row={row}
                isOpen={isOpen}
                change={(part) => type(row, part)}
                save={save}
              />
            ))}
          </tbody>
        </table>
      )}
      {isOpen &&
        rows
          .filter(({ step }) => step === 'beyond')
          .map((row) => <Beyond key={row.of.piece} loan={loan} row={row} />)}
    </section>
  )
}

const weighedId = ({ of }: PackingRow) => `weighed-${of.piece}`

/** Enter goes to the next field of the list, as a balance or a hand scanner presses it. */
function goOn(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const fields = [...event.currentTarget.closest('table')!.querySelectorAll<HTMLInputElement>('[data-packs]')]
  fields[fields.indexOf(event.currentTarget) + 1]?.focus()
}

interface RowProps {
  loan: Loan
  row: PackingRow
  isOpen: boolean
  change: (part: { weighed?: string; container?: string; picked?: boolean }) => void
  save: () => void
}

function Row({ loan, row, isOpen, change, save }: RowProps) {
  const { of, name, unit, present, weighed, container, picked, step } = row
  const difference = typedDifference(unit, present, weighed)
  const [room, ...rest] = of.place.split(', ')
  return (
    <tr data-now={(picked && step === 'to_weigh') || undefined}>
      <td data-cell="picked">
        <Checkbox
          aria-label={`Picked ${name}`}
          size="sm"
          checked={picked}
          disabled={!isOpen}
          onChange={({ currentTarget }) => change({ picked: currentTarget.checked })}
        />
      </td>
      <td data-cell="piece">
        <PieceName piece={of} />
        <small className={classes.second}>{of.form}</small>
      </td>
      <td data-cell="place">
        {room}
        <small className={classes.second}>{rest.join(', ')}</small>
      </td>
      <td data-align="right" data-label="On record">
        <AmountWithUnit unit={unit} n={present} />
      </td>
      <td data-label="Now">
        <AmountField
          id={weighedId(row)}
          data-packs
          unit={writtenUnit(unit)}
          aria-label={unit === 'ug' ? `Mass now of ${name}` : `Pressure now of ${name}`}
          disabled={!isOpen}
          value={weighed}
          error={whyNotMeasured(unit, weighed) ?? step === 'beyond'}
          onChange={({ currentTarget }) => change({ weighed: currentTarget.value, picked: true })}
          onKeyDown={goOn}
          onBlur={save}
        />
      </td>
      <td data-align="right" data-cell="difference">
        {difference !== null && <Difference unit={unit} n={difference} tolerance={loan.tolerance[unit]} />}
      </td>
      <td data-label="Container">
        <TextInput
          data-packs
          aria-label={`Container of ${name}`}
          autoComplete="off"
          disabled={!isOpen}
          value={container}
          onChange={({ currentTarget }) => change({ container: currentTarget.value })}
          onKeyDown={goOn}
          onBlur={save}
        />
      </td>
    </tr>
  )
}

/** A piece that differs from the record: weighed again, a loss, or accepted as measured. */
function Beyond({ loan, row }: { loan: Loan; row: PackingRow }) {
  const [how, setHow] = useState<'loss' | 'accept' | null>(null)
  const { unit, present, weighed, saved, name } = row
  const difference = typedDifference(unit, present, weighed) ?? 0
  const lighter = difference < 0
  const why = saved ? null : 'It is being saved.'
  return (
    <div className={classes.beyond}>
      <Note
        kind="bad"
        title={beyondTolerance(row, difference, loan.tolerance[unit], 'on record')}
        action={
          <div className={classes.buttons}>
            {lighter && (
              <WriteButton variant="default" size="compact-sm" why={why} onClick={() => setHow('loss')}>
                {`Record a loss of ${formatSmall(unit, -difference)}`}
              </WriteButton>
            )}
            <WriteButton variant="default" size="compact-sm" why={why} onClick={() => setHow('accept')}>
              {`Accept ${formatAmount(unit, present + difference)}`}
            </WriteButton>
          </div>
        }
      >
        {lighter
          ? 'Weigh it again, or record a handling loss with a reason.'
          : 'Weigh it again, or accept what you measured with a reason.'}
      </Note>
      {how && (
        <ResolveDialog
          loan={loan}
          piece={row.of}
          how={how}
          question={
            how === 'loss'
              ? `Record a loss of ${formatSmall(unit, -difference)} of ${name}?`
              : `Accept ${formatAmount(unit, present + difference)} for ${name}?`
          }
          close={() => setHow(null)}
        />
      )}
    </div>
  )
}
