import { Combobox, Text, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type RefObject, useMemo, useState } from 'react'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import type { GridFilterState } from '../filters/use_filters.ts'
import type { Place } from '../geometry/axes.ts'
import type { GridModel } from '../state/model.ts'
import { sampleFigures, sampleKind } from '../texts.ts'
import type { GoTo } from './go_to.ts'
import classes from './navigation.module.css'

const MAX_HITS = 12

interface FinderProps {
  ref: RefObject<HTMLInputElement | null>
  model: GridModel
  filters: GridFilterState
  active: Place
  goTo: GoTo
}

/** Lists the samples and proposals that match the typed text; Enter goes to the selected one, at first the best match. */
export function Finder({ ref, model, filters, active, goTo }: FinderProps) {
  const [text, setText] = useState('')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { rows, columns } = filters.shown
  const seen = useMemo(() => ({ rows: new Set(rows), columns: new Set(columns) }), [rows, columns])
  const hits = useMemo(() => findHits(model, filters.offered.columns, text), [model, filters.offered, text])
  const listed = hits.slice(0, MAX_HITS)
  const hides = (hit: Hit) => ('row' in hit ? !seen.rows.has(hit.row) : !seen.columns.has(hit.column))
  const open = text.trim() !== ''
  function choose(key: string) {
    const hit = listed[Number(key)]
    if (!hit) return
    setText('')
    combobox.closeDropdown()
    goTo({ ...active, ...hit })
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" width="max-content">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={ref}
          role="combobox"
          aria-autocomplete="list"
          aria-label="Find a sample or proposal"
          placeholder="Find a sample or proposal"
          leftSection={<IconSearch size={16} aria-hidden />}
          className={classes.find}
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
            requestAnimationFrame(() => combobox.selectFirstOption())
          }}
          onBlur={() => combobox.closeDropdown()}
          onFocus={() => open && combobox.openDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!open} className={classes.hits}>
        <Combobox.Options aria-label="Samples and proposals">
          {listed.map((hit, place) => (
            <Combobox.Option key={'row' in hit ? `p${hit.row}` : `s${hit.column}`} value={String(place)}>
              <HitLine model={model} hit={hit} hidden={hides(hit)} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {hits.length === 0 && <Combobox.Empty>No matches.</Combobox.Empty>}
        {hits.length > MAX_HITS && (
          <Combobox.Footer>
            <Text size="xs" c="dimmed">
              {hits.length - MAX_HITS} more: keep typing to narrow the list.
            </Text>
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface HitLineProps {
  model: GridModel
  hit: Hit
  hidden: boolean
}

/** A hit in two lines: its name and its details. */
const HitLine = ({ model, hit, hidden }: HitLineProps) => (
  <>
    {'row' in hit ? <Proposal {...model.rows[hit.row]!} /> : <Sample model={model} column={hit.column} />}
    {hidden && <span className={classes.second}> Hidden by filters; choose it to remove them.</span>}
  </>
)

const Proposal = ({ id, name, title }: GridModel['rows'][number]) => (
  <>
    <div>
      <b>{id}</b> {name}
    </div>
    <div className={classes.second}>{title}</div>
  </>
)

function Sample({ model, column }: { model: GridModel; column: number }) {
  const sample = model.columns[column]!
  return (
    <>
      <div>
        <SampleName asteroid={sample.db_type} name={sample.name} />
      </div>
      <div className={classes.second}>{[sampleKind(sample), ...sampleFigures(sample)].join(', ')}</div>
    </>
  )
}

/** A proposal or a sample that matches a text. */
type Hit = { row: number } | { column: number }

/** Normalizes a text for comparing: without accents, case and width. */
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

interface Index {
  samples: readonly string[]
  proposals: readonly string[]
}
const indexes = new WeakMap<GridModel, Index>()

function textIndex(model: GridModel): Index {
  const index = indexes.get(model) ?? {
    samples: model.columns.map(({ name }) => fold(name)),
    proposals: model.rows.map(({ name, title }) => fold(`${name} ${title}`)),
  }
  indexes.set(model, index)
  return index
}

/** The matches of a text, best first: the proposal of exactly this number, then samples by name (equal, then starting with it), then proposals by number, name and title. Every word must match. */
export function findHits(model: GridModel, columns: readonly number[], text: string): Hit[] {
  const wanted = fold(text.trim())
  if (wanted === '') return []
  const words = wanted.split(/\s+/u)
  const { samples, proposals } = textIndex(model)
  const rank = (name: string) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2)
  const found = columns
    .filter((column) => words.every((word) => samples[column]!.includes(word)))
    .sort((a, b) => rank(samples[a]!) - rank(samples[b]!) || a - b)
  const exact = model.rows.findIndex(({ id }) => String(id) === wanted)
  const others = [...model.rows.keys()].filter(
    (row) =>
      row !== exact &&
      words.every((word) => proposals[row]!.includes(word) || String(model.rows[row]!.id) === word),
  )
  return [
    ...(exact < 0 ? [] : [{ row: exact }]),
    ...found.map((column) => ({ column })),
    ...others.map((row) => ({ row })),
  ]
}
