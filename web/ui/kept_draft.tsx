import { useKept } from '#web/lib/drafts/draft.ts'
import { TypedParts } from './typed_parts.tsx'

interface KeptDraftProps {
  /** The name of the draft, 'reports/3'; its texts are called by their fields. */
  of: string
  /** What is saved, where that is known: only what differs is shown. */
  saved?: Readonly<Record<string, unknown>>
  but?: string
}

/** What was typed into a form that can no longer be opened or saved; nothing where there is none. */
export function KeptDraft({ of, saved = {}, but }: KeptDraftProps) {
  const draft = useKept<Record<string, unknown>>(of)
  const parts = Object.entries(draft?.values ?? {}).flatMap(([field, text]) =>
    typeof text === 'string' && text !== (saved[field] ?? '') ? [{ label: called(field), text }] : [],
  )
  return draft && <TypedParts parts={parts} at={draft.saved_at} but={but} />
}

/** 'science_score' as 'Science Score'. */
const called = (field: string) =>
  field.replaceAll(/(?:^|_)(.)/gu, (_, first: string) => ` ${first.toUpperCase()}`).trim()
