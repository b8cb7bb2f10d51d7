import {
  formatAmount,
  formatDifference,
  formatMg,
  formatPa,
  formatSmall,
  type Micrograms,
  type Millipascals,
  type Unit,
  writtenUnit,
} from '#domain/custody/amounts.ts'
import classes from './amount.module.css'

interface AmountProps {
  unit: Unit
  /** In µg or mPa. */
  n: number
}

/** An amount with its unit in grey: '2.004 mg', '68.0 Pa'. */
export const AmountWithUnit = ({ unit, n }: AmountProps) => (
  <span className={classes.amount}>
    {bareAmount(unit, n)} <small>{writtenUnit(unit)}</small>
  </span>
)

/** An amount in a column whose head says mg; of a gas the unit is said. */
export const AmountInMg = ({ unit, n }: AmountProps) =>
  unit === 'ug' ? bareAmount(unit, n) : <AmountWithUnit unit={unit} n={n} />

/** What was used or lost, in a column whose head says µg; of a gas the unit is said. Nothing for none. */
export const SmallInUg = ({ unit, n }: AmountProps) =>
  n === 0 ? null : unit === 'ug' ? (
    formatSmall(unit, n).replace(' µg', '')
  ) : (
    <AmountWithUnit unit={unit} n={n} />
  )

/** A measured difference, red where it is beyond the tolerance. */
export const Difference = ({ unit, n, tolerance }: AmountProps & { tolerance: number }) => (
  <span className={Math.abs(n) > tolerance ? classes.wrong : classes.slight}>
    {formatDifference(unit, n)}
  </span>
)

const bareAmount = (unit: Unit, n: number) =>
  unit === 'ug' ? formatMg(n as Micrograms) : formatPa(n as Millipascals)

/** '6.204 mg', '68.0 Pa', '6.204 mg and 68.0 Pa'; in mg where there is none. */
export const amountsText = (ug: number, mpa: number) =>
  [(ug > 0 || mpa === 0) && formatAmount('ug', ug), mpa > 0 && formatAmount('mpa', mpa)]
    .filter(Boolean)
    .join(' and ')
