import { Button, Checkbox, Group, Text } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { RuledButton } from '#web/ui/ruled_button.tsx'
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
  const why = !editable
    ? 'The administration office alone assigns samples.'
    : open.length === 0
      ? 'There is none to take.'
      : null
  return (
    <Group component="section" aria-label="Suggestions" gap="md" fz="sm">
      <Checkbox
        label="Suggestions"
        checked={!model.layer.hidden}
        onChange={(event) => model.showSuggestions(event.currentTarget.checked)}
      />
      <Text span role="status" fz="sm">
        Suggested <b>{open.length}</b>
        {taken > 0 && `, ${taken} taken`}
        {gone > 0 && `, ${gone} ${gone === 1 ? 'does' : 'do'} not hold any more`}
        {`, ${answer.unserved.length} ${answer.unserved.length === 1 ? 'request' : 'requests'} unserved`}
      </Text>
      <Group gap="xs">
        <RuledButton size="compact-xs" mih={24} variant="default" why={why} onClick={() => model.take(open)}>
          {`Take all ${open.length}`}
        </RuledButton>
        <Button size="compact-xs" mih={24} variant="default" onClick={() => setTelling(true)}>
          What is suggested and why
        </Button>
        <Button size="compact-xs" mih={24} variant="default" onClick={dismiss}>
          Dismiss
        </Button>
      </Group>
      <WhyDialog open={telling} model={model} answer={answer} show={show} onClose={() => setTelling(false)} />
    </Group>
  )
}
