import { Button, type MantineSpacing, Stack, Text } from '@mantine/core'
import type { DraftState, News } from '#web/lib/drafts/draft.ts'
import { clock, time } from '#web/lib/format/format.ts'
import { useConfirm } from './confirm.tsx'
import { Note } from './note.tsx'
import { ScrollList } from './scroll_list.tsx'

const NEWS: Record<News['what'], string> = {
  typed: 'Typed in another tab too',
  saved: 'Saved in another tab',
  discarded: 'Put back in another tab to what is saved',
}

interface DraftNoteProps {
  draft: DraftState
  /** What a draft holds here. */
  what?: 'draft' | 'ticks' | 'ranks' | 'figures'
  /** What was restored, where the screen does not show it. */
  says?: string
  /** The space below, where there is anything to tell. */
  mb?: MantineSpacing
  /** What goes when it is discarded, in the words of the screen; asked when the button is pressed. */
  goes: () => readonly string[]
}

/** Discards a draft after asking and naming what goes. */
export function useDiscard({ draft, what = 'draft', goes }: Omit<DraftNoteProps, 'says'>) {
  const ask = useConfirm()
  return async () => {
    const list = goes()
    const yes = await ask({
      question: `Do you want to discard your ${what}?`,
      details: list.length > 0 && (
        <>
          <Text>This goes back to what is saved:</Text>
          <ScrollList label="What goes" items={list} />
        </>
      ),
      yes: 'DISCARD',
      no: 'KEEP',
    })
    if (yes) draft.discard()
  }
}

/** Tells of a draft: that it was restored and what of it could not be, that it was discarded, what another tab does with it. */
export function DraftNote({ draft, what = 'draft', says, goes, mb }: DraftNoteProps) {
  const discard = useDiscard({ draft, what, goes })
  const were = what === 'draft' ? 'was' : 'were'
  if (!draft.restored && !draft.discarded && !draft.news && draft.lost.length === 0) return null
  return (
    <Stack gap="xs" mb={mb}>
      {draft.restored && (
        <Note title={`Your ${what} of ${time(draft.restored)} ${were} restored.`}>
          {says ? `Not saved yet: ${says}.` : 'Not saved yet.'}{' '}
          <Button variant="default" size="compact-sm" ml="sm" onClick={() => void discard()}>
            Discard draft
          </Button>
        </Note>
      )}
      {draft.lost.length > 0 && (
        <Note kind="warn" title={draft.restored ? 'Not all of it.' : `Your ${what} could not be restored.`}>
          {draft.lost.join(' ')}
        </Note>
      )}
      {draft.discarded && (
        <Note title={`Your ${what} ${were} discarded.`}>
          <Button variant="default" size="compact-sm" ml="sm" onClick={draft.undo}>
            Undo
          </Button>
        </Note>
      )}
      {draft.news && (
        <Text size="sm" c="dimmed" role="status">
          {`${NEWS[draft.news.what]}, ${clock(draft.news.at)}.`}
        </Text>
      )}
    </Stack>
  )
}
