import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Address } from '#domain/address.ts'
import classes from './peek.module.css'
import { DetailButton } from './row_parts.tsx'

interface PeekPanelProps {
  id: string
  /** What the row is called: '63 Soluble organic compounds'. */
  name: string
  heading: ReactNode
  below: ReactNode
  /** The row's place in the list, from 1, and how many there are. */
  place: number
  total: number
  detail: Address | undefined
  walk: (step: 1 | -1) => void
  close: () => void
  children: ReactNode
}

/** What a row's two lines have no room for, beside the list; it walks with the rows. */
export const PeekPanel = ({
  id,
  name,
  heading,
  below,
  place,
  total,
  detail,
  walk,
  close,
  children,
}: PeekPanelProps) => (
  <section id={id} className={classes.peek} aria-label={`Peek: ${name}`} tabIndex={-1}>
    <header>
      <span aria-live="polite">{`${place} of ${total}`}</span>
      <ActionIcon
        aria-label="Previous row"
        title="Previous row (k)"
        disabled={place <= 1}
        onClick={() => walk(-1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label="Next row"
        title="Next row (j)"
        disabled={place >= total}
        onClick={() => walk(1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      {detail && <DetailButton to={detail} name={name} />}
      <ActionIcon aria-label="Close" title="Close (Esc)" onClick={close}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </header>
    <div className={classes.part}>
      <h2>{heading}</h2>
      {below && <div className={classes.below}>{below}</div>}
    </div>
    {children}
  </section>
)

/** A part of a peek, with its heading. */
export const PeekPart = ({ title, children }: { title?: string; children: ReactNode }) => (
  <div className={classes.part}>
    {title && <h3>{title}</h3>}
    {children}
  </div>
)

/** Short facts of a peek: what and which. */
export const PeekFacts = ({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className={classes.facts}>
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
