import { type RefObject, useEffect, useRef } from 'react'
import { ofSample } from '../axes.ts'
import type { Place } from '../change.ts'
import type { GridModel } from '../model.ts'
import type { PanelHandle } from '../panel/side_panel.tsx'
import { useGridSearch } from './search.ts'
import type { GoTo } from './use_go_to.ts'

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
