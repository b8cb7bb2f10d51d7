import { List } from '@mantine/core'
import type { Scenario } from '#domain/scenarios/contract.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { editAddress, listAddress } from '../../scenarios/-addresses.ts'
import type { Kind } from '../kinds.ts'
import type { Sheet } from './mode.ts'

interface SheetNoteProps {
  sheet: Sheet
  kind: Kind
  term_id: string
}

/** Says that a grid shows a scenario: whose, and what of it can not be done any more. */
export function SheetNote({ sheet: { scenario, may }, kind: { grid }, term_id }: SheetNoteProps) {
  const gone = [...new Set(scenario?.items.flatMap(({ gone }) => gone ?? []))]
  const what = scenario
    ? `'${scenario.name}' of ${scenario.made_by.name}${may ? '' : ': who made it and the office change it'}.`
    : 'It begins with what is assigned now, and is yours until you keep it under a name.'
  return (
    <Note title="Scenario: nothing here is assigned.">
      {`${what} What is confirmed stands in every scenario. `}
      <ScreenLink inherit to={listAddress({ grid, term_id })}>
        All scenarios
      </ScreenLink>
      {gone.length > 0 && (
        <>
          <br />
          {may ? 'This can not be done any more; Save leaves it out:' : 'This can not be done any more:'}
          <Reasons of={gone} />
        </>
      )}
    </Note>
  )
}

/** A list of sentences. */
export const Reasons = ({ of }: { of: readonly string[] }) => (
  <List size="sm">
    {of.map((why) => (
      <List.Item key={why}>{why}</List.Item>
    ))}
  </List>
)

/** Says that the address names a scenario of another grid or term, and leads there. */
export const Astray = ({ scenario }: { scenario: Scenario }) => (
  <Note kind="warn" title={`The scenario '${scenario.name}' is of another grid or term.`}>
    <ScreenLink inherit to={editAddress(scenario)}>
      Open it there
    </ScreenLink>
  </Note>
)
