import { Button } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { useState } from 'react'
import { AskDialog } from './ask_dialog.tsx'
import type { Suggestions } from './use_suggestions.ts'

/** The button that asks for suggestions. */
export function SuggestButton({ suggestions }: { suggestions: Suggestions }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBulb size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Suggest
      </Button>
      <AskDialog open={asking} suggestions={suggestions} onClose={() => setAsking(false)} />
    </>
  )
}
