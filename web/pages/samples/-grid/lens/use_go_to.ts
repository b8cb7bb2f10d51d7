import { type RefObject, useEffect, useState } from 'react'
import type { Axes } from '../axes.ts'
import type { Place } from '../change.ts'
import type { GridModel } from '../model.ts'
import type { GridHandle } from '../view.tsx'
import { hiding, without } from './narrow.ts'
import type { Lens } from './use_lens.ts'

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
