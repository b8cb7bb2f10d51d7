import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { address } from '#domain/address.ts'
import { formatAmount } from '#domain/custody/amounts.ts'
import type { Loan } from '#domain/custody/loans/contract.ts'
import { parseMeasured } from '#domain/custody/loans/sheets.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useDownload } from '#web/lib/http/download.ts'
import { PieceName } from '#web/ui/custody/acts/parts.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { QrCode } from '#web/ui/text/qr_code.tsx'
import classes from './packing.module.css'
import type { PackingRow, PackingRows } from './rows.ts'

/** The labels of the pieces that are measured and agree with the record. */
export function Labels({ loan, rows: { rows } }: { loan: Loan; rows: PackingRows }) {
  const ready = rows.filter(({ step, saved }) => step === 'ready' && saved)
  const left = rows.length - ready.length
  const { download, pending } = useDownload(api.pieces.labels)
  return (
    <Section title="Labels" aside={`${ready.length} of ${rows.length} ready`}>
      {ready.length > 0 && (
        <ul className={classes.labels}>
          {ready.map((row) => (
            <Label key={row.of.piece} loan={loan} row={row} />
          ))}
        </ul>
      )}
      <p className={classes.quiet}>
        {'The code opens the piece.'}
        {left > 0 &&
          ` ${left === 1 ? 'One more label follows when its piece is' : `${left} more labels follow when the pieces are`} measured, in ${left === 1 ? 'its container' : 'their containers'}, and ${left === 1 ? 'agrees' : 'agree'} with the record.`}
      </p>
      {ready.length > 0 && (
        <Button
          fullWidth
          variant="default"
          loading={pending}
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => void download({ query: { addresses: ready.map(({ of }) => of.piece) } })}
        >
          {`Print ${ready.length} ${ready.length === 1 ? 'label' : 'labels'}`}
        </Button>
      )}
    </Section>
  )
}

const SIDE = 66

const Label = ({ loan, row: { of, unit, weighed, container } }: { loan: Loan; row: PackingRow }) => (
  <li className={classes.label}>
    <QrCode
      text={`${window.location.origin}${address('/pieces/$id', { id: of.piece })}`}
      label={`QR code of ${of.name}`}
      size={SIDE}
    />
    <span>
      <b>
        <PieceName piece={of} />
      </b>
      {formatAmount(unit, parseMeasured(unit, weighed) ?? of.present)}
      <br />
      {`Container ${container}`}
      <br />
      {`${loan.number} · ${termLabel(loan.term_id)}`}
    </span>
  </li>
)
