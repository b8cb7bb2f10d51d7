import { Button, Popover, TextInput } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { asteroids, BENNU, labelOf, RYUGU } from '#domain/masters/values.ts'
import type { Sample } from '#domain/samples/contract.ts'
import { AsteroidMark } from '#web/ui/text/asteroid.tsx'
import { STEP, usePickerList } from './-picker_list.ts'
import { SampleFilterFields } from './-sample_filter.tsx'
import { isPristine } from './-sample_find.ts'
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

/** Chooses Any or a sample by its figures: typing and filters narrow the list, arrows walk through all of it, Enter takes. */
export function SamplePicker({ row, samples, name, chosen, choose, field }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = (value: string) => {
    choose(value)
    close()
    input.current?.focus()
  }
  const list = usePickerList(row, samples, chosen, take)
  const { id, open, query, filter, active, limit, values, found, kind, show, close, narrow } = list
  const bennu = Number(row.db_type) === BENNU
  const asteroid = bennu ? BENNU : RYUGU
  const more = found.length - limit
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
        transitionProps={{ duration: 0 }}
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
            title={name}
            value={query ?? name}
            leftSection={row.sample !== '' && query === null && <AsteroidMark asteroid={asteroid} />}
            rightSection={<IconSelector size={14} aria-hidden />}
            leftSectionWidth={26}
            rightSectionWidth={24}
            rightSectionPointerEvents="none"
            // At the press already: what moves under the pointer until it is let go takes nothing away.
            onMouseDown={show}
            onClick={() => open || show()}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget: { value } }) => narrow({ query: value })}
            onKeyDown={list.press}
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
            change={(patch) => narrow({ filter: { ...filter, ...patch } })}
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
              <Button size="compact-xs" variant="default" onClick={list.further}>
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
