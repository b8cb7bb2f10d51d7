import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { address } from '#domain/address.ts'
import { Fault } from '#domain/errors.ts'
import type { Scenario } from '#domain/scenarios/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import type { Change } from '../change.ts'
import type { Kind } from '../kinds.ts'
import type { GridModel } from '../model.ts'
import { scenarioItems } from './items.ts'
import { KeepButton } from './keep_button.tsx'
import type { Sheet } from './mode.ts'

interface SheetSaveProps {
  sheet: Sheet
  kind: Kind
  term_id: string
  model: GridModel
  /** These changes are saved. */
  settle: (changes: readonly Change[]) => void
}

/** The Save of a scenario: one that is not kept yet gets its name first, and is then compared with what is assigned. */
export function SheetSave({ sheet: { scenario }, kind: { grid }, term_id, model, settle }: SheetSaveProps) {
  const go = useGo()
  if (scenario) return <SaveKept scenario={scenario} model={model} settle={settle} />
  const kept = (id: number) => {
    settle(model.changes())
    void go(address('/samples/scenarios', {}, { term_id, grid, a: 'now', b: id }), { ignoreBlocker: true })
  }
  return <KeepButton model={model} grid={grid} term_id={term_id} onKept={kept} />
}

interface SaveKeptProps extends Pick<SheetSaveProps, 'model' | 'settle'> {
  scenario: Scenario
}

function SaveKept({ scenario: { id, name, note, version }, model, settle }: SaveKeptProps) {
  const banner = useBanner()
  const queries = useQueryClient()
  const sent = useRef<readonly Change[]>([])
  const save = useAction(api.scenarios.save, {
    own: ['stale', 'invalid'],
    onDone: () => settle(sent.current),
    onFault: (fault) => {
      if (!(fault instanceof Fault) || !['stale', 'invalid'].includes(fault.kind)) return
      const why = [...new Set(Object.values(fault.errors ?? {}).flat())].join(' ')
      const next = 'What you ticked is kept and lies over it now: look at it, then press Save again.'
      banner.show('alert', why || `${fault.message} ${next}`)
      void queries.invalidateQueries()
    },
  })
  const run = () => {
    sent.current = model.changes()
    void save.run({ params: { id }, body: { name, note, version, items: scenarioItems(model) } })
  }
  return (
    <Button onClick={run} loading={save.pending}>
      Save scenario
    </Button>
  )
}
