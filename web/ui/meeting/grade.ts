export const HIGHEST_GRADE = 5
const STEP = 0.25
/** Where the steps begin when no grade is typed. */
const MIDDLE = 2.5

/** The grade that is typed, 0 to 5 with at most two decimals, with a point or a comma; null for anything else. */
export function gradeOf(text: string): number | null {
  const typed = text.trim().replace(',', '.')
  if (!/^\d(\.\d{0,2})?$/u.test(typed)) return null
  const grade = Number(typed)
  return grade <= HIGHEST_GRADE ? grade : null
}

/** A grade as it is written: '3.75'; '' for none. */
export const gradeText = (grade: number | null) => grade?.toFixed(2) ?? ''

/** What is wrong with the typed text, or null. */
export const whyNotGradeText = (text: string): string | null =>
  text.trim() === '' || gradeOf(text) !== null ? null : 'Enter a grade from 0 to 5 with at most two decimals.'

/** The next quarter above (1) or below (-1) the typed grade. */
export function steppedGrade(text: string, step: 1 | -1): string {
  const grade = gradeOf(text)
  if (grade === null) return gradeText(MIDDLE)
  const quarters = grade / STEP
  const next = step === 1 ? Math.floor(quarters) + 1 : Math.ceil(quarters) - 1
  return gradeText(Math.min(HIGHEST_GRADE, Math.max(0, next * STEP)))
}
