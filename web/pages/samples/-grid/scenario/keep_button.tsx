import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import type { OwnGrid, ScenarioItem } from '#domain/scenarios/input.ts'
import { LinkButton } from '#web/ui/screen_link.tsx'
import { makeAddress } from '../../scenarios/-addresses.ts'
import { KeepScenario } from '../../scenarios/-keep.tsx'
import type { GridModel } from '../model.ts'
import { scenarioItems } from './items.ts'

interface KeepButtonProps extends ButtonProps {
  model: GridModel
  grid: OwnGrid
  term_id: string
  onKept?: (id: number) => void
}

/** Keeps what is ticked, saved or not, as a scenario. */
export function KeepButton({ model, grid, term_id, onKept, ...rest }: KeepButtonProps) {
  // What was ticked when the button was pressed is what the dialog keeps.
  const [items, setItems] = useState<readonly ScenarioItem[] | null>(null)
  return (
    <>
      <Button {...rest} onClick={() => setItems(scenarioItems(model))}>
        Keep as scenario
      </Button>
      {items && (
        <KeepScenario
          grid={grid}
          term_id={Number(term_id)}
          items={items}
          close={() => setItems(null)}
          {...(onKept && { onKept })}
        />
      )}
    </>
  )
}

/** For who may not tick here: to a grid of one's own, which assigns nothing. */
export const MakeLink = (place: Pick<KeepButtonProps, 'grid' | 'term_id'>) => (
  <LinkButton to={makeAddress(place)} variant="default">
    Make a scenario
  </LinkButton>
)
