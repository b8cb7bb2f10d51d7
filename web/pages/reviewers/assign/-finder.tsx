import { type RefObject, useCallback } from 'react'
import type { Axes, Place } from '#web/ui/grid/axes.ts'
import { Finder, fold, type Hit, HitDetails } from '#web/ui/grid/finder.tsx'
import type { AssignModel } from './-model.ts'

interface AssignFinderProps {
  ref: RefObject<HTMLInputElement | null>
  model: AssignModel
  axes: Axes
  active: Place
  goTo: (place: Place) => void
}

/** Finds a reviewer or a proposal and goes to it. */
export function AssignFinder({ ref, model, axes, active, goTo }: AssignFinderProps) {
  const find = useCallback((text: string) => findHits(model, axes.columns, text), [model, axes])
  return (
    <Finder
      ref={ref}
      label="Find a reviewer or proposal"
      listLabel="Reviewers and proposals"
      find={find}
      hides={() => false}
      choose={(hit) => goTo({ ...active, ...hit })}
    >
      {(hit) => <HitLines model={model} hit={hit} />}
    </Finder>
  )
}

function HitLines({ model, hit }: { model: AssignModel; hit: Hit }) {
  if ('row' in hit) {
    const { name, affiliation, expertise } = model.rows[hit.row]!
    return (
      <>
        <div>
          <b>{name}</b>
        </div>
        <HitDetails>{[affiliation, expertise].filter(Boolean).join(', ')}</HitDetails>
      </>
    )
  }
  const { id, name, title } = model.columns[hit.column]!
  return (
    <>
      <div>
        <b>{id}</b> {name}
      </div>
      <HitDetails>{title}</HitDetails>
    </>
  )
}

/**
 * The matches of a text, best first: the proposal of exactly this number, then reviewers by name, affiliation and what
 * they know, then proposals by number, name and title. Every word must match.
 */
export function findHits(model: AssignModel, columns: readonly number[], text: string): Hit[] {
  const wanted = fold(text.trim())
  if (wanted === '') return []
  const words = wanted.split(/\s+/u)
  const matches = (parts: readonly string[]) => {
    const said = fold(parts.join(' '))
    return words.every((word) => said.includes(word))
  }
  const rank = (name: string) => (fold(name).startsWith(wanted) ? 0 : fold(name).includes(wanted) ? 1 : 2)
  const exact = columns.filter((column) => String(model.columns[column]!.id) === wanted)
  const reviewers = [...model.rows.keys()]
    .filter((row) => {
      const { name, affiliation, expertise, keywords, methods } = model.rows[row]!
      return matches([name, affiliation, expertise, ...keywords, ...methods])
    })
    .sort((a, b) => rank(model.rows[a]!.name) - rank(model.rows[b]!.name) || a - b)
  const proposals = columns.filter((column) => {
    const { id, name, title, affiliation } = model.columns[column]!
    return !exact.includes(column) && (String(id).startsWith(wanted) || matches([name, title, affiliation]))
  })
  return [
    ...exact.map((column) => ({ column })),
    ...reviewers.map((row) => ({ row })),
    ...proposals.map((column) => ({ column })),
  ]
}
