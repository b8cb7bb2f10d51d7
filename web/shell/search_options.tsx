import { useEffect } from 'react'
import type { Found } from '#domain/search/contract.ts'
import { KINDS, type Kind } from '#domain/search/kinds.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import classes from './search.module.css'

export const optionId = (list: string, position: number) => `${list}-${position}`

interface SearchOptionsProps {
  id: string
  found: readonly Found[]
  /** The position of the marked one. */
  active: number
  mark: (position: number) => void
  pick: (found: Found) => void
}

/** What was found, a group a kind, in the order in which it was answered. */
export function SearchOptions({ id, found, active, mark, pick }: SearchOptionsProps) {
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <div role="listbox" id={id} aria-label="Found" className={classes.list}>
      {runsOf(found).map(({ kind, from, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
        <div key={from} role="group" aria-label={KINDS[kind]}>
          <div className={classes.kind} aria-hidden>
            {KINDS[kind]}
          </div>
          {items.map((item, i) => (
            <Option
              key={`${item.id} ${item.href}`}
              id={optionId(id, from + i)}
              item={item}
              active={from + i === active}
              mark={() => mark(from + i)}
              pick={() => pick(item)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface Run {
  kind: Kind
  /** The position of the first of them among all. */
  from: number
  items: Found[]
}

/** What stands together: an exact one of a kind comes before all others, so a kind may come twice. */
function runsOf(found: readonly Found[]): Run[] {
  const runs: Run[] = []
  for (const [position, item] of found.entries()) {
    const last = runs.at(-1)
    if (last?.kind === item.kind) last.items.push(item)
    else runs.push({ kind: item.kind, from: position, items: [item] })
  }
  return runs
}

interface OptionProps {
  id: string
  item: Found
  active: boolean
  mark: () => void
  pick: () => void
}

// The keys are the field's, which keeps the focus.
const Option = ({ id, item: { title, note, asteroid }, active, mark, pick }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: see above
  // biome-ignore lint/a11y/useFocusableInteractive: see above
  <div
    role="option"
    id={id}
    aria-selected={active}
    className={classes.option}
    onMouseMove={mark}
    onMouseDown={(event) => event.preventDefault()}
    onClick={pick}
  >
    <span className={classes.title}>
      {asteroid ? <SampleName asteroid={asteroid} name={title} /> : title}
    </span>
    {note && <span className={classes.note}>{note}</span>}
  </div>
)
