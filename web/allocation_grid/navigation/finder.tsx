import { type RefObject, useCallback, useMemo } from 'react'
import type { Place } from '#web/ui/grid/axes.ts'
import { Finder, fold, type Hit, HitDetails } from '#web/ui/grid/finder.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import type { GridFilterState } from '../filters/use_filters.ts'
import type { GridModel } from '../state/model.ts'
import { sampleFigures, sampleKind } from '../texts.ts'
import type { GoTo } from './go_to.ts'

interface GridFinderProps {
  ref: RefObject<HTMLInputElement | null>
  model: GridModel
  filters: GridFilterState
  active: Place
  goTo: GoTo
}

/** Finds a sample or a proposal and goes to it. */
export function GridFinder({ ref, model, filters, active, goTo }: GridFinderProps) {
  const { rows, columns } = filters.shown
  const seen = useMemo(() => ({ rows: new Set(rows), columns: new Set(columns) }), [rows, columns])
  const offered = filters.offered.columns
  const find = useCallback((text: string) => findHits(model, offered, text), [model, offered])
  return (
    <Finder
      ref={ref}
      label="Find a sample or proposal"
      listLabel="Samples and proposals"
      find={find}
      hides={(hit) => ('row' in hit ? !seen.rows.has(hit.row) : !seen.columns.has(hit.column))}
      choose={(hit) => goTo({ ...active, ...hit })}
    >
      {(hit) =>
        'row' in hit ? <Proposal {...model.rows[hit.row]!} /> : <Sample model={model} column={hit.column} />
      }
    </Finder>
  )
}

const Proposal = ({ id, name, title }: GridModel['rows'][number]) => (
  <>
    <div>
      <b>{id}</b> {name}
    </div>
    <HitDetails>{title}</HitDetails>
  </>
)

function Sample({ model, column }: { model: GridModel; column: number }) {
  const sample = model.columns[column]!
  return (
    <>
      <div>
        <SampleName asteroid={sample.db_type} name={sample.name} />
      </div>
      <HitDetails>{[sampleKind(sample), ...sampleFigures(sample)].join(', ')}</HitDetails>
    </>
  )
}

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
