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
  what?: 'draft' | 'assignments' | 'ranks' | 'figures' | 'grades' | 'marks'
  /** A summary of what was restored, if the screen does not show it. */
  says?: string
  /** The margin below, if anything is shown. */
  mb?: MantineSpacing
  /** The changes that are lost when it is discarded. */
  describeChanges: () => readonly string[]
}

/** Discards a draft after a confirmation that names what is lost. */
export function useDiscard({ draft, what = 'draft', describeChanges }: Omit<DraftNoteProps, 'says'>) {
  const ask = useConfirm()
  return async () => {
    const list = describeChanges()
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

/** Reports on a draft: restored, partly restored, discarded, or changed in another tab. */
export function DraftNote({ draft, what = 'draft', says, describeChanges, mb }: DraftNoteProps) {
  const discard = useDiscard({ draft, what, describeChanges })
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
  /** Called on leaving: are there unsaved changes? */
  unsaved: () => boolean
  /** The question in the dialog. */
  question: string
  /** A change of the query counts as leaving too. */
  byQuery?: boolean
}

/** Asks before unsaved work is left by a link, the browser's buttons, or closing the window. */
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
  /** The name of the draft, 'reports/3'. */
  of: string
  /** The saved values, if known; only fields that differ are shown. */
  saved?: Readonly<Record<string, unknown>>
  but?: string
}

/** Unsaved text of a form that can no longer be opened or saved. */
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
  parts: readonly { label: string; text: string }[]
  /** When it was last stored. */
  at: string
  /** An addition to the explanation: 'the proposal below is without it'. */
  but?: string
}

/** Unsaved text of a closed form, to be read and copied. */
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
