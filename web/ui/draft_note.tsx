import { Button, Stack, Text } from '@mantine/core'
import type { DraftState, News } from '#web/lib/draft.ts'
import { clock, time } from '#web/lib/format.ts'
import { useConfirm } from './confirm.tsx'
import { Note } from './note.tsx'

const NEWS: Record<News['what'], string> = {
  typed: 'Typed in another tab too',
  saved: 'Saved in another tab',
  discarded: 'Put back in another tab to what is saved',
}

interface DraftNoteProps {
  draft: DraftState
  /** What a draft holds here. */
  what?: 'draft' | 'ticks' | 'ranks' | 'figures'
  /** What goes when it is discarded, in the words of the screen; asked when the button is pressed. */
  goes: () => readonly string[]
  /** What could not be restored, and why: a sentence each. */
  lost?: readonly string[]
}

/** Discards a draft after asking and naming what goes. */
export function useDiscard({ draft, what = 'draft', goes }: Omit<DraftNoteProps, 'lost'>) {
  const ask = useConfirm()
  return async () => {
    const list = goes()
    const yes = await ask({
      question: `Do you want to discard your ${what}?`,
      details: list.length > 0 && (
        <>
          <Text>This goes back to what is saved:</Text>
          <ul>
            {list.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      ),
      yes: 'DISCARD',
      no: 'KEEP',
    })
    if (yes) draft.discard()
  }
}

/** Tells of a draft: that it was restored and what of it could not be, that it was discarded, what another tab does with it. */
export function DraftNote({ draft, what = 'draft', goes, lost = [] }: DraftNoteProps) {
  const discard = useDiscard({ draft, what, goes })
  return (
    <>
      {draft.restored && (
        <Note
          title={`Your ${what} of ${time(draft.restored)} ${what === 'draft' ? 'was' : 'were'} restored.`}
        >
          Not saved yet.{' '}
          <Button variant="default" size="compact-sm" ml="sm" onClick={() => void discard()}>
            Discard draft
          </Button>
          {lost.length > 0 && (
            <Stack gap={2} mt="xs" role="status">
              {lost.map((sentence) => (
                <Text key={sentence}>{sentence}</Text>
              ))}
            </Stack>
          )}
        </Note>
      )}
      {draft.discarded && (
        <Note title={`Your ${what} ${what === 'draft' ? 'was' : 'were'} discarded.`}>
          <Button variant="default" size="compact-sm" ml="sm" onClick={draft.undo}>
            Undo
          </Button>
        </Note>
      )}
      <Text size="sm" c="dimmed" role="status">
        {draft.news && `${NEWS[draft.news.what]}, ${clock(draft.news.at)}.`}
      </Text>
    </>
  )
}
