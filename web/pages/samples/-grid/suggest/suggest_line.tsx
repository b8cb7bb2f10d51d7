import { Button, Checkbox, Group, Text } from '@mantine/core'
import { useRef, useState, useSyncExternalStore } from 'react'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import type { Place } from '../change.ts'
import type { GridModel } from '../model.ts'
import { tallyOf } from './told.ts'
import type { Answer, Suggestions } from './use_suggestions.ts'
import { WhyDialog } from './why_dialog.tsx'

interface SuggestLineProps {
  model: GridModel
  suggestions: Suggestions
  /** Whether the person may tick, and so take suggestions over. */
  editable: boolean
  show: (place: Place) => void
}

/** What lies over the grid as suggestions, and what can be done with them; nothing while there are none. */
export const SuggestLine = ({ suggestions, ...rest }: SuggestLineProps) =>
  suggestions.answer && <Line {...rest} answer={suggestions.answer} dismiss={suggestions.dismiss} />

interface LineProps extends Omit<SuggestLineProps, 'suggestions'> {
  answer: Answer
  dismiss: () => void
}

function Line({ model, answer, editable, show, dismiss }: LineProps) {
  useSyncExternalStore(model.subscribe, model.state)
  const [telling, setTelling] = useState(false)
  const { open, taken, gone } = tallyOf(model)
  const why = editable ? null : 'The administration office alone assigns samples.'
  const unscored = answer.unserved.filter(({ proposal_id }) => {
    const row = model.ticks.rowOfProposal(proposal_id)
    return row !== undefined && model.rows[row]!.global_score === null
  }).length
  const unserved = answer.unserved.length - unscored
  const reasons = useRef<HTMLButtonElement>(null)
  function takeAll() {
    model.take(open)
    // The button that was pressed goes with what it takes.
    reasons.current?.focus()
  }
  return (
    <Group component="section" aria-label="Suggestions" gap="md" fz="sm">
      <Text span role="status" fz="sm">
        Suggested <b>{open.length}</b>
        {taken > 0 && `, ${taken} taken`}
        {gone > 0 && `, ${gone} ${gone === 1 ? 'does' : 'do'} not hold any more`}
        {`, ${unserved} ${unserved === 1 ? 'request' : 'requests'} unserved`}
        {unscored > 0 && `, and ${unscored} of proposals without a score`}
        {taken > 0 && model.unsaved > 0 && '. What is taken is ticked, and not saved yet.'}
      </Text>
      <Group gap="xs">
        {open.length > 0 && (
          <ButtonWithReason size="compact-xs" mih={24} variant="default" why={why} onClick={takeAll}>
            {`Take all ${open.length}`}
          </ButtonWithReason>
        )}
        <Button ref={reasons} size="compact-xs" mih={24} variant="default" onClick={() => setTelling(true)}>
          What is suggested and why
        </Button>
        <Button size="compact-xs" mih={24} variant="default" onClick={dismiss}>
          Dismiss
        </Button>
      </Group>
      <Checkbox
        label="Suggestions"
        checked={!model.layer.hidden}
        onChange={(event) => model.showSuggestions(event.currentTarget.checked)}
      />
      <WhyDialog open={telling} model={model} answer={answer} show={show} onClose={() => setTelling(false)} />
    </Group>
  )
}
