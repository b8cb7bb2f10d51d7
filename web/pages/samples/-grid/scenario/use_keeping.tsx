import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { OwnGrid, ScenarioItem } from '#domain/scenarios/input.ts'
import type { GridModel } from '../model.ts'
import { scenarioItems } from './items.ts'

/** It comes when a scenario is kept. */
const KeepScenario = lazy(() =>
  import('../../scenarios/-keep.tsx').then(({ KeepScenario }) => ({ default: KeepScenario })),
)

export interface KeepingProps {
  model: GridModel
  grid: OwnGrid
  term_id: string
  onKept?: (id: number) => void
}

/** Keeps what is ticked when `keep` is called, saved or not, as a scenario; `dialog` asks for its name. */
export function useKeeping({ model, grid, term_id, onKept }: KeepingProps): {
  keep: () => void
  dialog: ReactNode
} {
  const [items, setItems] = useState<readonly ScenarioItem[] | null>(null)
  return {
    keep: () => setItems(scenarioItems(model)),
    dialog: items && (
      <Suspense>
        <KeepScenario
          grid={grid}
          term_id={Number(term_id)}
          items={items}
          close={() => setItems(null)}
          {...(onKept && { onKept })}
        />
      </Suspense>
    ),
  }
}
