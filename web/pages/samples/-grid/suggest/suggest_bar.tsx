import { Button, Checkbox, Group } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import type { GridModel } from '../model.ts'
import { AskDialog } from './ask_dialog.tsx'
import type { Suggestions } from './use_suggestions.ts'

interface SuggestBarProps {
  model: GridModel
  suggestions: Suggestions
}

/** The button that asks for suggestions and, once there are some, the box that shows or hides them. */
export function SuggestBar({ model, suggestions }: SuggestBarProps) {
  useSyncExternalStore(model.subscribe, model.state)
  const [asking, setAsking] = useState(false)
  return (
    <Group gap="sm" wrap="nowrap">
      {suggestions.answer && (
        <Checkbox
          label="Suggestions"
          checked={!model.layer.hidden}
          onChange={(event) => model.showSuggestions(event.currentTarget.checked)}
        />
      )}
      <Button
        variant="default"
        leftSection={<IconBulb size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Suggest
      </Button>
      <AskDialog open={asking} suggestions={suggestions} onClose={() => setAsking(false)} />
    </Group>
  )
}
