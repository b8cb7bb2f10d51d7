import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Axes, Place } from '#web/ui/grid/axes.ts'
import type { GridHandle } from '#web/ui/grid/virtual_grid.tsx'
import { fieldsHiding, withoutFields } from '../filters/apply_filters.ts'
import { useGridSearch } from '../filters/filter_fields.ts'
import type { GridFilterState } from '../filters/use_filters.ts'
import type { PanelHandle } from '../panel/side_panel.tsx'
import type { GridModel } from '../state/model.ts'
import { sampleSubject } from '../state/model.ts'

interface GoToInput {
  model: GridModel
  axes: Axes
  filters: GridFilterState
  grid: RefObject<GridHandle | null>
  showMessage: (text: string) => void
}

/** Goes to a place of a grid; resets the filters that hide it and says so. `focus` false leaves the focus where it is. */
export type GoTo = (place: Place, focus?: boolean) => void

export function useGoTo({ model, axes, filters, grid, showMessage }: GoToInput): GoTo {
  const [target, setTarget] = useState<{ place: Place; focus: boolean } | null>(null)
  useEffect(() => {
    if (target === null) return
    const { i, j } = axes.positionOf(target.place)
    if (i < 0 || j < 0) return
    grid.current?.show(target.place, target.focus)
    setTarget(null)
  }, [target, axes, grid])
  return (place, focus = true) => {
    if (!filters.offered.columns.includes(place.column)) {
      showMessage(
        `${model.columns[place.column]!.name} is not on offer: select 'Show all samples' to see it.`,
      )
      return
    }
    const { i, j } = axes.positionOf(place)
    if (i >= 0 && j >= 0 && grid.current) {
      grid.current.show(place, focus)
      return
    }
    const fields = fieldsHiding(model, filters.values, { rows: [place.row], columns: [place.column] })
    filters.set(withoutFields(filters.values, fields))
    showMessage('The filters that hid it were removed.')
    setTarget({ place, focus })
  }
}

interface OpenInput {
  model: GridModel
  active: Place
  panel: RefObject<PanelHandle | null>
  goTo: GoTo
  showMessage: (text: string) => void
}

/** Opens a grid at the sample and the proposal in its address; a sample alone is opened in the panel. */
export function useOpenFromAddress({ model, active, panel, goTo, showMessage }: OpenInput) {
  const { sample, proposal } = useGridSearch()
  const opened = useRef<string>('')
  useEffect(() => {
    const addressed = `${sample} ${proposal}`
    if (opened.current === addressed) return
    opened.current = addressed
    if (sample === undefined && proposal === undefined) return
    const column = sample === undefined ? active.column : model.assignments.columnOfSample(sample)
    const row = proposal === undefined ? active.row : model.assignments.rowOfProposal(proposal)
    if (column === undefined) showMessage('The sample of this link is not in this grid.')
    else if (row === undefined) showMessage(`Proposal ${proposal} is not in this grid.`)
    else if (proposal === undefined) panel.current?.open(sampleSubject(model, column))
    else goTo({ row, column })
  })
}
