import { CloseButton, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { address } from '#domain/address.ts'
import type { Scenario } from '#domain/scenarios/contract.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { Note } from '#web/ui/text/note.tsx'
import type { Kind } from '../kinds.ts'
import type { GridModel } from '../model.ts'
import { type Put, putInto } from './put.ts'
import { Reasons } from './sheet_note.tsx'

interface PutNoteProps {
  scenario: Scenario | null
  kind: Kind
  term_id: string
  model: GridModel
}

/** Puts the scenario that the address names into the grid, once, and says what that changed. */
export function PutNote({ scenario, kind, term_id, model }: PutNoteProps) {
  const go = useGo()
  const done = useRef<number | null>(null)
  const asked = useRef(false)
  const [put, setPut] = useState<(Put & { name: string }) | null>(null)
  useEffect(() => {
    const before = asked.current
    asked.current = scenario !== null
    if (!scenario || before) return
    // Pressed twice, it asks twice: what was done to the ticks in between stays.
    if (done.current !== scenario.id) setPut({ name: scenario.name, ...putInto(model, scenario) })
    done.current = scenario.id
    // The address no longer asks for it: loaded again, the grid comes with the draft.
    void go(address(kind.path, {}, { term_id }), { replace: true, ignoreBlocker: true })
  }, [scenario, model, kind, term_id, go])
  if (!put) return null
  const { name, ticked, taken, moved, left } = put
  return (
    <Group align="start" wrap="nowrap" gap="xs">
      <Note title={`The ticks of '${name}' are in the grid and not saved.`}>
        {`${ticked} ticked, ${taken} taken away${moved > 0 ? `, ${moved} moved to another request` : ''}; all of it is one step that Undo takes back.`}
        {left.length > 0 && (
          <>
            <br />
            Not in the grid:
            <Reasons of={left} />
          </>
        )}
      </Note>
      <CloseButton aria-label="Close" onClick={() => setPut(null)} />
    </Group>
  )
}
