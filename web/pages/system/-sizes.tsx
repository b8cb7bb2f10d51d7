import type { Size, SystemState } from '#domain/system/contract.ts'
import { MIN_GROWTH_DAYS, SIZES } from '#domain/system/sizes.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { counted, inUnit, unitOf } from './-format.ts'
import classes from './-system.module.css'

/** Present sizes and, with enough days recorded, the growth in a year. */
export const Sizes = ({ sizes, days }: { sizes: readonly Size[]; days: number }) => (
  <Section
    title="Sizes"
    aside={
      days < MIN_GROWTH_DAYS
        ? `growth is shown after ${MIN_GROWTH_DAYS} days, ${days} so far`
        : `now, and growth in a year (from ${days} days)`
    }
    flush
  >
    <ul className={classes.sizes}>
      {sizes.map((size) => (
        <Row key={size.key} size={size} />
      ))}
    </ul>
  </Section>
)

function Row({ size: { key, bytes, count, growth } }: { size: Size }) {
  const { label, noun } = SIZES[key]
  const unit = unitOf(bytes)
  return (
    <li>
      <span>
        {label} {count !== null && <span className={classes.dim}>{countText(count, noun)}</span>}
      </span>
      <span className={classes.bytes}>
        <b>{bytes === 0 ? '0' : inUnit(bytes, unit)}</b> <small>{unit}</small>
      </span>
      {growth !== null && <span className={classes.growth}>{signed(inUnit(growth, unit))}</span>}
    </li>
  )
}

function countText(count: number, noun: string | null): string {
  if (noun === null) return ''
  if (count === 0) return 'none'
  return noun === 'entry'
    ? `${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'}`
    : counted(count, noun)
}

const signed = (text: string) => (text.startsWith('-') ? text : `+${text}`)

/** Addresses that monitoring asks. */
export const Addresses = ({ addresses }: { addresses: SystemState['addresses'] }) => (
  <Section title="Addresses for machines" flush>
    <ul className={classes.addresses}>
      {addresses.map(({ path, state }) => (
        <li key={path}>
          <code className={classes.code}>{path}</code>
          <span className={classes.dim}>{state}</span>
        </li>
      ))}
    </ul>
  </Section>
)
