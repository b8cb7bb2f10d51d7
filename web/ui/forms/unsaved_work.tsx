import { Button, CopyButton, type MantineSpacing, Stack, Text, Textarea } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type DraftState, type RemoteChange, useStoredDraft } from '#web/lib/drafts/draft.ts'
import { clock, time } from '#web/lib/format/format.ts'
import { ConfirmDialog, useConfirm } from '../dialogs/confirm.tsx'
import { Section } from '../layout/section.tsx'
import { ScrollList } from '../text/long_lists.tsx'
import { Note } from '../text/note.tsx'

const REMOTE_CHANGES: Record<RemoteChange['what'], string> = {
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
  describeChanges: () => readonly string[]
}

/** Discards a draft after asking and naming what goes. */
export function useDiscard({ draft, what = 'draft', describeChanges: goes }: Omit<DraftNoteProps, 'says'>) {
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
export function DraftNote({ draft, what = 'draft', says, describeChanges: goes, mb }: DraftNoteProps) {
  const discard = useDiscard({ draft, what, describeChanges: goes })
  const were = what === 'draft' ? 'was' : 'were'
  if (!draft.restoredAt && !draft.discarded && !draft.remoteChange && draft.losses.length === 0) return null
  return (
    <Stack gap="xs" mb={mb}>
      {draft.restoredAt && (
        <Note title={`Your ${what} of ${time(draft.restoredAt)} ${were} restored.`}>
          {says ? `Not saved yet: ${says}.` : 'Not saved yet.'}{' '}
          <Button variant="default" size="compact-sm" ml="sm" onClick={() => void discard()}>
            Discard draft
          </Button>
        </Note>
      )}
      {draft.losses.length > 0 && (
        <Note kind="warn" title={draft.restoredAt ? 'Not all of it.' : `Your ${what} could not be restored.`}>
          {draft.losses.join(' ')}
        </Note>
      )}
      {draft.discarded && (
        <Note title={`Your ${what} ${were} discarded.`}>
          <Button variant="default" size="compact-sm" ml="sm" onClick={draft.undo}>
            Undo
          </Button>
        </Note>
      )}
      {draft.remoteChange && (
        <Text size="sm" c="dimmed" role="status">
          {`${REMOTE_CHANGES[draft.remoteChange.what]}, ${clock(draft.remoteChange.at)}.`}
        </Text>
      )}
    </Stack>
  )
}

interface LeaveGuardProps {
  /** Asked when somebody leaves: is there anything that is not saved? */
  unsaved: () => boolean
  /** What becomes of it. */
  question: string
  /** Another query of the same page shows something else: going there is leaving too. */
  byQuery?: boolean
}

/** Asks before unsaved work is left, by a link, by the browser's arrows, or with the window. */
export function LeaveGuard({ unsaved, question, byQuery = false }: LeaveGuardProps) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      unsaved() && (current.pathname !== next.pathname || (byQuery && current.search !== next.search)),
    enableBeforeUnload: unsaved,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={leaving.status === 'blocked'}
      question={question}
      no="STAY"
      yes="LEAVE"
      onNo={() => leaving.reset?.()}
      onYes={() => leaving.proceed?.()}
    />
  )
}

interface KeptDraftProps {
  /** The name of the draft, 'reports/3'; its texts are called by their fields. */
  of: string
  /** What is saved, where that is known: only what differs is shown. */
  saved?: Readonly<Record<string, unknown>>
  but?: string
}

/** What was typed into a form that can no longer be opened or saved; nothing where there is none. */
export function UnsavedDraft({ of, saved = {}, but }: KeptDraftProps) {
  const draft = useStoredDraft<Record<string, unknown>>(of)
  const parts = Object.entries(draft?.values ?? {}).flatMap(([field, text]) =>
    typeof text === 'string' && text !== (saved[field] ?? '') ? [{ label: labelOfField(field), text }] : [],
  )
  return draft && <UnsavedText parts={parts} at={draft.saved_at} but={but} />
}

/** 'science_score' as 'Science Score'. */
const labelOfField = (field: string) =>
  field.replaceAll(/(?:^|_)(.)/gu, (_, first: string) => ` ${first.toUpperCase()}`).trim()

interface TypedPartsProps {
  /** What was typed, field by field. */
  parts: readonly { label: string; text: string }[]
  /** Until when. */
  at: string
  /** What stands beside it without it: 'the proposal below is without it'. */
  but?: string
}

/** What was typed into a form that is closed now, and is not saved: to be read and copied out. */
export function UnsavedText({ parts, at, but }: TypedPartsProps) {
  if (parts.length === 0) return null
  const all = parts.map(({ label, text }) => `${label}\n${text || '-'}`).join('\n\n')
  return (
    <Section
      title="Typed, not saved"
      aside={
        <CopyButton value={all}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" onClick={copy}>
              {copied ? 'Copied' : 'Copy all'}
            </Button>
          )}
        </CopyButton>
      }
    >
      <Stack gap="sm">
        <Text>
          {`This was typed until ${time(at)} and never saved${but ? `; ${but}` : ''}. It is kept on this device, and comes back into the form if the form opens again.`}
        </Text>
        {parts.map(({ label, text }) => (
          <Textarea
            key={label}
            label={label}
            value={text || '-'}
            readOnly
            autosize
            minRows={1}
            maxRows={12}
          />
        ))}
      </Stack>
    </Section>
  )
}
