import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DEFAULT_ISSUE_MESSAGE, Fault, fieldErrors } from '#domain/errors.ts'
import type { MyGrade } from '#domain/panel/grades.ts'
import { whyNotGrade } from '#domain/panel/rules.ts'
import type { ProposalRow } from '#domain/staff/contract.ts'
import { bandOf, scoreBand } from '#domain/staff/status.ts'
import { type RowDrafts, useRowDrafts } from '#web/lib/drafts/row_drafts.ts'
import { api } from '#web/lib/http/api.ts'
import { schemaOf, useSchema } from '#web/lib/http/endpoints.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useHasRole, useIsReadOnly } from '#web/lib/session/session.ts'

/** A proposal to grade. */
export type Gradable = Pick<ProposalRow, 'id' | 'term_id' | 'status' | 'conflict'>

/** The user grades proposals: a member of the panel, and nobody else is viewing as them. */
export function useGrades(): boolean {
  const panel = useHasRole('panel')
  return !useIsReadOnly() && panel
}

/** The user's own grades of a term by proposal; undefined until loaded, and for who grades none. */
export function useMyGrades(term_id: number): ReadonlyMap<number, MyGrade> | undefined {
  const grades = useGrades()
  const { data } = useCall(api.panel.myGrades, { query: { term_id } }, { enabled: grades })
  return data && new Map(data.map((one) => [one.proposal_id, one]))
}

/** Whether the user may grade a proposal: submitted, of an open term, without a conflict. */
export function useCanGrade(): (row: Gradable) => boolean {
  const grades = useGrades()
  const terms = useCall(api.terms.all).data
  return ({ conflict, status, term_id }) => {
    const term = terms?.[term_id]
    return grades && !conflict && term !== undefined && whyNotGrade({ status, term }) === null
  }
}

/** An unsaved grade, with the saved one and its version when editing began. */
interface GradeDraft {
  text: string
  saved: string
  version: number
}
export type GradeDrafts = RowDrafts<GradeDraft>
export const useGradeDrafts = (): GradeDrafts => useRowDrafts<GradeDraft>('grades')

/** Each unsaved grade as text: 'My grade of 58: 3'. */
export const gradeDraftTexts = ({ values }: GradeDrafts): string[] =>
  Object.entries(values).map(([id, { text }]) => `My grade of ${id}: ${text.trim() || 'empty'}`)

export const gradeText = (grade: number | null | undefined) => grade?.toFixed(2) ?? ''

/** A field for the user's own grade of a proposal: text, error, hint, and saving. `own` is undefined before the first. */
export function useGradeField(id: number, own: MyGrade | undefined, drafts: GradeDrafts) {
  const saved = gradeText(own?.grade)
  const key = String(id)
  const current = own?.version ?? 0
  const draft = drafts.values[key] ?? { text: saved, saved, version: current }
  const { text } = draft
  // Another window saved it meanwhile, and the user has seen the message: saving again overwrites.
  const [sawVersionConflict, setSawVersionConflict] = useState(false)
  const version = sawVersionConflict || draft.saved === saved ? current : draft.version
  const [error, setError] = useState<string | null>(null)
  const queries = useQueryClient()
  const showError = (message: string) => {
    setError(message)
    return true
  }
  const action = useAction(api.panel.saveGrade, {
    invalid: false,
    own: ['invalid', 'stale'],
    onRefused: ({ message }) => showError(message),
    onFault: (fault) => {
      showError((fault instanceof Fault && fault.errors?.grade?.[0]) || fault.message)
      if (!(fault instanceof Fault && fault.kind === 'stale')) return
      setSawVersionConflict(true)
      void queries.invalidateQueries()
    },
  })
  const body = { grade: text, notes: own?.notes ?? '', version }
  const schema = useSchema(api.panel.saveGrade, true)
  const value = schema?.body.safeParse(body, DEFAULT_ISSUE_MESSAGE).data?.grade ?? null

  function restore() {
    const { [key]: _, ...others } = drafts.values
    if (key in drafts.values) drafts.setValues(others)
    setError(null)
  }
  /** Returns whether it was saved. */
  async function save(): Promise<boolean> {
    // Without the schema the server checks the value.
    const loadedSchema = schema ?? (await schemaOf(api.panel.saveGrade).catch(() => null))
    const parsed = loadedSchema?.body.safeParse(body, DEFAULT_ISSUE_MESSAGE)
    if (parsed?.error)
      return !showError(fieldErrors(parsed.error.issues).grade?.[0] ?? 'This cannot be saved.')
    if (gradeText(parsed?.data?.grade) === saved && parsed) {
      restore()
      return true
    }
    const reply = await action.run({ params: { id }, body: { ...body, ...parsed?.data } })
    if (reply?.result !== 1) return false
    drafts.markSaved([key])
    return true
  }
  const band = bandOf(value)
  return {
    text,
    error,
    hint: `${band === null ? '0 to 5; 5 is best. Empty clears it.' : `${scoreBand.label(band)}.`} ${visibility(own)}`,
    dirty: text.trim() !== saved,
    type: (next: string) => {
      if (next.trim() === saved) return restore()
      drafts.setValues({
        ...drafts.values,
        [key]: { text: next, saved: sawVersionConflict ? saved : draft.saved, version },
      })
      setError(null)
    },
    restore,
    save,
  }
}

const visibility = (own: MyGrade | undefined) =>
  own?.shared_at ? 'Shared: panel and office see changes.' : 'Only you see it.'
