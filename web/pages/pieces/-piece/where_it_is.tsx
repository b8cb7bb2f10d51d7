import { IconCheck } from '@tabler/icons-react'
import { formatAmount, formatDifference, writtenUnit } from '#domain/custody/amounts.ts'
import type { PieceDetail } from '#domain/custody/pieces/contract.ts'
import { ProgressStrip, StripFigure, type StripPart } from '#web/ui/lists/progress_strip.tsx'
import classes from './piece.module.css'

/** Where the initial amount of a piece and its parts is now, as a bar and in figures. */
export function WhereItIs({ piece: { unit, totals } }: { piece: PieceDetail }) {
  const { initial, difference, with_borrowers, on_the_way, in_curation, consumed, lost } = totals
  const amounts: [label: string, amount: number, kind: StripPart['kind']][] = [
    ['With borrowers', with_borrowers, 'done'],
    ['On the way', on_the_way, 'moving'],
    ['In curation', in_curation, 'kept'],
    ['Consumed', consumed, 'waiting'],
    ['Handling loss', lost, 'asked'],
  ]
  const [figure] = formatAmount(unit, initial).split(' ')
  return (
    <ProgressStrip
      label="Where it is"
      parts={amounts
        .filter(([, amount]) => amount > 0)
        .map(([label, count, kind]) => ({ label, count, kind, shown: formatAmount(unit, count) }))}
    >
      <div>
        <StripFigure>{figure}</StripFigure>
        <span className={classes.unit}>
          {` ${writtenUnit(unit)}, initial ${unit === 'ug' ? 'weight' : 'pressure'}`}
        </span>
      </div>
      {difference === 0 ? (
        <span className={classes.accounted}>
          <IconCheck size={15} aria-hidden />
          {`All accounted for, ${unit === 'ug' ? '0 µg' : '0.0 Pa'} missing`}
        </span>
      ) : (
        <span className={classes.differs}>
          {`All accounted for, with measured differences of ${formatDifference(unit, difference)}`}
        </span>
      )}
    </ProgressStrip>
  )
}
