import type { LiveChair } from '#domain/meetings/live_contract.ts'
import { MAX_RANK } from '#domain/staff/ranking.ts'
import { type RowDrafts, useRowDrafts } from '#web/lib/drafts/row_drafts.ts'
import { gradeOf, gradeText, whyNotGradeText } from '#web/ui/meeting/grade.ts'

export type Current = NonNullable<LiveChair['current']>

export const NOTES = ['for_proposer', 'internal'] as const
export type NoteName = (typeof NOTES)[number]

/** What is typed for a decision and not agreed yet. A score belongs to the ballot after which it was typed. */
interface TypedDecision {
  score?: { text: string; ballot: number | null }
  rank?: string
  notes?: Partial<Record<NoteName, { text: string; saved: string }>>
}

/** The typed decisions of a meeting by proposal, kept on this device until they are agreed. */
export type DecisionDrafts = RowDrafts<TypedDecision>

export const useDecisionDrafts = (meeting_id: number): DecisionDrafts =>
  useRowDrafts<TypedDecision>(`meetings/${meeting_id}/decisions`)

/** The agreed score, rank and notes of the proposal that is on, as they are typed or proposed. */
export function useDecision(current: Current, drafts: DecisionDrafts) {
  const key = String(current.proposal_id)
  const typed = drafts.values[key] ?? {}
  const ballot = current.ballot?.number ?? null
  const median = current.ballot?.result?.median ?? null
  const proposed = gradeText(median ?? current.global_score)
  const score = typed.score?.ballot === ballot ? typed.score.text : proposed
  const savedRank = current.rank === null ? '' : String(current.rank)
  const rank = typed.rank ?? savedRank
  const note = (name: NoteName) => typed.notes?.[name]?.text ?? current.notes[name]

  const set = (changes: TypedDecision) =>
    drafts.setValues({ ...drafts.values, [key]: { ...typed, ...changes } })
  const notesChanged = NOTES.some((name) => note(name) !== current.notes[name])
  return {
    score,
    median,
    whyNotScore: score.trim() === '' ? 'Enter a score from 0.00 to 5.00.' : whyNotGradeText(score),
    rank,
    whyNotRank: whyNotRankText(rank),
    note,
    /** What someone else saved since the note was typed; null where nobody did. */
    savedMeanwhile: (name: NoteName): string | null => {
      const one = typed.notes?.[name]
      const saved = current.notes[name]
      return one && one.saved !== saved && one.text !== saved ? saved : null
    },
    typeScore: (text: string) => set({ score: { text, ballot } }),
    typeRank: (text: string) => set({ rank: text }),
    typeNote: (name: NoteName, text: string) =>
      set({
        notes: {
          ...typed.notes,
          [name]: { text, saved: typed.notes?.[name]?.saved ?? current.notes[name] },
        },
      }),
    takeSaved: (name: NoteName) => {
      const { [name]: _, ...notes } = typed.notes ?? {}
      set({ notes })
    },
    /** What is sent: a rank and notes only where they change. */
    body: () => ({
      proposal_id: current.proposal_id,
      version: current.version,
      global_score: gradeOf(score),
      score_version: current.score_version,
      ...(current.may_rank && rank.trim() !== savedRank && { rank: rank.trim().replace(',', '.') }),
      ...(notesChanged && {
        notes: {
          for_proposer: note('for_proposer'),
          internal: note('internal'),
          version: current.notes.version,
        },
      }),
    }),
    markSaved: () => drafts.markSaved([key]),
  }
}
export type Decision = ReturnType<typeof useDecision>

/** What is wrong with a typed rank, or null; empty is no rank. */
export function whyNotRankText(text: string): string | null {
  const typed = text.trim().replace(',', '.')
  const fits = typed === '' || (/^\d{1,2}(\.\d{1,2})?$/u.test(typed) && Number(typed) <= MAX_RANK)
  return fits ? null : `Enter a rank up to ${MAX_RANK}.`
}
