import { Button, Popover, TextInput } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { asteroids, BENNU, labelOf, RYUGU } from '#domain/masters/values.ts'
import type { Sample } from '#domain/samples/contract.ts'
import { AsteroidMark } from '#web/ui/asteroid.tsx'
import { SampleFilterFields } from './-sample_filter.tsx'
import { findIn, isPristine, kindOf, NO_FILTER } from './-sample_find.ts'
import { AnyOption, SampleOption } from './-sample_option.tsx'
import classes from './-sample_picker.module.css'
import { ANY, type SampleRow } from './-values.ts'

interface PickerProps {
  row: SampleRow
  samples: ReadonlyMap<string, Sample>
  /** The choice that the row has, as it is called. */
  name: string
  /** The choices of all rows, so that none is offered twice. */
  chosen: string
  choose: (sample: string) => void
  /** Name, path and error of the field. */
  field: { 'aria-label': string; 'data-path': string; error: ReactNode }
}

/** So many are drawn at first, and with each step further. */
const STEP = 50

/** Chooses Any or a sample by its figures: typing and filters narrow the list, arrows walk through all of it, Enter takes. */
export function SamplePicker({ row, samples, name, chosen, choose, field }: PickerProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState<string | null>(null)
  const [filter, setFilter] = useState(NO_FILTER)
  const [active, setActive] = useState(-1)
  const [limit, setLimit] = useState(STEP)
  const bennu = Number(row.db_type) === BENNU
  const asteroid = bennu ? BENNU : RYUGU

  const kind = useMemo(() => (open ? kindOf(samples.values(), row) : []), [open, samples, row])
  const found = useMemo(() => {
    const elsewhere = new Set(chosen.split(',').filter((one) => one !== row.sample))
    return findIn(kind, query ?? '', filter).filter((sample) => !elsewhere.has(String(sample.id)))
  }, [kind, query, filter, chosen, row.sample])
  const any = query === null || 'any'.startsWith(query.trim().toLowerCase())
  const values = [...(any ? [ANY] : []), ...found.map((sample) => String(sample.id))]
  const more = found.length - limit

  const show = () => {
    setOpen(true)
    setActive(-1)
    setLimit(STEP)
  }
  const close = () => {
    setOpen(false)
    setQuery(null)
  }
  const take = (value: string) => {
    choose(value)
    close()
    input.current?.focus()
  }
  const narrow = (change: () => void) => {
    change()
    setActive(-1)
    setLimit(STEP)
  }
  const walk = (to: number) => {
    const next = Math.max(0, Math.min(values.length - 1, to))
    setActive(next)
    if (next >= limit) setLimit(limit + STEP)
    requestAnimationFrame(() =>
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' }),
    )
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!open) show()
      else walk(active + (key === 'ArrowDown' ? 1 : -1))
    } else if (key === 'Enter') {
      // Enter never submits the form from here.
      event.preventDefault()
      const value = values[active] ?? (query ? values[0] : undefined)
      if (open && value !== undefined) take(value)
      else show()
    }
  }
  const leaveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    close()
    input.current?.focus()
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus has left picker and list
    <div onBlur={leave} onKeyDown={leaveByKey}>
      <Popover
        opened={open}
        position="bottom-start"
        width="min(640px, calc(100vw - 32px))"
        withinPortal={false}
        offset={4}
        shadow="md"
        zIndex={11}
        closeOnClickOutside={false}
        closeOnEscape={false}
        withRoles={false}
      >
        <Popover.Target>
          <TextInput
            {...field}
            ref={input}
            className={classes.input}
            role="combobox"
            aria-haspopup="listbox"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
            autoComplete="off"
            placeholder="Find or Any"
            value={query ?? name}
            leftSection={row.sample !== '' && query === null && <AsteroidMark asteroid={asteroid} />}
            rightSection={<IconSelector size={14} aria-hidden />}
            leftSectionWidth={26}
            rightSectionWidth={24}
            rightSectionPointerEvents="none"
            onClick={show}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget: { value } }) =>
              narrow(() => {
                setOpen(true)
                setQuery(value)
              })
            }
            onKeyDown={press}
          />
        </Popover.Target>
        <Popover.Dropdown
          p={0}
          // A press beside the controls must not take the focus away, which would close the list.
          onMouseDown={(event) => {
            if (!(event.target as Element).closest('input, select, button, label')) event.preventDefault()
          }}
        >
          <SampleFilterFields
            filter={filter}
            change={(patch) => narrow(() => setFilter({ ...filter, ...patch }))}
            bennu={bennu}
            pristine={kind.some(isPristine)}
          />
          {/* The focus stays in the field, which names the active option. */}
          <div id={id} role="listbox" aria-label={field['aria-label']} className={classes.list}>
            {values.slice(0, limit + 1).map((value, position) => {
              const option = {
                id: `${id}-${position}`,
                active: position === active,
                selected: value === row.sample,
                take: () => take(value),
              }
              return value === ANY ? (
                <AnyOption key={ANY} {...option} row={row} />
              ) : (
                <SampleOption key={value} {...option} sample={samples.get(value)!} />
              )
            })}
          </div>
          <div className={classes.foot}>
            <span aria-live="polite">
              {found.length} of {kind.length} {labelOf('sample_type', Number(row.type))} samples of{' '}
              {asteroids[asteroid]}
              {more > 0 && `, the first ${limit} shown`}.
            </span>
            {more > 0 && (
              <Button size="compact-xs" variant="default" onClick={() => setLimit(limit + STEP)}>
                {`Show ${Math.min(STEP, more)} more`}
              </Button>
            )}
            {row.sample !== '' && (
              <Button size="compact-xs" variant="default" onClick={() => take('')}>
                Choose none
              </Button>
            )}
          </div>
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
