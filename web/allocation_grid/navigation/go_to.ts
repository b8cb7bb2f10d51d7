import { type RefObject, useEffect, useRef, useState } from 'react'
import type { GridHandle } from '../cells/grid_view.tsx'
import { hiding, without } from '../filters/apply_filters.ts'
import { useGridSearch } from '../filters/filter_fields.ts'
import type { Lens } from '../filters/use_filters.ts'
import { type Axes, ofSample } from '../geometry/axes.ts'
import type { PanelHandle } from '../panel/side_panel.tsx'
import type { Place } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'

interface Going {
  model: GridModel
  axes: Axes
  lens: Lens
  grid: RefObject<GridHandle | null>
  say: (text: string) => void
}

/** Goes to a place of a grid; what narrows it away is lifted first, and said. `focus` false leaves the focus where it is. */
export type GoTo = (place: Place, focus?: boolean) => void

export function useGoTo({ model, axes, lens, grid, say }: Going): GoTo {
  const [wanted, want] = useState<{ place: Place; focus: boolean } | null>(null)
  useEffect(() => {
    if (wanted === null) return
    const { i, j } = axes.where(wanted.place)
    if (i < 0 || j < 0) return
    grid.current?.show(wanted.place, wanted.focus)
    want(null)
  }, [wanted, axes, grid])
  return (place, focus = true) => {
    if (!lens.offered.columns.includes(place.column)) {
      say(`${model.columns[place.column]!.name} is not on offer: tick 'Show all samples' to see it.`)
      return
    }
    const { i, j } = axes.where(place)
    if (i >= 0 && j >= 0 && grid.current) {
      grid.current.show(place, focus)
      return
    }
    const fields = hiding(model, lens.narrowing, { rows: [place.row], columns: [place.column] })
    lens.set(without(lens.narrowing, fields))
    say('The filters that hid it are lifted.')
    want({ place, focus })
  }
}

interface Opening {
  model: GridModel
  active: Place
  panel: RefObject<PanelHandle | null>
  goTo: GoTo
  say: (text: string) => void
}

/** Opens a grid at the sample and the proposal that its address names; where it names a sample alone, the panel tells of it. */
export function useOpening({ model, active, panel, goTo, say }: Opening) {
  const { sample, proposal } = useGridSearch()
  const opened = useRef<string>('')
  useEffect(() => {
    const named = `${sample} ${proposal}`
    if (opened.current === named) return
    opened.current = named
    if (sample === undefined && proposal === undefined) return
    const column = sample === undefined ? active.column : model.ticks.columnOfSample(sample)
    const row = proposal === undefined ? active.row : model.ticks.rowOfProposal(proposal)
    if (column === undefined) say('The sample of this link is not in this grid.')
    else if (row === undefined) say(`Proposal ${proposal} is not in this grid.`)
    else if (proposal === undefined) panel.current?.open(ofSample(model, column))
    else goTo({ row, column })
  })
}
