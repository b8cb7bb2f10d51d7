import { useEffect, useState } from 'react'
import { type Draft, draftName, hearDraft, readDraft } from './draft_store.ts'
import { useVisitor } from './session.tsx'

/** The draft of a form that is not on this screen, as it stands in any tab; null without one. */
export function useKept<Values>(form: string): Draft<Values> | null {
  const user = useVisitor()?.id ?? null
  const [draft, setDraft] = useState<Draft<Values> | null>(null)
  // Read once the form that has just made room for this has kept what was typed last.
  useEffect(() => {
    const name = draftName(user, form)
    setDraft(readDraft<Values>(name))
    return hearDraft<Values>(name, (told) => setDraft(told.ended ? null : told))
  }, [user, form])
  return draft
}
